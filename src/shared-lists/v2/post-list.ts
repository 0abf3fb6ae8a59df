import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { ListDetail, NewListBody } from '#shared-lists/shared-list.shapes.ts';

/** POST /v2/lists: creates a shared list without rows. */
export const postList = (deps: ListsEndpointDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/lists',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'lists', role: 'designer' },
    body: 'json',
    doc: {
      summary: 'Create a shared list',
      tag: 'Lists',
      description: 'The acting user may manage it. Without `grants`, everyone may use it.',
      idempotent: true,
      body: NewListBody,
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
    async handle(request) {
      const by = formActorOf(request);
      const input = parseInput(NewListBody, request.body ?? {});
      const body = await deps.idempotency.once(request, 'POST /v2/lists', async (tx) =>
        describeList(deps, tx, by, await deps.lists.createList(tx, by, input)),
      );
      return {
        status: 201,
        headers: { location: `${deps.publicUrl()}/v2/lists/${body.id}` },
        body,
      };
    },
  });
