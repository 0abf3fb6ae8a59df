import type { Protocol } from './endpoint.ts';

/** One finished request, as metrics get it: nothing of it has many values but the account. */
export interface MeasuredRequest {
  readonly protocol: Protocol;
  readonly method: string;
  /** The route, with parameters as `:name`; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  /** The code of the error that was answered. */
  readonly code: string | undefined;
  /** The time until the answer, in milliseconds. */
  readonly ms: number;
  /** Undefined without valid credentials. */
  readonly accountId: string | undefined;
}
