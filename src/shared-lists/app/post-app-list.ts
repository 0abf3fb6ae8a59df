import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { ListDetail, NewListBody } from '#shared-lists/shared-list.shapes.ts';

/** POST /app/v1/lists: creates a shared list without rows. */
export const postAppList = (deps: ListsEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/lists',
    role: 'designer',
    body: NewListBody,
    doc: {
      summary: 'Create a shared list',
      tag: 'Lists',
      description: 'Whoever creates a list may manage it. Without `grants`, everyone may use it.',
      responses: {
        201: { description: 'The list, without rows.', schema: ListDetail },
        409: { description: 'The account has too many lists.' },
        422: 'wrong columns',
      },
    },
    async handle(request) {
      const { db, lists } = deps;
      const by = actorIn(request);
      const input = request.body;
      const body = await db.transaction(async (tx) =>
        describeList(deps, tx, by, await lists.createList(tx, by, input)),
      );
      return { status: 201, body };
    },
  });
