import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { ListChangeBody, ListDetail } from '#shared-lists/shared-list.shapes.ts';

/** PATCH /lists/:id: changes the name, the columns and the rights of a shared list. */
export const patchList = (deps: ListsEndpointDeps) =>
  operation({
    method: 'PATCH',
    path: '/lists/:id',
    right: 'lists',
    role: 'designer',
    body: ListChangeBody,
    doc: {
      summary: 'Change a shared list',
      tag: 'Lists',
      responses: {
        200: { description: 'The current state.', schema: ListDetail },
        404: 'no list to use',
        412: {
          description: 'Another user changed the list. `currentRevision` is its current revision.',
        },
        422: 'wrong columns',
      },
    },
    async handle(call) {
      const { db, lists } = deps;
      const { revision: ifRevision = call.ifRevision, ...changes } = call.body;
      const by = actorOfCall(call);
      const changed = await db.transaction((tx) =>
        lists.changeList(tx, by, call.params.id, { ...changes, ifRevision }),
      );
      return { status: 200, body: await describeList(deps, db.reader, by, changed) };
    },
  });
