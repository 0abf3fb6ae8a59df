import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { MembershipBody } from '#administration/groups/group.shapes.ts';
import { requireLocal } from '#administration/groups/group-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/groups/:id/members: adds members to a local group and removes others. */
export const changeGroupMembers = ({ db, directory }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/groups/:id/members',
    role: 'admin',
    confirmed: true,
    body: MembershipBody,
    doc: {
      summary: 'Add and remove members of a local group',
      tag: 'Groups',
      responses: {
        204: { description: 'Done.' },
        404: 'no group',
        409: { description: 'The identity provider manages the group.' },
      },
    },
    async handle(request) {
      const { add = [], remove = [] } = request.body;
      const actor = actorOf(request, 'web');
      const id = request.params.id;
      await db.transaction((tx) =>
        directory.changeGroup(tx, actor, id, {
          change(before) {
            requireLocal(before, 'members');
            return {
              attributes: before.attributes,
              members: [
                { kind: 'remove', values: remove },
                { kind: 'add', members: add.map((value) => ({ value })) },
              ],
            };
          },
        }),
      );
      return { status: 204 };
    },
  });
