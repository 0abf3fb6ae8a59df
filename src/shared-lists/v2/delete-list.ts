import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { usesOf } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';

/** DELETE /v2/lists/:id: deletes a shared list that no template uses. */
export const deleteSharedList = (deps: ListsEndpointDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/v2/lists/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'lists', role: 'designer' },
    doc: {
      summary: 'Delete a shared list',
      tag: 'Lists',
      description: 'Answers keep what was chosen from the list.',
      responses: {
        204: { description: 'The list was deleted.' },
        404: 'no list to use by the acting user',
        409: {
          description: 'Templates use the list. `templates` names them.',
          codes: ['list-used'],
        },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const { db, lists } = deps;
      await db.transaction((tx) => lists.removeList(tx, by, request.params.id, usesOf(deps)));
      return { status: 204 };
    },
  });
