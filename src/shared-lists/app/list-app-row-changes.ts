import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { replyWithChanges } from '#shared-lists/rows-requests.ts';
import { CHANGES_QUERY, RowChanges } from '#shared-lists/shared-list.shapes.ts';

/** GET /app/v1/lists/:id/changes: returns the rows that changed since, for a device that keeps the list. */
export const listAppRowChanges = (deps: ListsEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/lists/:id/changes',
    doc: {
      summary: 'Read the rows of a shared list that changed',
      tag: 'Lists',
      query: CHANGES_QUERY,
      responses: {
        200: { description: 'The rows, in the order of their changes.', schema: RowChanges },
        404: 'no list to use',
      },
    },
    async handle({ principal, params, query }) {
      const sent = parseQueryInput(CHANGES_QUERY, query);
      return { status: 200, body: await replyWithChanges(deps, principal, params.id, sent) };
    },
  });
