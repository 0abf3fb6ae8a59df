// Limits and totals of what an account stores: bytes of files, and forms. Each write updates the totals, so that
// reading them is cheap and no limit is exceeded. This folder knows amounts only; the domain that writes a file or a
// form calls `take` and `giveBack`.

export { fillLevelOf } from './fill-level.ts';
export type { QuotaName } from './quotas.store.ts';
export { createQuotas, type Quotas, type Usage } from './quotas.ts';
export { recount, selectDeviation } from './recount.store.ts';
