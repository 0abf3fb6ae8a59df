import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/groups/:id: a group goes, its members stay. */
export const deleteGroup = ({ db, directory }: AdministrationDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/app/v1/groups/:id',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    doc: {
      summary: 'Delete a group',
      tag: 'Groups',
      description:
        'Also one that the identity provider left behind; while it still has the group, its next sync makes it anew.',
      responses: {
        204: { description: 'Deleted.' },
        404: { description: 'There is no such group.' },
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'web');
      await db.transaction((tx) =>
        directory.deleteGroup(tx, actor, request.params['id'] ?? '', {}),
      );
      return { status: 204 };
    },
  });
