// When a request is sent again, and how long the client waits before it does.
import { setTimeout as sleep } from 'node:timers/promises';
import { FormsteadError } from './formstead-error.ts';

export interface RetryPolicy {
  readonly retries: number;
  readonly maxRetryDelayMs: number;
}

const FIRST_DELAY_MS = 250;
const MAX_BACKOFF_MS = 8000;
const JITTER_MS = 250;
/** A service that is down or restarts, and a proxy in front of it. */
const UNAVAILABLE = new Set([502, 503, 504]);
/** 503 as well, but the same request would be as heavy the next time. */
const IN_VAIN = new Set(['query-too-heavy']);

/** What is tried. */
export interface Repeated {
  /** As errors name it. */
  readonly operation: string;
  /** Whether sending the request twice does the same as sending it once. */
  readonly isRepeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `attempt` until it succeeds, or fails in a way that another try cannot mend.
 * @throws FormsteadError of the last try
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  repeated: Repeated,
  { retries, maxRetryDelayMs }: RetryPolicy,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= retries || !mayRepeat(error, repeated)) throw error;
      const delay = delayBefore(failures, error);
      if (delay > maxRetryDelayMs) throw error;
      // Spread beyond what was asked for, which is judged without it: never sooner, and not all together.
      await pause(delay + jitterOf(error), error, repeated.signal);
    }
  }
}

function mayRepeat(error: unknown, { operation, isRepeatable }: Repeated): error is FormsteadError {
  if (!(error instanceof FormsteadError)) return false;
  const { status, code } = error;
  // The request for a token, which has had its own tries.
  if (error.operation !== operation) return false;
  // Refused before anything was done, so that any request may be sent again.
  if (status === 429) return true;
  if (!isRepeatable || IN_VAIN.has(code)) return false;
  const isLost = code === 'network' || code === 'timeout';
  // The first try was lost on its way back, and still runs.
  const isRunning = code === 'idempotency-key-busy';
  return isLost || isRunning || (status !== undefined && UNAVAILABLE.has(status));
}

/** Partly random, so that clients that failed together do not come back together, and none gives up within a second. */
function delayBefore(failures: number, { retryAfterSeconds }: FormsteadError): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
  const most = Math.min(MAX_BACKOFF_MS, FIRST_DELAY_MS * 2 ** failures);
  return most * (0.5 + Math.random() / 2);
}

const jitterOf = ({ retryAfterSeconds }: FormsteadError): number =>
  retryAfterSeconds === undefined ? 0 : Math.random() * JITTER_MS;

async function pause(ms: number, { operation }: FormsteadError, signal?: AbortSignal) {
  try {
    await sleep(ms, undefined, signal && { signal });
  } catch (cause) {
    throw abortedError(operation, cause);
  }
}

export const abortedError = (operation: string, cause: unknown): FormsteadError =>
  new FormsteadError({ code: 'aborted', operation, message: `${operation}: aborted.`, cause });
