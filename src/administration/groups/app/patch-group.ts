import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { GroupBody, GroupDetail } from '#administration/groups/group.shapes.ts';
import { readGroupDetail, requireLocal } from '#administration/groups/group-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** PATCH /app/v1/groups/:id: renames a local group. */
export const patchGroup = ({ db, directory }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/groups/:id',
    role: 'admin',
    body: GroupBody,
    doc: {
      summary: 'Rename a local group',
      tag: 'Groups',
      responses: {
        200: { description: 'The current state.', schema: GroupDetail },
        404: 'no group',
        409: { description: 'The name is taken, or the identity provider manages the group.' },
      },
    },
    async handle(request) {
      const { displayName } = request.body;
      const actor = actorOf(request, 'web');
      const id = request.params.id;
      const body = await db.transaction(async (tx) => {
        await directory.changeGroup(tx, actor, id, {
          change(before) {
            requireLocal(before, 'displayName');
            return { attributes: { ...before.attributes, displayName }, members: [] };
          },
        });
        return await readGroupDetail({ directory }, tx, actor.accountId, id);
      });
      return { status: 200, body };
    },
  });
