import type { Static } from 'typebox';
import type { Viewer } from '#form-basics/index.ts';
import { type ListContext, openCursor, sealCursor } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import { LIST_LIMITS, type List, requireListRight } from '#lists/index.ts';
import { toListRow } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { ROW_QUERY, RowPage } from '#shared-lists/shared-list.shapes.ts';

/** GET /lists/:id/rows: searches for rows of a shared list. */
export const listRows = (deps: ListsEndpointDeps) =>
  operation({
    method: 'GET',
    path: '/lists/:id/rows',
    right: 'forms.read',
    etag: 'content',
    query: ROW_QUERY,
    doc: {
      summary: 'Search for rows of a shared list',
      tag: 'Lists',
      description: 'Sorted by label. A row whose key is the searched text comes first.',
      responses: {
        200: { description: 'A page of rows.', schema: RowPage },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no list to use',
      },
    },
    handle: async ({ principal, params, query }) => ({
      status: 200,
      body: await searchRows(deps, principal, params.id, query),
    }),
  });

/** @throws AppError `not-found`, `invalid-parameter`, `query-too-slow`, `busy`. */
async function searchRows(
  deps: ListsEndpointDeps,
  viewer: Viewer,
  id: string,
  asked: Static<typeof ROW_QUERY>,
): Promise<RowPage> {
  const list = await requireListRight(deps, deps.db.reader, viewer, id, 'use');
  const { q = '', column, value = '', active = true, limit, cursor } = asked;
  if (column !== undefined) requireSearched(list, column);
  const context: ListContext = {
    list: 'list-rows',
    accountId: viewer.accountId,
    terms: [viewer.userId, list.id, q, column, value, active],
  };
  const { rows, next } = await deps.lists.searchRows(list, {
    text: q,
    ...(column !== undefined && { filter: { column, value } }),
    active,
    after: openCursor(deps.seal, context, cursor),
    limit,
  });
  const cursorAfter = next && sealCursor(deps.seal, context, next);
  return { items: rows.map(toListRow), ...(cursorAfter !== undefined && { next: cursorAfter }) };
}

function requireSearched({ columns }: List, column: string): void {
  const allowed = columns.slice(0, LIST_LIMITS.searched).map(({ key }) => key);
  if (allowed.includes(column)) return;
  throw fail('invalid-parameter', `column must be one of ${allowed.join(', ')}.`, {
    at: 'column',
    because: { reason: 'not-allowed', allowed: allowed.join(', ') },
  });
}
