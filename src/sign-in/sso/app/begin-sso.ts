import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { beginAtProvider } from '#sign-in/sso/begin.ts';
import { noConnection } from '#sign-in/sso/connection-item.ts';
import { findOpenConnection } from '#sign-in/sso/open-connection.ts';
import { ownPath } from '#sign-in/sso/own-path.ts';
import { BeginSsoBody, SsoAddress } from '#sign-in/sso/sso.shapes.ts';

/** POST /app/v1/sso/begin: returns the URL at which the browser signs in with an identity provider. */
export const beginSso = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/sso/begin',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Begin to sign in with an identity provider',
      tag: 'Single sign-on',
      description:
        'With `fresh`, it confirms the identity of a signed-in user. After a sign-out or a failed sign-in in this browser, Formstead asks the provider to authenticate the user again.',
      body: BeginSsoBody,
      responses: {
        200: {
          description: 'The address to open.',
          schema: SsoAddress,
          headers: { 'Set-Cookie': 'The state of this sign-in, for ten minutes.' },
        },
        404: 'no connection',
        502: { description: 'The identity provider does not answer correctly.' },
      },
    },
    async handle(request) {
      const {
        connectionId,
        to: wanted = '/',
        fresh: isFresh = false,
      } = parseInput(BeginSsoBody, request.body);
      const to = ownPath(deps.publicUrl(), wanted);
      if (to === undefined) {
        throw fail('invalid-value', 'to must be a path of this service.', {
          at: 'to',
          because: { reason: 'own-path-only' },
        });
      }
      const connection = await findOpenConnection(deps, deps.db.reader, connectionId);
      if (!connection) throw noConnection();
      const { cookie: before } = request.headers;
      try {
        const { url, cookies } = await beginAtProvider(deps, connection, {
          to,
          isFresh,
          cookies: before,
        });
        return { status: 200, cookies, body: { url } };
      } catch (cause) {
        request.addLogFields({ sso: cause instanceof Error ? cause.message : 'refused' });
        throw fail(
          'sso-unavailable',
          'The identity provider does not answer correctly. An admin can check the connection.',
          { cause },
        );
      }
    },
  });
