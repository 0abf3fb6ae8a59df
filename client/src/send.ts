// One try of a request.
import { errorOf, FormsteadError } from './formstead-error.ts';
import type { FileBody } from './operation-types.ts';
import type { Fetch } from './options.ts';
import { abortedError } from './retry.ts';

export interface Outgoing {
  /** The method and the path with its `{…}`: what errors name. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: FileBody | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Sender {
  readonly fetch: Fetch;
  readonly timeoutMs: number;
}

/** A whole answer, in memory. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends the request and reads the whole answer.
 * @throws FormsteadError if it fails or is refused
 */
export async function sendOnce(sender: Sender, outgoing: Outgoing): Promise<Reply> {
  const deadline = startDeadline(sender.timeoutMs, outgoing.signal);
  try {
    const response = await call(sender.fetch, outgoing, deadline.signal);
    const text = await response.text();
    const { status, headers } = response;
    return accept({ status, headers, text }, outgoing);
  } catch (cause) {
    throw failure(cause, outgoing, deadline.isOver());
  } finally {
    deadline.clear();
  }
}

/**
 * Sends the request and returns as soon as the answer begins; reading it has no deadline.
 * @throws FormsteadError if it fails or is refused
 */
export async function openOnce(sender: Sender, outgoing: Outgoing): Promise<Response> {
  const deadline = startDeadline(sender.timeoutMs, outgoing.signal);
  try {
    const response = await call(sender.fetch, outgoing, deadline.signal);
    if (response.ok) return response;
    const { status, headers } = response;
    throw errorOf({ ...outgoing, status, headers, text: await response.text() });
  } catch (cause) {
    throw failure(cause, outgoing, deadline.isOver());
  } finally {
    deadline.clear();
  }
}

function call(send: Fetch, { method, url, headers, body }: Outgoing, signal: AbortSignal) {
  // A redirect would carry the token to another place, and the API has none.
  const init = { method, headers, redirect: 'error', signal } as const;
  return send(url, body === undefined ? init : { ...init, body });
}

function accept(reply: Reply, { operation }: Outgoing): Reply {
  if (reply.status >= 200 && reply.status < 300) return reply;
  throw errorOf({ operation, ...reply });
}

/** Returns the error to throw for what went wrong while the request was under way. */
export function failure(
  cause: unknown,
  { operation, signal }: Pick<Outgoing, 'operation' | 'signal'>,
  isOver = false,
): FormsteadError {
  if (cause instanceof FormsteadError) return cause;
  if (signal?.aborted) return abortedError(operation, signal.reason);
  if (isOver) {
    const message = `${operation}: no answer in time.`;
    return new FormsteadError({ code: 'timeout', operation, message, cause });
  }
  const message = `${operation}: the connection failed: ${reasonOf(cause)}`;
  return new FormsteadError({ code: 'network', operation, message, cause });
}

/** fetch says "fetch failed", and why in the cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason';
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

function startDeadline(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return {
    signal: signal ? AbortSignal.any([controller.signal, signal]) : controller.signal,
    isOver: (): boolean => controller.signal.aborted,
    clear: (): void => clearTimeout(timer),
  };
}
