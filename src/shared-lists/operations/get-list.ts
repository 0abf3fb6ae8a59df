import type { FormsDeps } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { requireListRight } from '#lists/index.ts';
import { describeList } from '#shared-lists/describe-list.ts';
import { ListDetail } from '#shared-lists/shared-list.shapes.ts';

/** GET /lists/:id: returns a shared list without its rows. */
export const getList = (deps: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/lists/:id',
    right: 'forms.read',
    etag: 'content',
    doc: {
      summary: 'Read a shared list',
      tag: 'Lists',
      responses: {
        200: { description: 'The list.', schema: ListDetail },
        304: 'not modified',
        404: 'no list to use',
      },
    },
    async handle({ principal, params }) {
      const { reader } = deps.db;
      const list = await requireListRight(deps, reader, principal, params.id, 'use');
      return { status: 200, body: await describeList(deps, reader, principal, list) };
    },
  });
