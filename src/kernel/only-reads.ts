import { type AppError, fail } from './errors.ts';

/** A move of the data takes minutes. */
const RETRY_AFTER_S = '60';

/** Returns the error of a change that a node which only reads refuses (FORMSTEAD_READ_ONLY). */
export const onlyReads = (cause?: unknown): AppError =>
  fail(
    'read-only',
    'The service is being moved and can only be read meanwhile. Nothing was changed. Try again in a few minutes.',
    { cause, headers: { 'retry-after': RETRY_AFTER_S } },
  );
