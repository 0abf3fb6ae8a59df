import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/groups/:id: deletes a group, but not its members. */
export const deleteGroup = ({ db, directory }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/groups/:id',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Delete a group',
      tag: 'Groups',
      description:
        'Also deletes a group that the identity provider no longer manages. If the identity provider still has the group, its next sync creates it again.',
      responses: {
        204: 'deleted',
        404: 'no group',
      },
    },
    async handle(request) {
      const actor = actorOf(request, 'web');
      await db.transaction((tx) => directory.removeGroup(tx, actor, request.params.id, {}));
      return { status: 204 };
    },
  });
