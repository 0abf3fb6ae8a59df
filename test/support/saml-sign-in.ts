// Single sign-on by SAML in tests, from the connection to the session.
import { type Browser, openBrowser } from './browser.ts';
import type { Answer, Instance } from './instance.ts';
import type { SamlPost, SamlProvider } from './saml-provider.ts';

/** Connects an identity provider by its metadata. Its attribute `uid` equals the externalId of users. */
export async function connectSaml(
  admin: Browser,
  idp: SamlProvider,
  more: object = {},
): Promise<string> {
  const made = await admin.send('POST', '/app/v1/sso-connections', {
    body: {
      ...{ kind: 'saml', name: 'Acme SAML', claim: 'uid', attribute: 'externalId' },
      ...{ metadata: idp.metadata(), ...more },
    },
  });
  if (made.status !== 201) throw new Error(`not connected: ${made.status} ${made.text}`);
  return String(made.at('id'));
}

/** A sign-in that has begun in a browser. */
export interface SamlTab {
  /** The cookie that remembers it. */
  readonly cookie: string;
  /** The request to the identity provider. */
  readonly url: URL;
}

export async function beginSaml(
  node: Instance,
  connectionId: string,
  more: object = {},
  cookie = '',
): Promise<SamlTab> {
  const begun = await openBrowser(node).send('POST', '/app/v1/sso/begin', {
    body: { connectionId, ...more },
    headers: { cookie },
  });
  if (begun.status !== 200) throw new Error(`not begun: ${begun.status} ${begun.text}`);
  return { cookie: ssoCookieOf(begun), url: new URL(String(begun.at('url'))) };
}

export const ssoCookieOf = (answer: Answer): string =>
  /__Host-sso-[^;]+/.exec(answer.headers['set-cookie'] ?? '')?.[0] ?? '';

/** Posts an answer as the page of the identity provider does, which is of another site, so without a cookie. */
export const postSaml = (node: Instance, { acs, fields }: SamlPost): Promise<Answer> =>
  node.request('POST', new URL(acs).pathname, {
    token: null,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    },
    body: new URLSearchParams(fields).toString(),
  });

/** Opens the address to which an answer led, with the cookies of a browser. */
export const follow = (node: Instance, answer: Answer, cookie: string): Promise<Answer> =>
  node.request('GET', answer.headers['location'] ?? '', {
    token: null,
    headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });

/** Signs in whoever is signed in at the identity provider. */
export async function arriveBySaml(
  node: Instance,
  idp: SamlProvider,
  connectionId: string,
  more: object = {},
): Promise<Answer> {
  const tab = await beginSaml(node, connectionId, more);
  return await follow(node, await postSaml(node, idp.answerTo(tab.url)), tab.cookie);
}

export const sessionIn = (node: Instance, answer: Answer): Browser =>
  openBrowser(node, /__Host-sid=([^;]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1]);
