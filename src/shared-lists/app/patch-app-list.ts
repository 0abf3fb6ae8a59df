import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { ListChangeBody, ListDetail } from '#shared-lists/shared-list.shapes.ts';

/** PATCH /app/v1/lists/:id: changes the name, the columns and the rights of a shared list. */
export const patchAppList = (deps: ListsEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/lists/:id',
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
    async handle(request) {
      const { db, lists } = deps;
      const { revision, ...changes } = request.body;
      const by = actorIn(request);
      const { id } = request.params;
      const changed = await db.transaction((tx) =>
        lists.changeList(tx, by, id, { ...changes, ifRevision: revision }),
      );
      return { status: 200, body: await describeList(deps, db.reader, by, changed) };
    },
  });
