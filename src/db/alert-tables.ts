import type { Fixed } from './column-types.ts';

/** What the admins of an account were told by mail: administration/alerts. */
export interface AlertsTable {
  account_id: Fixed<string>;
  /** Names the event, and when it began: the same trouble another time is another event. */
  id: Fixed<string>;
  /** How urgent it was when it was last told; an event is told again only when it has become more urgent. */
  stage: number;
  /** When it was last found to hold, to the day. */
  seen_at: number;
}

/** Since when the mail server takes nothing; no row while it does. */
export interface MailTroubleTable {
  name: Fixed<string>;
  since: Fixed<number>;
  /** Of the last attempt, without a secret. */
  reason: string;
}
