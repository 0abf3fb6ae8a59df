import { isOutage } from '#db/dialect.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { ScimError } from '#scim/protocol/index.ts';
import { inCatalogue } from '#scim/scim-endpoint.ts';

/** The reason why an operation was not done. */
export interface Failure {
  /** The status of the error, except that a membership cycle is 409. */
  readonly status: number;
  /** The error that the single request would be answered with. */
  readonly error: AppError;
  /** True when the storage does not answer: the remaining operations are not tried. */
  readonly ends?: true;
}

/**
 * Returns the failure to report for an operation that threw. An outage is a result too, because the operations before
 * it are done and have to be reported.
 * @throws the error itself when it is an unexpected one
 */
export function failureOf(error: unknown): Failure {
  if (isOutage(error)) {
    const detail = 'The storage did not answer. Send this operation and those not reported again.';
    const outage = fail('storage-unavailable', detail, { cause: error });
    return { status: outage.status, error: outage, ends: true };
  }
  if (error instanceof ScimError) return { status: error.status, error: inCatalogue(error) };
  if (!(error instanceof AppError)) throw error;
  // RFC 7644 §3.7.1: a cycle that cannot be resolved is a conflict.
  return { status: error.code === 'group-cycle' ? 409 : error.status, error };
}

/** Returns the failure of an operation that was undone only because another one failed. */
export function undone(culprits: string): Failure {
  const error = fail(
    'not-done',
    `Nothing of this request was done, because Operations[${culprits}] failed and atomic is true.`,
  );
  return { status: error.status, error };
}
