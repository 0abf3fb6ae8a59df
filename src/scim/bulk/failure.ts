import { isOutage } from '#db/dialect.ts';
import { AppError } from '#kernel/errors.ts';
import { ScimError } from '#scim/protocol/index.ts';

/** Why an operation was not done, in the words of RFC 7644 §3.12. */
export interface Failure {
  readonly status: number;
  readonly detail: string;
  readonly scimType?: string | undefined;
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
    return { status: 503, detail, ends: true };
  }
  if (!(error instanceof ScimError || error instanceof AppError)) throw error;
  const { status, detail, scimType } = error;
  // RFC 7644 §3.7.1: a circle that can't be resolved is a conflict.
  if (error instanceof AppError && error.code === 'group-cycle') return { status: 409, detail };
  return { status, detail, scimType };
}
