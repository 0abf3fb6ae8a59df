import type { Logger } from 'pino';

/** Everything the one line of a request says; docs/operations.md explains each field. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** Without the query string: filters hold names and addresses. */
  readonly path: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
  readonly account?: string;
  readonly user?: string;
  readonly credential?: string;
  readonly scheme?: string;
  /** Code of the error answered. */
  readonly error?: string;
}

/** One structured line a request; the level follows from the status. ERROR means a person must act. */
export function logRequest(
  log: Logger,
  line: RequestLine,
  notes: Readonly<Record<string, unknown>> | undefined,
  cause: unknown,
): void {
  const level = line.status >= 500 ? 'error' : line.status >= 400 ? 'warn' : 'info';
  log[level](
    cause === undefined ? { ...line, ...notes } : { ...line, ...notes, err: cause },
    'request',
  );
}
