import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { ListDetail } from '#shared-lists/shared-list.shapes.ts';
import { PublicColumnsBody } from '#templates/index.ts';

/** PUT /lists/:id/public-columns: makes a shared list public, column by column, or no longer public. */
export const putPublicColumns = (deps: ListsEndpointDeps) =>
  operation({
    method: 'PUT',
    path: '/lists/:id/public-columns',
    right: 'lists',
    role: 'designer',
    body: PublicColumnsBody,
    doc: {
      summary: 'Make a shared list public',
      tag: 'Lists',
      description:
        'Anybody with a public link to a form that chooses from the list can then search for its active rows and read these columns. Other columns stay on the server, and links do not use them.',
      responses: {
        200: { description: 'The current state.', schema: ListDetail },
        404: 'no list to use',
        409: { description: 'Somebody is writing rows of the list (`list-busy`).' },
        412: {
          description: 'Another user changed the list. `currentRevision` is its current revision.',
        },
        422: 'wrong columns',
      },
    },
    async handle(call) {
      const { db, lists } = deps;
      const { revision: ifRevision = call.ifRevision, columns } = call.body;
      const by = actorOfCall(call);
      const changed = await lists.openList(by, call.params.id, { columns, ifRevision });
      return { status: 200, body: await describeList(deps, db.reader, by, changed) };
    },
  });
