import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { GroupBody, GroupDetail } from '#administration/groups/group.shapes.ts';
import { readGroupDetail } from '#administration/groups/group-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** POST /app/v1/groups: creates a local group. */
export const postGroup = ({ db, directory }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/groups',
    role: 'admin',
    body: GroupBody,
    doc: {
      summary: 'Create a local group',
      tag: 'Groups',
      responses: {
        201: { description: 'Created.', schema: GroupDetail },
        409: { description: 'The name is taken.' },
      },
    },
    async handle(request) {
      const attributes = request.body;
      const actor = actorOf(request, 'web');
      const body = await db.transaction(async (tx) => {
        const { group } = await directory.createGroup(tx, actor, {
          attributes,
          members: [],
          origin: 'local',
        });
        return await readGroupDetail({ directory }, tx, actor.accountId, group.id);
      });
      return { status: 201, body };
    },
  });
