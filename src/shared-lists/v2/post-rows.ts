import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { replyToWrites } from '#shared-lists/rows-requests.ts';
import { RowWritesBody, WrittenRows } from '#shared-lists/shared-list.shapes.ts';

/** POST /v2/lists/:id/rows: adds, replaces and deactivates single rows of a shared list. */
export const postRows = (deps: ListsEndpointDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/lists/:id/rows',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'lists', role: 'designer' },
    body: 'json',
    doc: {
      summary: 'Write rows of a shared list',
      tag: 'Lists',
      description: 'All other rows stay as they are.',
      body: RowWritesBody,
      responses: {
        200: { description: 'The new version.', schema: WrittenRows },
        404: 'no list to use by the acting user',
        409: {
          description: 'Somebody else is writing rows of the list.',
          codes: ['list-busy'],
        },
        412: 'rows changed',
        422: {
          description: 'The rows are not valid. `faults` names each row and column.',
          codes: ['invalid-rows'],
        },
      },
    },
    async handle(request) {
      const input = parseInput(RowWritesBody, request.body ?? {});
      const by = formActorOf(request);
      return { status: 200, body: await replyToWrites(deps, by, request.params.id, input) };
    },
  });
