import type { ExportAsked } from '#exports/index.ts';
import {
  occurrencesOf,
  type Recurrence,
  type RecurrenceRule,
  WEEKDAYS,
} from '#recurrence/index.ts';

/** When an export is made, by the clock of the organisation. */
export interface ExportSchedule {
  readonly every: 'day' | 'week' | 'month';
  /** A day of the week, 1 for Monday, or of the month, which is its last day where it has fewer; undefined for every day. */
  readonly on?: number | undefined;
  /** HH:MM */
  readonly time: string;
}

/** Why a scheduled export has stopped. */
export type ExportStop = 'owner-inactive' | 'no-template' | 'no-view' | 'not-admin' | 'no-bucket';

/** An export that is made again and again, with the rights that its owner has then. */
export interface ScheduledExport {
  readonly accountId: string;
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly templateId: string;
  /** The saved view whose forms, order and columns are exported; undefined for all forms. */
  readonly viewId: string | undefined;
  readonly kind: ExportAsked['kind'];
  readonly options: Pick<ExportAsked['options'], 'bom' | 'choices' | 'leaveOut' | 'locale'>;
  /** `mail`: its owner gets the link. `bucket`: the files are copied into the bucket of the installation. */
  readonly delivery: 'mail' | 'bucket';
  readonly schedule: ExportSchedule;
  readonly createdAt: number;
  readonly state: 'running' | 'paused' | 'stopped';
  /** Of a stopped one. */
  readonly reason: string | undefined;
  /** All dates before this day are settled, as YYYY-MM-DD. */
  readonly fromDay: string;
  /** When the next export is made, in milliseconds; undefined while it is paused or stopped. */
  readonly nextAt: number | undefined;
}

export type ScheduleKey = Pick<ScheduledExport, 'accountId' | 'id'>;

/** Returns the dates that are not settled yet. */
export const openExportDates = (
  { schedule, fromDay }: Pick<ScheduledExport, 'schedule' | 'fromDay'>,
  timeZone: string,
) => occurrencesOf(recurrenceOf(schedule, fromDay, timeZone), fromDay);

/** Returns a scheduled export with the time of its next date. */
export function planned(each: ScheduledExport, timeZone: string): ScheduledExport {
  if (each.state !== 'running') return { ...each, nextAt: undefined };
  const [date] = openExportDates(each, timeZone).take(1);
  return { ...each, nextAt: date?.at };
}

const recurrenceOf = (schedule: ExportSchedule, start: string, timeZone: string): Recurrence => ({
  rule: ruleOf(schedule),
  start,
  time: schedule.time,
  timeZone,
});

function ruleOf({ every, on = 1 }: ExportSchedule): RecurrenceRule {
  if (every === 'day') return { frequency: 'daily' };
  if (every === 'month') return { frequency: 'monthly', byMonthDay: [on], skip: 'backward' };
  return { frequency: 'weekly', byDay: WEEKDAYS.slice(on - 1, on).map((day) => ({ day })) };
}
