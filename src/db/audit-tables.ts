import type { Fixed } from './column-types.ts';

export interface AuditEventsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  at: Fixed<number>;
  action: Fixed<string>;
  result: Fixed<'ok' | 'refused'>;
  actor_user_id: Fixed<string | null>;
  credential_id: Fixed<string | null>;
  ip: Fixed<string | null>;
  target_type: Fixed<string | null>;
  target_id: Fixed<string | null>;
  detail: Fixed<string | null>;
  /** Filled by the chainer: place in the account's hash chain. */
  chain_seq: number | null;
  chain_hash: string | null;
}

/** Where the hash chain of an account ends. */
export interface AuditChainsTable {
  account_id: Fixed<string>;
  /** Lines linked so far. */
  seq: number;
  /** Of the last one; null while there is none. */
  hash: string | null;
  /** Both, sealed with the master key, so that cutting the end off shows. */
  sealed: string;
}
