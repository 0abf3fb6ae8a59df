import type { ColumnType } from 'kysely';
import type { Fixed } from './column-types.ts';

/** Table `notices`, the mail queue; a row is deleted when its mail is sent. */
export interface MailQueueTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** The kind of mail, for the log. */
  kind: Fixed<string>;
  /** JSON, sealed with the master key: it may hold a one-time link. */
  content: Fixed<string>;
  attempts: number;
  /** When the next attempt is due; while a node has claimed the mail, the end of its claim. */
  next_at: number;
  /** The end of the claim by the storage's clock; null when no node has claimed the mail. */
  claimed_until: number | null;
  /** After this time, the mail is useless and is not sent. */
  expires_at: Fixed<number>;
  /** The person, link or credential whose request it comes of; null for the service, and from older versions. */
  caused_by: ColumnType<string | null, string | null | undefined, never>;
}

/** Forms that a user is told about later, together with others (decision 53). */
export interface DigestEntriesTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  form_id: Fixed<string>;
  /** The user or group that the form was assigned to. */
  assignee_id: Fixed<string>;
  at: Fixed<number>;
}
