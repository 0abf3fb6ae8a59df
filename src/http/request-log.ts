import type { Logger } from 'pino';

/**
 * The fields of a request's one log line, beside those that its endpoint adds. docs/monitoring.md, "Log", explains each.
 * Undefined fields are left out.
 */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  /** The path without the query string, because filters hold names and addresses. */
  readonly path: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** Undefined for requests of public links, whose forms are anonymous. */
  readonly ip: string | undefined;
  readonly account: string | undefined;
  readonly user: string | undefined;
  readonly scheme: string | undefined;
  readonly credential: string | undefined;
  /** The code of the error that was answered. */
  readonly error: string | undefined;
  /** The private cause of that error. */
  readonly err: unknown;
  /** The share of requests like this one that is logged; undefined for those that always are. */
  readonly sampleRate: number | undefined;
}

/**
 * Writes one structured line per request; its level follows from the status. ERROR means that a person must act.
 *
 * @param isRoutine whether programs ask this every few seconds, which would fill the log of a service that nobody uses
 */
export function logRequest(log: Logger, line: RequestLine, isRoutine: boolean): void {
  // 507 means that an account has used up a quota; nothing is wrong with the service.
  const isFault = line.status >= 500 && line.status !== 507;
  const level = isFault ? 'error' : line.status >= 400 ? 'warn' : isRoutine ? 'debug' : 'info';
  log[level](line, 'request');
}

/** Returns the path of a URL without its query. */
export function pathWithoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
