import type { Fixed } from './column-types.ts';

/** A browser that somebody lets news be pushed to. */
export interface PushSubscriptionsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  user_id: Fixed<string>;
  /** The id of the session, with which it ends. */
  session_id: string;
  /** SHA-256 of its address, base64url: a browser has one subscription. */
  endpoint_hash: Fixed<string>;
  /** JSON, sealed: its address at a push service, and its keys. */
  sealed: string;
  /** User-Agent header, shortened. */
  agent: Fixed<string | null>;
  created_at: Fixed<number>;
}

/** A message that waits for a browser. */
export interface PushMessagesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  user_id: Fixed<string>;
  subscription_id: Fixed<string>;
  notice_id: Fixed<string>;
  attempts: number;
  /** In milliseconds. */
  next_at: number;
  /** Until then, a node sends it. */
  claimed_until: number | null;
  expires_at: Fixed<number>;
}

/** Keys of the installation, sealed. */
export interface PushKeysTable {
  name: Fixed<string>;
  /** JSON Web Key, sealed. */
  sealed: string;
}
