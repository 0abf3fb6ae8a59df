import type { Logger } from 'pino';

/**
 * Everything the one line of a request says, beside what its endpoint noted; docs/operations.md
 * explains each field. What is undefined is left out.
 */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** Without the query string: filters hold names and addresses. */
  readonly path: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly scheme: string | undefined;
  readonly credential: string | undefined;
  /** Code of the error answered. */
  readonly error: string | undefined;
  /** Its private cause. */
  readonly err: unknown;
}

/** One structured line a request; the level follows from the status. ERROR means a person must act. */
export function logRequest(log: Logger, line: RequestLine): void {
  // 507: a quota of an account is used up, and nothing is wrong with the service.
  const isFault = line.status >= 500 && line.status !== 507;
  const level = isFault ? 'error' : line.status >= 400 ? 'warn' : 'info';
  log[level](line, 'request');
}
