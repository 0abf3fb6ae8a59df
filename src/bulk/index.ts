/** One action on many forms, by a job that tells for each how it went. */
import type { Endpoint } from '#http/endpoint.ts';
import type { BulkEndpointDeps } from './bulk-deps.ts';
import { deleteBulkAct } from './operations/delete-bulk-act.ts';
import { getBulkAct } from './operations/get-bulk-act.ts';
import { listBulkActForms } from './operations/list-bulk-act-forms.ts';
import { listBulkActs } from './operations/list-bulk-acts.ts';
import { postBulkAct } from './operations/post-bulk-act.ts';

export { forgetMessages } from './bulk-report.store.ts';
export { type BulkRunner, createBulkRunner } from './bulk-runner.ts';
export { ownBulkActs } from './bulk-sight.store.ts';

export const bulkEndpoints = (deps: BulkEndpointDeps): readonly Endpoint[] => [
  ...postBulkAct(deps),
  ...listBulkActs(deps),
  ...getBulkAct(deps),
  ...listBulkActForms(deps),
  ...deleteBulkAct(deps),
];
