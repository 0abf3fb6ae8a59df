import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { usesOf } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';

/** DELETE /app/v1/lists/:id: deletes a shared list that no template uses. */
export const deleteAppList = (deps: ListsEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/lists/:id',
    role: 'designer',
    doc: {
      summary: 'Delete a shared list',
      tag: 'Lists',
      description: 'Answers keep what was chosen from the list.',
      responses: {
        204: { description: 'The list was deleted.' },
        404: 'no list to use',
        409: { description: 'Templates use the list (`list-used`). `templates` names them.' },
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const { db, lists } = deps;
      await db.transaction((tx) => lists.removeList(tx, by, request.params.id, usesOf(deps)));
      return { status: 204 };
    },
  });
