import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import { requireListRight } from '#lists/index.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import { ListDetail } from '#shared-lists/shared-list.shapes.ts';

/** GET /v2/lists/:id: returns a shared list without its rows. */
export const getList = (deps: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/lists/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Read a shared list',
      tag: 'Lists',
      responses: {
        200: { description: 'The list.', schema: ListDetail },
        304: 'not modified',
        404: 'no list to use by the acting user',
      },
    },
    async handle(request) {
      const { reader } = deps.db;
      const { principal, params } = request;
      const list = await requireListRight(deps, reader, principal, params.id, 'use');
      return replyWith(request, await describeList(deps, reader, principal, list));
    },
  });
