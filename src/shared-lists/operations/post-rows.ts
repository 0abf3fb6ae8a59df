import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { RowWritesBody, WrittenRows } from '#shared-lists/shared-list.shapes.ts';

/** POST /lists/:id/rows: adds, replaces and deactivates single rows of a shared list. */
export const postRows = ({ db, lists }: ListsEndpointDeps) =>
  operation({
    method: 'POST',
    path: '/lists/:id/rows',
    right: 'lists',
    role: 'designer',
    body: RowWritesBody,
    doc: {
      summary: 'Write rows of a shared list',
      tag: 'Lists',
      description: 'All other rows stay as they are.',
      responses: {
        200: { description: 'The new version.', schema: WrittenRows },
        404: 'no list to use',
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
    async handle(call) {
      const { rows = [], deactivate = [], version: ifVersion } = call.body;
      const { list, counts } = await db.transaction((tx) =>
        lists.writeRows(tx, actorOfCall(call), call.params.id, { rows, deactivate, ifVersion }),
      );
      return { status: 200, body: { version: list.version, counts } satisfies WrittenRows };
    },
  });
