import type { LogNotes } from './notes.ts';

/** One request of an identity provider, as the provisioning log stores it. */
export interface LogEntry {
  /** Sorts by time. */
  readonly id: string;
  readonly requestId: string;
  readonly at: number;
  readonly ms: number;
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly status: number;
  readonly outcome: 'ok' | 'refused' | 'failed';
  /** Error code of the error catalogue. */
  readonly code: string | undefined;
  /** The user or group that has the value which the request wanted. */
  readonly holderId?: string | undefined;
  readonly notes: LogNotes | undefined;
  /** The error detail of the response, or the text of the notes. */
  readonly detail: string | undefined;
  readonly resourceType: string | undefined;
  readonly resourceId: string | undefined;
  readonly resourceName: string | undefined;
  /** Only of a request that renamed the resource. */
  readonly nameBefore: string | undefined;
  readonly credentialId: string | undefined;
  readonly userId: string | undefined;
  readonly ip: string;
  readonly agent: string | undefined;
  readonly requestBody: string | undefined;
  readonly responseBody: string | undefined;
  /** Whether a part of the bodies is not kept. */
  readonly truncated: boolean;
  /** The number of requests before this one that could not be logged. */
  readonly dropped: number;
}
