// An identity provider for sign-in: oidc-provider over HTTPS on this machine. Its `sub` is its own identifier; the
// claim `oid` is shared with SCIM, as with Entra.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import Provider from 'oidc-provider';
import { makePair } from './certificates.ts';

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person who is signed in there when a browser arrives. */
  person: { readonly sub: string; readonly oid?: string; readonly email?: string };
  /** Changes ID tokens before they are sent. */
  tamper: ((idToken: string) => string) | undefined;
  /** The issuer of its metadata, instead of its own. */
  announces: string | undefined;
  /** Members that replace those of the token response. */
  tokenMembers: Readonly<Record<string, unknown>>;
  /** Runs when a code is exchanged, before the answer. */
  meanwhile: (() => Promise<void>) | undefined;
  /** Returns an ID token with changed claims and a valid signature, which only the identity provider can make. */
  rewrite(idToken: string, change: object): string;
  /** Signs in there as a browser does, and returns the URL to which it is sent back. */
  visit(url: string): Promise<URL>;
  close(): void;
}

const CLIENT_ID = 'formstead';
const CLIENT_SECRET = 'a secret that only the two of them know';

export async function startIdentityProvider(
  redirectUri: () => string,
  options: { readonly announcesLogout?: boolean } = {},
): Promise<IdentityProvider> {
  const pair = await makePair(Date.now(), ['localhost', '127.0.0.1']);
  setDefaultCACertificates([...getCACertificates(), pair.ca]);
  const handlers: { current?: ReturnType<Provider['callback']> } = {};
  const server = createServer(pair, (request, response) => {
    const { tamper = (idToken: string) => idToken, tokenMembers, meanwhile } = idp;
    if (idp.announces !== undefined && request.url?.endsWith('/openid-configuration')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer: idp.announces }));
      return;
    }
    if (request.url === '/token') {
      const end = response.end.bind(response);
      response.end = ((body: unknown) => {
        const answer = JSON.parse(String(body));
        const id_token = answer.id_token === undefined ? undefined : tamper(answer.id_token);
        const text = JSON.stringify({ ...answer, id_token, ...tokenMembers });
        response.setHeader('content-length', Buffer.byteLength(text));
        return end(text);
      }) as typeof response.end;
    }
    const before = request.url === '/token' ? meanwhile?.() : undefined;
    void (before ?? Promise.resolve()).then(() => handlers.current?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri()],
        post_logout_redirect_uris: [new URL('/sign-in', redirectUri()).href],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'oid', 'email'] },
    cookies: { keys: ['of the test'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: options.announcesLogout ?? true },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ ...idp.person, sub: id }),
    }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const accountId = session?.accountId;
      if (!client || accountId === undefined) return undefined;
      const grant = new ctx.oidc.provider.Grant({ accountId, clientId: client.clientId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return await next();
    const login = { accountId: idp.person.sub };
    await provider.interactionFinished(ctx.req, ctx.res, { login });
    ctx.respond = false;
  });
  handlers.current = provider.callback();
  const idp: IdentityProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    person: { sub: 'nobody' },
    tamper: undefined,
    announces: undefined,
    tokenMembers: {},
    meanwhile: undefined,
    rewrite(idToken, change) {
      const [header = '', payload = ''] = idToken.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const changed = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
      const signature = sign('sha256', Buffer.from(`${header}.${changed}`), privateKey);
      return `${header}.${changed}.${signature.toString('base64url')}`;
    },
    visit: (url) => visit(url, redirectUri()),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return idp;
}

/** Follows redirects with the identity provider's cookies until one leads back. */
async function visit(start: string, back: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`no way on: ${answer.status} ${await answer.text()}`);
    url = new URL(location, url);
    if (url.href.startsWith(back)) return url;
  }
  throw new Error('the provider never came back');
}
