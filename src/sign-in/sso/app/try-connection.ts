import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { connectionContext, noConnection, redirectUriOf } from '#sign-in/sso/connection-item.ts';
import { tryProvider } from '#sign-in/sso/provider.ts';
import { SsoTest } from '#sign-in/sso/sso.shapes.ts';
import { selectConnection } from '#sign-in/sso/sso.store.ts';
import { trySaml } from '#sign-in/sso/try-saml.ts';

/** POST /app/v1/sso-connections/:id/test: tests a connection, as far as possible without a person. */
export const tryConnection = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/sso-connections/:id/test',
    role: 'admin',
    doc: {
      summary: 'Test a connection for single sign-on',
      tag: 'Single sign-on',
      description:
        'Reads the configuration of the provider. Then sends an invalid code to its token endpoint, to find out whether it accepts the client id and secret. Of a SAML connection, it reads the metadata of the provider again and changes nothing. Also works for a connection that is turned off.',
      responses: {
        200: { description: 'What the provider answered.', schema: SsoTest },
        404: 'no connection',
      },
    },
    async handle(request) {
      const { db, seal, outbound } = deps;
      const { accountId } = request.principal;
      const id = request.params.id;
      const row = await selectConnection(db.reader, accountId, id);
      if (!row) throw noConnection();
      if (row.kind === 'saml') {
        const body: SsoTest = await trySaml(outbound, row);
        return { status: 200, body };
      }
      const clientSecret = seal.open(connectionContext(accountId, id), row.client_secret);
      if (clientSecret === undefined) return { status: 200, body: { outcome: 'secret-lost' } };
      const registration = { issuer: row.issuer, clientId: row.client_id, clientSecret };
      const body: SsoTest = await tryProvider(outbound, registration, redirectUriOf(deps));
      return { status: 200, body };
    },
  });
