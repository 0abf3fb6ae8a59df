// Single sign-on in tests, from the connection to the session.
import { adminBrowser, type Browser, openBrowser } from './browser.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import type { Answer, Instance } from './instance.ts';

/** Settings for startInstance that allow an identity provider on this machine. */
export const SSO_ENV = { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8,::1/128' };

/** Connects an identity provider. Its claim `oid` equals the externalId of users. */
export async function connectProvider(
  node: Instance,
  { admin, announcesLogout }: { readonly admin?: Browser; readonly announcesLogout?: boolean } = {},
): Promise<{ readonly idp: IdentityProvider; readonly connectionId: string }> {
  const idp = await startIdentityProvider(
    () => `${node.baseUrl}/app/v1/sso/callback`,
    announcesLogout === undefined ? {} : { announcesLogout },
  );
  const { issuer, clientId, clientSecret } = idp;
  const rule = { claim: 'oid', attribute: 'externalId' };
  const made = await (admin ?? (await adminBrowser(node))).send('POST', '/app/v1/sso-connections', {
    body: { name: 'Acme login', issuer, clientId, clientSecret, ...rule },
  });
  if (made.status !== 201) throw new Error(`not connected: ${made.status} ${made.text}`);
  return { idp, connectionId: String(made.at('id')) };
}

/** Signs in the person who is signed in at the identity provider. */
export async function arriveBySso(
  node: Instance,
  idp: IdentityProvider,
  connectionId: string,
): Promise<{ readonly answer: Answer; readonly browser: Browser }> {
  const body = { connectionId };
  const begun = await openBrowser(node).send('POST', '/app/v1/sso/begin', { body });
  const cookie = /^__Host-sso-[^;]+/.exec(begun.headers['set-cookie'] ?? '')?.[0] ?? '';
  const { pathname, search } = await idp.visit(String(begun.at('url')));
  const answer = await node.request('GET', `${pathname}${search}`, {
    token: null,
    headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });
  const sid = /__Host-sid=([^;]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
  return { answer, browser: openBrowser(node, sid) };
}
