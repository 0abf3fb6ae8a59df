import { Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { DEFAULT_PAGE_SIZE, readParameters } from '#http/v2/parameters.ts';
import { PAGE_PARAMETERS, replyWith } from '#http/v2/v2-reply.ts';
import { LIST_LIMITS, listsHeldBy, selectLists } from '#lists/index.ts';
import { managedBy, toListItem } from '#shared-lists/describe-list.ts';
import { ListItem } from '#shared-lists/shared-list.shapes.ts';

const QUERY = Type.Object({
  pageNumber: PAGE_PARAMETERS.pageNumber,
  pageSize: PAGE_PARAMETERS.pageSize,
});

/** GET /v2/lists: returns the shared lists that the acting user may use. */
export const listLists = ({ db, directory }: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/lists',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'List shared lists',
      tag: 'Lists',
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array, by name.',
          schema: Type.Array(ListItem),
          headers: { 'X-Total-Count': 'The number of items on all pages together.' },
        },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    async handle(request) {
      const asked = readParameters(QUERY, request.query);
      const { pageNumber = 1, pageSize = DEFAULT_PAGE_SIZE } = asked;
      const { principal } = request;
      const by = await listsHeldBy({ directory }, db.reader, principal, false);
      const selection = { by, like: '' };
      const all = await selectLists(
        db.reader,
        principal.accountId,
        selection,
        undefined,
        LIST_LIMITS.lists,
      );
      const mayManage = await managedBy({ directory }, db.reader, principal);
      const page = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
      const items = page.map((list) => toListItem(list, mayManage(list)));
      return replyWith(request, items, { 'x-total-count': String(all.length) });
    },
  });
