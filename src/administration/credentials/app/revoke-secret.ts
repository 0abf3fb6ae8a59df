import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/credentials/:id/secrets/:secretId: revokes one secret of a credential. */
export const revokeSecret = ({ db, credentials }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/credentials/:id/secrets/:secretId',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Revoke one secret',
      tag: 'Credentials',
      description: 'Also revokes all tokens that were issued for it. The other secrets stay valid.',
      responses: {
        204: 'session ended',
        404: { description: 'There is no such credential or valid secret.' },
      },
    },
    async handle(request) {
      const { id, secretId } = request.params;
      const actor = actorOf(request, 'web');
      await db.transaction((tx) => credentials.revokeSecret(tx, actor, id, secretId));
      return { status: 204 };
    },
  });
