import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { ListDetail, NewListBody } from '#shared-lists/shared-list.shapes.ts';

/** POST /lists: creates a shared list without rows. */
export const postList = (deps: ListsEndpointDeps) =>
  operation({
    method: 'POST',
    path: '/lists',
    right: 'lists',
    role: 'designer',
    body: NewListBody,
    etag: 'none',
    doc: {
      summary: 'Create a shared list',
      tag: 'Lists',
      description: 'The acting user may manage it. Without `grants`, everyone may use it.',
      idempotent: true,
      responses: {
        201: {
          description: 'The list, without rows.',
          schema: ListDetail,
          headers: { Location: 'The address of the new resource.' },
        },
        409: { description: 'The account has too many lists.', codes: ['too-many-lists'] },
        422: {
          description: 'The columns are not valid. `at` names the position.',
          codes: ['invalid-list'],
        },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const body = await deps.idempotency.once(call.api, 'POST /v2/lists', async (tx) =>
        describeList(deps, tx, by, await deps.lists.createList(tx, by, call.body)),
      );
      const location = `${deps.publicUrl()}/v2/lists/${body.id}`;
      return { status: 201, headers: { location }, body };
    },
  });
