import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { noConnection, signedOutUriOf } from '#sign-in/sso/connection-item.ts';
import { findOpenConnection } from '#sign-in/sso/open-connection.ts';
import { endSignIn } from '#sign-in/sso/provider.ts';
import { EndSsoBody, SsoEnding } from '#sign-in/sso/sso.shapes.ts';

/** POST /app/v1/sso/end: returns the URL at which the browser signs out at the identity provider, too. */
export const endSso = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/sso/end',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Sign out at an identity provider',
      tag: 'Single sign-on',
      description:
        'Call this after the session at Formstead has ended (`DELETE /app/v1/session`). It follows OpenID Connect RP-Initiated Logout 1.0, with the client id and without an ID token, so the provider may ask the user first.',
      body: EndSsoBody,
      responses: {
        200: {
          description: 'The address to open. Empty if the provider announces none.',
          schema: SsoEnding,
        },
        404: 'no connection',
      },
    },
    async handle(request) {
      const { connectionId } = parseInput(EndSsoBody, request.body);
      const connection = await findOpenConnection(deps, deps.db.reader, connectionId);
      if (!connection) throw noConnection();
      // The name comes from the connection and not from the URL of the screen, which anybody may write.
      const { name } = connection;
      // There is no single logout with SAML: the session here has ended, and the next sign-in asks who it is.
      if (connection.kind === 'saml') return { status: 200, body: { name } satisfies SsoEnding };
      try {
        const there = await endSignIn(deps.outbound, connection, signedOutUriOf(deps));
        const body: SsoEnding = { name, ...there };
        return { status: 200, body };
      } catch (error) {
        // The person is signed out here in any case; the screen then says that the provider was not reached.
        request.addLogFields({ sso: error instanceof Error ? error.message : 'no answer' });
        const body: SsoEnding = { name };
        return { status: 200, body };
      }
    },
  });
