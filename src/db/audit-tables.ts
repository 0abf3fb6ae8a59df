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
  /** The position in the account's hash chain; null until the chainer links the event. */
  chain_seq: number | null;
  chain_hash: string | null;
}

/** The end of an account's hash chain. */
export interface AuditChainsTable {
  account_id: Fixed<string>;
  /** Number of events linked so far. */
  seq: number;
  /** The hash of the last event; null while there is none. */
  hash: string | null;
  /** `seq` and `hash`, sealed with the master key, so that removing the end of the chain is detected. */
  sealed: string;
}
