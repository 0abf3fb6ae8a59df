// What the admins of an account have to know in time. What is wrong is looked up each time: an alert goes when its cause
// has gone, and nobody has to tick it off.

const DAY_MS = 86_400_000;

/** Days before the end of a credential or certificate on which admins hear of it. */
const LEAD_DAYS = [30, 7, 1] as const;
export const LONGEST_LEAD_MS = LEAD_DAYS[0] * DAY_MS;
/** For so long something that has ended is still shown. */
export const AFTER_END_MS = 14 * DAY_MS;
/** An account is shown, and mailed about, no more than this at once. */
export const MOST_ALERTS = 50;

const KINDS = [
  'mail-fails',
  'provisioning-fails',
  'webhook-off',
  'files-fill-up',
  'forms-fill-up',
  'certificate-ends',
  'credential-ends',
] as const;
export type AlertKind = (typeof KINDS)[number];

export interface Alert {
  /** Names the event and when it began or ends. */
  readonly id: string;
  readonly kind: AlertKind;
  /** Rises as the end comes near, and from 1 to 2 when a quota is used up; 0 for what is wrong already. */
  readonly stage: number;
  /** Milliseconds since the epoch: when it began; of what ends: when it ends; of a quota: now. */
  readonly at: number;
  /** What it is about, as people call it. */
  readonly name?: string;
  /** Of that webhook or credential. */
  readonly subjectId?: string;
  /** What went wrong last, or how much of a quota is used; holds no secret. */
  readonly reason?: string;
}

/** How far an end has come near: 1 to 3 for each day of {@link LEAD_DAYS}, 4 when it is over; undefined while it is far. */
export function stageOf(endsAt: number, now: number): number | undefined {
  const left = endsAt - now;
  if (left <= 0) return LEAD_DAYS.length + 1;
  const passed = LEAD_DAYS.filter((days) => left <= days * DAY_MS).length;
  return passed === 0 ? undefined : passed;
}

/** A total order: what is wrong already before what ends, by kind, then by time, then by name of the event. */
export function compareAlerts(one: Alert, other: Alert): number {
  return (
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    one.at - other.at ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}
