import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/credentials/:id/revoke: revokes a credential for good. */
export const revokeCredential = ({ db, credentials }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/credentials/:id/revoke',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Revoke an API credential or provisioning token',
      tag: 'Credentials',
      description:
        'Revokes the credential and all its tokens permanently. The request can be repeated.',
      responses: {
        204: 'session ended',
        404: 'no credential',
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'web');
      await db.transaction((tx) => credentials.revoke(tx, actor, request.params.id));
      return { status: 204 };
    },
  });
