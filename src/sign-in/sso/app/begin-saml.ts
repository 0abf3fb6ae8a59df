import { sessionCookieOf } from '#http/browser.ts';
import { type Endpoint, endpoint, type Reply } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { beginAtProvider } from '#sign-in/sso/begin.ts';
import { findSamlConnection, type SamlConnection } from '#sign-in/sso/open-connection.ts';
import { beganUnasked, hasBegunUnasked } from '#sign-in/sso/sso-cookie.ts';

/**
 * GET /saml/:connection/begin: begins to sign in. The tile of an identity provider leads here by an answer that nobody
 * asked for: the provider has a session, so the person notices nothing, and each answer that counts is to a request.
 */
export const beginSaml = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/saml/:connection/begin',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    doc: {
      summary: 'Begin to sign in with an identity provider (SAML)',
      tag: 'Single sign-on',
      description:
        'Redirects to the identity provider; within a minute after that to the sign-in page, so that no identity provider leads a browser in a circle. A browser that is signed in to another organisation is redirected to the sign-in page, too.',
      responses: {
        303: {
          description: 'A redirect to the identity provider, or to the sign-in page.',
          headers: { Location: 'The address to open.' },
        },
      },
    },
    async handle({ params, headers }) {
      const connection = await findSamlConnection(deps, deps.db.reader, params.connection);
      if (!connection) return { status: 303, headers: { location: '/sign-in' } };
      const { cookie: before } = headers;
      const session = await deps.sessions.find(deps.db.reader, sessionCookieOf(before));
      // Any page can lead a browser here, and an admin of another organisation may own the identity provider: people would
      // then go on working as somebody whom they don't know.
      if (session && session.account_id !== connection.accountId) {
        return refuse('sso-other-account', connection);
      }
      if (hasBegunUnasked(before)) {
        return session?.sso_connection_id === connection.id
          ? { status: 303, headers: { location: '/' } }
          : refuse('sso-unasked', connection);
      }
      const wish = { to: '/', isFresh: false, cookies: before };
      const { url, cookies } = await beginAtProvider(deps, connection, wish);
      return { status: 303, headers: { location: url }, cookies: [...cookies, beganUnasked()] };
    },
  });

function refuse(
  problem: 'sso-other-account' | 'sso-unasked',
  { accountCode: account }: SamlConnection,
): Reply {
  return {
    status: 303,
    headers: { location: `/sign-in?${new URLSearchParams({ problem, account })}` },
  };
}
