import type { Fixed } from './column-types.ts';

/** A template that is assigned again and again, by a rule. */
export interface SeriesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  assignee_type: 'User' | 'Group';
  assignee_id: string;
  /** Of a group: `each` member gets a form, or there is one for all. */
  mode: Fixed<'each' | 'shared'>;
  /** JSON: the answers that each form begins with. */
  answers: Fixed<string>;
  instructions: string | null;
  priority: Fixed<'normal' | 'high'>;
  /** JSON: a rule of src/recurrence. */
  rule: Fixed<string>;
  /** YYYY-MM-DD */
  start_day: Fixed<string>;
  /** HH:MM by the clock of the organisation. */
  due_time: Fixed<string>;
  /** What becomes of dates on holidays. */
  holidays: Fixed<'keep' | 'skip' | 'move'>;
  /** The assignments of a date are made so many days before it. */
  lead_days: Fixed<number>;
  /** How many dates are still to come; null if the rule does not count them. */
  remaining: number | null;
  paused_at: number | null;
  sent_by: string;
  created_at: Fixed<number>;
  /** All dates before this day are settled. YYYY-MM-DD */
  from_day: string;
  /** The next date; null while it is paused, and when it is over. */
  next_day: string | null;
  /** When the assignments of the next date are made; null as `next_day`. */
  make_at: number | null;
  /** The version of the time zones that `make_at` was computed with; empty if it has to be computed again. */
  tz_version: string;
}

/** What became of each date of a series that is over. */
export interface SeriesDatesTable {
  account_id: Fixed<string>;
  series_id: Fixed<string>;
  /** YYYY-MM-DD */
  day: Fixed<string>;
  outcome: Fixed<'made' | 'left-out' | 'failed'>;
  /** Why it failed: the code of an error. */
  reason: Fixed<string | null>;
  settled_at: Fixed<number>;
}

/** The days on which an organisation is closed. */
export interface HolidaysTable {
  account_id: Fixed<string>;
  /** YYYY-MM-DD */
  day: Fixed<string>;
  name: Fixed<string>;
}
