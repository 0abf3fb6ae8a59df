import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { replyToSearch } from '#shared-lists/rows-requests.ts';
import { ROW_QUERY, RowPage } from '#shared-lists/shared-list.shapes.ts';

/** GET /app/v1/lists/:id/rows: searches for rows of a shared list. */
export const listAppRows = (deps: ListsEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/lists/:id/rows',
    doc: {
      summary: 'Search for rows of a shared list',
      tag: 'Lists',
      description: 'Sorted by label. A row whose key is the searched text comes first.',
      query: ROW_QUERY,
      responses: {
        200: { description: 'A page of rows.', schema: RowPage },
        404: 'no list to use',
      },
    },
    async handle({ principal, params, query }) {
      const asked = parseQueryInput(ROW_QUERY, query);
      return { status: 200, body: await replyToSearch(deps, principal, params.id, asked) };
    },
  });
