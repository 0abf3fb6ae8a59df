import type { AnyPrincipal } from './principal.ts';

/** One finished SCIM request, as the provisioning log hears of it. Bodies are as they were on the wire. */
export interface ObservedRequest {
  readonly requestId: string;
  /** When it came, ms since the epoch. */
  readonly at: number;
  /** How long the answer took. */
  readonly ms: number;
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** With parameters as `:name`; undefined: there is none. */
  readonly route: string | undefined;
  readonly status: number;
  /** Of the error answered. */
  readonly code: string | undefined;
  readonly ip: string;
  readonly agent: string | undefined;
  /** Undefined for who could not prove who they are. */
  readonly principal: AnyPrincipal | undefined;
  /** Never kept: only its public part says whose it claims to be. */
  readonly authorization: string | undefined;
  /** What the endpoint noted for the request log. */
  readonly notes: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly requestBody: unknown;
  /** Undefined when there was none, or when it was streamed. */
  readonly responseBody: string | undefined;
}

export type ObserveRequest = (request: ObservedRequest) => void;
