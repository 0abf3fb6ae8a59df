import type { Fixed } from './column-types.ts';

/** The results of requests with an Idempotency-Key, written in the transaction of the request and kept for a day. */
export interface IdempotentAnswersTable {
  account_id: Fixed<string>;
  /** A digest of the key and of its owner. */
  id: Fixed<string>;
  /** The credential that sent the request; the user, if there was none. */
  owner: Fixed<string>;
  /** A digest of the request: the same key with another request is refused. */
  fingerprint: Fixed<string>;
  /** JSON, sealed: answers of forms, or the secret of a webhook. */
  result: string;
  created_at: Fixed<number>;
}
