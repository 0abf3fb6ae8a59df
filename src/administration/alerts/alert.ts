// Alerts for the admins of an account. They are computed each time, so an alert disappears with its cause, and nobody
// has to dismiss it.

const DAY_MS = 86_400_000;

/** Days before the end of a credential or certificate on which admins are told. */
const LEAD_DAYS = [30, 7, 1] as const;
export const LONGEST_LEAD_MS = LEAD_DAYS[0] * DAY_MS;
/** How long something that has ended is still shown. */
export const AFTER_END_MS = 14 * DAY_MS;
/** Most alerts of an account that are shown or mailed at once. */
export const MOST_ALERTS = 50;

const KINDS = [
  'mail-fails',
  'provisioning-fails',
  'roles-lost',
  'webhook-off',
  'files-damaged',
  'files-fill-up',
  'forms-fill-up',
  'answers-fill-up',
  'certificate-ends',
  'sign-in-certificate-ends',
  'credential-ends',
] as const;
export type AlertKind = (typeof KINDS)[number];

export interface Alert {
  /** Names the event and when it began or ends. */
  readonly id: string;
  readonly kind: AlertKind;
  /** Urgency: rises as an end comes nearer, and from 1 to 2 when a quota is used up; 0 for a problem that exists. */
  readonly stage: number;
  /** Milliseconds since the epoch: when the problem began; for an end: when it ends; for a quota: now. */
  readonly at: number;
  /** Name of the webhook, connection for single sign-on, credential or deleted group. */
  readonly name?: string;
  /** Id of the webhook, connection or credential. */
  readonly subjectId?: string;
  /** The last error, how many files or lost roles, or how much of a quota is used. Contains no secret. */
  readonly reason?: string;
}

/** Returns how near an end is: 1 to 3 for {@link LEAD_DAYS}, 4 when it is over; undefined while it is further away. */
export function stageOf(endsAt: number, now: number): number | undefined {
  const left = endsAt - now;
  if (left <= 0) return LEAD_DAYS.length + 1;
  const passed = LEAD_DAYS.filter((days) => left <= days * DAY_MS).length;
  return passed === 0 ? undefined : passed;
}

/** Compares two alerts in a total order: by kind, existing problems before ends, then by time, then by id. */
export function compareAlerts(one: Alert, other: Alert): number {
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    one.at - other.at ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}
