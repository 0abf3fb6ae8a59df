import type { BulkEndpointDeps } from '#forms/bulk/bulk-deps.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteBulkAct } from './delete-bulk-act.ts';
import { getBulkAct } from './get-bulk-act.ts';
import { listBulkActForms } from './list-bulk-act-forms.ts';
import { listBulkActs } from './list-bulk-acts.ts';
import { postBulkAct } from './post-bulk-act.ts';

/** Returns the endpoints of actions on many forms. */
export const bulkEndpoints = (deps: BulkEndpointDeps): readonly Endpoint[] => [
  postBulkAct(deps),
  listBulkActs(deps),
  getBulkAct(deps),
  listBulkActForms(deps),
  deleteBulkAct(deps),
];
