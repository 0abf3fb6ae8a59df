import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { replyWithChanges } from '#shared-lists/rows-requests.ts';
import { CHANGES_QUERY, RowChanges } from '#shared-lists/shared-list.shapes.ts';

/** GET /v2/lists/:id/changes: returns the rows that changed since, for a system that keeps a copy. */
export const listRowChanges = (deps: ListsEndpointDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/lists/:id/changes',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Read the rows of a shared list that changed',
      tag: 'Lists',
      query: CHANGES_QUERY,
      responses: {
        200: { description: 'The rows, in the order of their changes.', schema: RowChanges },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no list to use by the acting user',
      },
    },
    async handle(request) {
      const sent = parseQueryInput(CHANGES_QUERY, request.query);
      const { principal, params } = request;
      return replyWith(request, await replyWithChanges(deps, principal, params.id, sent));
    },
  });
