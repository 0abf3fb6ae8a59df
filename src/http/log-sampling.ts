import type { Endpoint } from './endpoint.ts';

/** Which successful requests have a line in the log. */
export interface LogSampling {
  /** The share of them that is logged, from 0 to 1. */
  readonly share: number;
  /** A request that takes this many milliseconds or more is always logged. */
  readonly slowMs: number;
}

/** Fields that tell who it was, or how much; any other one means something unusual, unless it counts to 0. */
const USUAL: ReadonlySet<string> = new Set(['account', 'user', 'credential', 'operations']);

/** Hexadecimal digits at the end of a request id that are random. */
const DIGITS = 12;
const IDS = 16 ** DIGITS;

/** What decides whether a finished request is logged whatever the sampling. */
interface Finished {
  readonly status: number;
  readonly ms: number;
  readonly endpoint: Endpoint | undefined;
  /** The fields that its endpoint added to its line. */
  readonly fields: Readonly<Record<string, string | number | boolean>> | undefined;
}

/**
 * Returns the share of requests like this one that is logged. It is 1 for what went wrong or was slow, and for what
 * matters for security.
 */
export function shareOf(sampling: LogSampling | undefined, finished: Finished): number {
  if (!sampling) return 1;
  const { status, ms, endpoint, fields = {} } = finished;
  const tellsMore = Object.entries(fields).some(([name, value]) => value !== 0 && !USUAL.has(name));
  const isUsual = status < 400 && ms < sampling.slowMs && !tellsMore;
  return isUsual && !(endpoint && concernsSecurity(endpoint)) ? sampling.share : 1;
}

/**
 * Returns whether a request is among those to log. The decision follows from its id alone, which no client chooses, so
 * everything that asks about the same request gets the same answer.
 */
export const isSampled = (requestId: string, share: number): boolean =>
  share >= 1 || Number.parseInt(requestId.slice(-DIGITS), 16) < share * IDS;

/** Whether it signs somebody in or out, or changes something as an admin or after asking who it is once more. */
function concernsSecurity({ limit, access, method }: Endpoint): boolean {
  if (limit === 'sign-in') return true;
  if (access === 'public' || !access.session) return false;
  return access.confirmed === true || (access.role === 'admin' && method !== 'GET');
}
