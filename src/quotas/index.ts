// Limits and totals of what an account stores: bytes of files and of answers, and forms. Each write updates the totals, so that
// reading them is cheap and no limit is exceeded. This folder knows amounts only; the domain that writes a file or a
// form calls `take` and `giveBack`; the stores of forms call `countAnswerBytes`.

export { countAnswerBytes, EVENT_BYTES } from './answer-bytes.ts';
export type { AnswerWriter } from './answers.ts';
export { isCounting as isCountingAnswers } from './count-answers.store.ts';
export { countAnswers, recountAnswers } from './count-answers.ts';
export { fillLevelOf } from './fill-level.ts';
export type { Usage } from './limits.ts';
export { QUOTA_NAMES, type QuotaName } from './quotas.store.ts';
export { createQuotas, type Quotas } from './quotas.ts';
export { recount, selectDeviation } from './recount.store.ts';
