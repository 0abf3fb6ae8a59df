import type { FormsDeps } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { requireListRight } from '#lists/index.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import { ListDetail } from '#shared-lists/shared-list.shapes.ts';

/** GET /app/v1/lists/:id: returns a shared list without its rows. */
export const getAppList = (deps: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/lists/:id',
    doc: {
      summary: 'Read a shared list',
      tag: 'Lists',
      responses: {
        200: { description: 'The list.', schema: ListDetail },
        404: 'no list to use',
      },
    },
    async handle({ principal, params }) {
      const { reader } = deps.db;
      const list = await requireListRight(deps, reader, principal, params.id, 'use');
      return { status: 200, body: await describeList(deps, reader, principal, list) };
    },
  });
