import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { GROUP_QUERY, GroupList } from '#administration/groups/group.shapes.ts';
import { toListedGroup } from '#administration/groups/group-item.ts';
import { countDirectMembers, selectGroups } from '#administration/groups/group-list.store.ts';
import { readCounter } from '#db/counters.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { find } from '#search/index.ts';

/** GET /app/v1/groups: the groups of the account. */
export const listGroups = ({ db, seal }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/groups',
    role: 'admin',
    query: GROUP_QUERY,
    doc: {
      summary: 'List or search groups',
      tag: 'Groups',
      description: 'Sorted by display name. `q` matches the start of any word of it.',
      responses: { 200: { description: 'A page of groups.', schema: GroupList } },
    },
    async handle({ principal: { accountId }, query: asked }) {
      const { q = '', origin, namesakes, limit = DEFAULT_LIMIT, cursor } = asked;
      const context: ListContext = { list: 'groups', accountId, terms: [q, origin, namesakes] };
      const found = await find(db, { accountId, kind: 'group' }, q);
      const filter = { accountId, found, origin, namesakes };
      const [after] = openCursor(seal, context, cursor) ?? [];
      const rows = await selectGroups(db, filter, after, limit + 1);
      const ids = rows.map(({ id }) => id);
      const counts = await countDirectMembers(db.reader, accountId, ids);
      const page = toPage(seal, context, rows, limit, {
        positionOf: (row) => [row.display_name_key, row.id],
        toItem: (row) => toListedGroup(row, counts.get(row.id) ?? 0),
      });
      const isFiltered = q !== '' || origin !== undefined || namesakes !== undefined;
      const total = isFiltered ? undefined : await readCounter(db.reader, accountId, 'groups');
      return { status: 200, body: { ...page, ...(total !== undefined && { total }) } };
    },
  });
