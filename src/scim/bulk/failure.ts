import { isOutage } from '#db/dialect.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { ScimError } from '#scim/protocol/index.ts';
import { inCatalogue } from '#scim/scim-endpoint.ts';

/** Why an operation was not done. */
export interface Failure {
  /** That of the error, but for circles. */
  readonly status: number;
  /** What the single request would have been answered. */
  readonly error: AppError;
  /** The storage is away: there is no point in going on. */
  readonly ends?: true;
}

/**
 * What the client is told of an operation that threw. Those before it are done and have to be reported, so an outage
 * is a result here.
 * @throws the error itself when it is a fault of ours
 */
export function failureOf(error: unknown): Failure {
  if (isOutage(error)) {
    const detail = 'The storage did not answer. Send this operation and those not reported again.';
    const outage = fail('storage-unavailable', detail, { cause: error });
    return { status: outage.status, error: outage, ends: true };
  }
  if (error instanceof ScimError) return { status: error.status, error: inCatalogue(error) };
  if (!(error instanceof AppError)) throw error;
  // RFC 7644 §3.7.1: a circle that can't be resolved is a conflict.
  return { status: error.code === 'group-cycle' ? 409 : error.status, error };
}

/** Of an operation that would have been done without another one. */
export function undone(culprits: string): Failure {
  const error = fail(
    'not-done',
    `Nothing of this request was done, because Operations[${culprits}] failed and atomic is true.`,
  );
  return { status: error.status, error };
}
