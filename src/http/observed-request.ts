import type { AnyPrincipal } from './principal.ts';

/** One finished SCIM request, as the provisioning log gets it. Bodies are as they were sent. */
export interface ObservedRequest {
  readonly requestId: string;
  /** The time of arrival, in milliseconds since the epoch. */
  readonly at: number;
  /** The time until the answer, in milliseconds. */
  readonly ms: number;
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** The route, with parameters as `:name`; undefined for an unknown path. */
  readonly route: string | undefined;
  readonly status: number;
  /** The code of the error that was answered. */
  readonly code: string | undefined;
  /** The id of the user or group that has the value which the request wanted; never in the answer. */
  readonly holder?: string | undefined;
  readonly ip: string;
  readonly agent: string | undefined;
  /** Undefined when authentication failed. */
  readonly principal: AnyPrincipal | undefined;
  /** Never stored: only its public part is read, to tell whose credential it claims to be. */
  readonly authorization: string | undefined;
  /** The fields that the endpoint added to the request log. */
  readonly logFields: Readonly<Record<string, string | number | boolean>> | undefined;
  /** The name of the resource before the request renamed it. */
  readonly nameBefore?: string | undefined;
  readonly requestBody: unknown;
  /** Undefined when there was none, or when it was streamed. */
  readonly responseBody: string | undefined;
}

export type ObserveRequest = (request: ObservedRequest) => void;
