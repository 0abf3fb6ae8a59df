import { isOutage } from '#db/dialect.ts';
import { AppError, type ErrorCode } from '#kernel/errors.ts';
import type { ItemOutcome } from './bulk-act.ts';

/** Another runner has the action, or it was cancelled: what was done in the transaction is undone. */
export class ActLost extends Error {
  override readonly name = 'ActLost';
}

/** Errors that say that there was nothing to do, or that the user may not do it. */
const SKIPPED: ReadonlySet<ErrorCode> = new Set([
  'not-found',
  'forbidden',
  'form-state',
  'assignment-state',
  'reminded-already',
]);
/** Errors that pass: it is tried again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['busy', 'storage-unavailable', 'draining']);
const MAX_MESSAGE_LENGTH = 300;

/** Returns whether an error passes, like one of a storage that can't be reached or is full for a while. */
export const isPassing = (error: unknown): boolean =>
  error instanceof AppError ? PASSING.has(error.code) : isOutage(error);

/** Returns what an error says about the form or the assignment that it came of. */
export function itemOutcome(error: unknown): ItemOutcome {
  if (!(error instanceof AppError)) {
    const message = 'Formstead had an internal error. Try again.';
    return { outcome: 'failed', reason: 'internal', message };
  }
  const { code, detail } = error;
  const message = detail.slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
  return { outcome: SKIPPED.has(code) ? 'skipped' : 'failed', reason: code, message };
}
