import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** POST /app/v1/credentials/:id/revoke: ends a credential for good. */
export const revokeCredential = ({ db, credentials }: AdministrationDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/credentials/:id/revoke',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    doc: {
      summary: 'Revoke an API credential or provisioning token',
      tag: 'Credentials',
      description: 'For good, with every token that it got. One that was revoked before stays so.',
      responses: {
        204: { description: 'It is refused from now on.' },
        404: { description: 'There is no such credential.' },
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'web');
      await db.transaction((tx) => credentials.revoke(tx, actor, request.params['id'] ?? ''));
      return { status: 204 };
    },
  });
