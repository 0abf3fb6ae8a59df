import type { Fixed } from './column-types.ts';

/** The outbox of mails. Who was told leaves it at once. */
export interface NoticesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** What it is about, for the log. */
  kind: Fixed<string>;
  /** JSON, sealed with the master key: it may hold a one-time link. */
  content: Fixed<string>;
  attempts: number;
  /** When it is due; until then whoever claimed it has it. */
  next_at: number;
  /** By the storage's clock: until then the node that claimed it has it. Null when nobody does. */
  claimed_until: number | null;
  /** It is of no use after. */
  expires_at: Fixed<number>;
}

/** Forms of which somebody is told together with others. */
export interface WaitingNewsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  form_id: Fixed<string>;
  /** To whom it was handed. */
  assignee_id: Fixed<string>;
  at: Fixed<number>;
}
