import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { replyToSearch } from '#shared-lists/rows-requests.ts';
import { ROW_QUERY, RowPage } from '#shared-lists/shared-list.shapes.ts';

/** GET /v2/lists/:id/rows: searches for rows of a shared list. */
export const listRows = (deps: ListsEndpointDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/lists/:id/rows',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Search for rows of a shared list',
      tag: 'Lists',
      description: 'Sorted by label. A row whose key is the searched text comes first.',
      query: ROW_QUERY,
      responses: {
        200: { description: 'A page of rows.', schema: RowPage },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no list to use by the acting user',
      },
    },
    async handle(request) {
      const asked = parseQueryInput(ROW_QUERY, request.query);
      const { principal, params } = request;
      return replyWith(request, await replyToSearch(deps, principal, params.id, asked));
    },
  });
