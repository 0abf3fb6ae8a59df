// How much an account may keep, and how much it keeps: bytes of files, and forms. Totals are kept with each write, so
// that asking costs next to nothing, and no limit is overshot. It knows amounts; what takes them and gives them back is
// the business of whoever writes it.

export { fillLevelOf } from './fill-level.ts';
export type { QuotaName } from './quotas.store.ts';
export { createQuotas, type Quotas, type Usage } from './quotas.ts';
export { recount, selectOff } from './recount.store.ts';
