import type { Fixed } from './column-types.ts';

/** Alerts that the admins of an account got by mail: administration/alerts. */
export interface AlertsTable {
  account_id: Fixed<string>;
  /** Identifies the event and when it began: the same trouble at another time is another event. */
  id: Fixed<string>;
  /** The urgency of the last mail; another mail is sent only when the event has become more urgent. */
  stage: number;
  /** The last day on which the event was found to persist. */
  seen_at: number;
}

/** Since when the mail server accepts nothing; no row while it works. */
export interface MailTroubleTable {
  name: Fixed<string>;
  since: Fixed<number>;
  /** The error of the last attempt, without secrets. */
  reason: string;
}
