import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { GroupMemberList, MEMBER_QUERY } from '#administration/groups/group.shapes.ts';
import { noGroup } from '#administration/groups/group-item.ts';
import { selectGroup, selectMembers } from '#administration/groups/group-list.store.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/groups/:id/members: the direct members of a group. */
export const listGroupMembers = ({ db, seal }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/groups/:id/members',
    role: 'admin',
    query: MEMBER_QUERY,
    doc: {
      summary: 'List the members of a group',
      tag: 'Groups',
      description: 'Direct members, sorted by id.',
      responses: {
        200: { description: 'A page of members.', schema: GroupMemberList },
        404: 'no group',
      },
    },
    async handle({ principal: { accountId }, params, query }) {
      const id = params.id;
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const context: ListContext = { list: 'members', accountId, terms: [id] };
      const [after = ''] = openCursor(seal, context, cursor) ?? [];
      if (!(await selectGroup(db.reader, accountId, id))) throw noGroup();
      const rows = await selectMembers(db.reader, accountId, id, after, limit + 1);
      const body = toPage(seal, context, rows, limit, {
        positionOf: (row) => [row.id],
        toItem: (row) => ({ id: row.id, type: row.type, display: row.display }),
      });
      return { status: 200, body };
    },
  });
