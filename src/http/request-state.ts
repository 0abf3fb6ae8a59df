import type { AppError } from '#kernel/errors.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import type { LargeBody } from './large-bodies.ts';
import type { AnyPrincipal } from './principal.ts';
import type { PolicyUsage } from './quota.ts';

/** The state of a request while it runs. */
export interface RequestState {
  readonly id: string;
  readonly startedAt: number;
  readonly endpoint: Endpoint | undefined;
  readonly protocol: Protocol;
  /** The request needs no credentials. */
  readonly anyone: boolean;
  /** The path is under /app: for browsers, authenticated by session cookie. */
  readonly app: boolean;
  ip: string;
  /** The request came over plain HTTP, as a load balancer's health check may: it gets a status and no body. */
  isPlain: boolean;
  principal: AnyPrincipal | undefined;
  /** The usage of each limit that counted the request. */
  usages: readonly PolicyUsage[];
  logFields: Record<string, string | number | boolean> | undefined;
  nameBefore: string | undefined;
  error: AppError | undefined;
  /** The body of a SCIM answer, when it was sent as one text. */
  sent: string | undefined;
  largeBody: LargeBody | undefined;
}
