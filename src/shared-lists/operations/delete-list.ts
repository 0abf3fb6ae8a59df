import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { usesOf } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';

/** DELETE /lists/:id: deletes a shared list that no template uses. */
export const deleteSharedList = (deps: ListsEndpointDeps) =>
  operation({
    method: 'DELETE',
    path: '/lists/:id',
    right: 'lists',
    role: 'designer',
    doc: {
      summary: 'Delete a shared list',
      tag: 'Lists',
      description: 'Answers keep what was chosen from the list.',
      responses: {
        204: { description: 'The list was deleted.' },
        404: 'no list to use',
        409: {
          description: 'Templates use the list. `templates` names them.',
          codes: ['list-used'],
        },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { db, lists } = deps;
      await db.transaction((tx) => lists.removeList(tx, by, call.params.id, usesOf(deps)));
      return { status: 204 };
    },
  });
