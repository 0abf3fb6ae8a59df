import { takeBulkAct } from '#bulk/begin-bulk-act.ts';
import type { BulkEndpointDeps } from '#bulk/bulk-deps.ts';
import { operation } from '#http/operation.ts';
import { BulkActItem } from './bulk-act.shapes.ts';
import { toItems } from './bulk-act-item.ts';

/** GET /bulk-acts/:id: returns the progress of an action on many forms. */
export const getBulkAct = (deps: BulkEndpointDeps) =>
  operation({
    method: 'GET',
    path: '/bulk-acts/:id',
    right: 'forms.read',
    etag: 'content',
    doc: {
      summary: 'Read a bulk action',
      tag: 'Bulk actions',
      responses: {
        200: { description: 'The action.', schema: BulkActItem },
        304: 'not modified',
        404: 'no action',
      },
    },
    async handle({ principal, params }) {
      const job = await takeBulkAct(deps, principal, params.id);
      const [body] = await toItems(deps.db.reader, job.accountId, [job]);
      return { status: 200, body };
    },
  });
