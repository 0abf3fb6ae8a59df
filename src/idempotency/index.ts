/**
 * Keys by which a client may repeat a request that creates something (draft-ietf-httpapi-idempotency-key-header-07).
 * The result is stored in the transaction of the write, so that both are there or neither is. This folder knows
 * requests and results only; the endpoint says what is written, and makes its answer from the result.
 */
import type { SealedTexts } from '#db/sealed-texts.ts';
import { sealedColumn } from '#db/sealed-texts.ts';
import { resultContext } from './answer-context.ts';

export { createIdempotency, type Idempotency } from './idempotency.ts';
export { forgetIdempotentAnswers } from './idempotent-answers.store.ts';

/** The stored results, which hold answers of forms. */
export const sealedIdempotentAnswers: SealedTexts = sealedColumn({
  name: 'results of repeatable requests',
  table: 'idempotent_answers',
  column: 'result',
  id: 'id',
  contextOf: resultContext,
});
