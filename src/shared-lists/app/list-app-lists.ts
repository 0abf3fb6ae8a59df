import type { FormsDeps } from '#form-basics/index.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fold } from '#kernel/text.ts';
import { listsHeldBy, selectLists } from '#lists/index.ts';
import { managedBy, toListItem } from '#shared-lists/describe-list.ts';
import { LIST_QUERY, ListPage } from '#shared-lists/shared-list.shapes.ts';

/** GET /app/v1/lists: returns the shared lists that the user may use, by name. */
export const listAppLists = ({ db, directory, seal }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/lists',
    query: LIST_QUERY,
    doc: {
      summary: 'List shared lists',
      tag: 'Lists',
      description: 'Sorted by name. Admins see all lists, others those that they may use.',
      responses: { 200: { description: 'A page of lists.', schema: ListPage } },
    },
    async handle({ principal, query: asked }) {
      const { accountId, userId, role } = principal;
      const { q = '', managed = false, limit = DEFAULT_LIMIT, cursor } = asked;
      const context: ListContext = { list: 'lists', accountId, terms: [userId, role, q, managed] };
      const after = openCursor(seal, context, cursor);
      const by = await listsHeldBy({ directory }, db.reader, principal, managed);
      const isNone = managed && role === 'member';
      const rows = isNone
        ? []
        : await selectLists(db.reader, accountId, { by, like: fold(q.trim()) }, after, limit + 1);
      const mayManage = await managedBy({ directory }, db.reader, principal);
      const body = toPage(seal, context, rows, limit, {
        positionOf: ({ name, id }) => [fold(name), id],
        toItem: (list) => toListItem(list, mayManage(list)),
      });
      return { status: 200, body: body satisfies ListPage };
    },
  });
