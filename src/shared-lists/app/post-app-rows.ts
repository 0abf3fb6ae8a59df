import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { replyToWrites } from '#shared-lists/rows-requests.ts';
import { RowWritesBody, WrittenRows } from '#shared-lists/shared-list.shapes.ts';

/** POST /app/v1/lists/:id/rows: adds, replaces and deactivates single rows of a shared list. */
export const postAppRows = (deps: ListsEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/lists/:id/rows',
    role: 'designer',
    body: RowWritesBody,
    doc: {
      summary: 'Write rows of a shared list',
      tag: 'Lists',
      description: 'All other rows stay as they are.',
      responses: {
        200: { description: 'The new version.', schema: WrittenRows },
        404: 'no list to use',
        409: { description: 'Somebody else is writing rows of the list (`list-busy`).' },
        412: 'rows changed',
        422: { description: 'The rows are not valid. `faults` names each row and column.' },
      },
    },
    async handle(request) {
      const { id } = request.params;
      return { status: 200, body: await replyToWrites(deps, actorIn(request), id, request.body) };
    },
  });
