import type { Fixed } from './column-types.ts';

/** An export that is made again and again. */
export interface ScheduledExportsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  owner_id: Fixed<string>;
  name: string;
  template_id: Fixed<string>;
  /** The saved view whose forms, order and columns are exported; null for all forms. */
  view_id: string | null;
  kind: 'csv' | 'json' | 'pdf' | 'xlsx';
  /** JSON: how the file is written. */
  options: string;
  delivery: 'mail' | 'bucket';
  /** JSON: when, by the clock of the organisation. */
  schedule: string;
  created_at: Fixed<number>;
  state: 'running' | 'paused' | 'stopped';
  /** Why it stopped. */
  reason: string | null;
  /** All dates before this day are settled. YYYY-MM-DD */
  from_day: string;
  /** When the next export is made, in milliseconds; null while it is paused or stopped. */
  next_at: number | null;
  /** The version of the time zones that `next_at` was computed with; empty if it has to be computed again. */
  tz_version: string;
}

/** What became of each date of a scheduled export that is over. */
export interface ScheduledExportRunsTable {
  account_id: Fixed<string>;
  schedule_id: Fixed<string>;
  /** YYYY-MM-DD */
  day: Fixed<string>;
  outcome: 'running' | 'made' | 'failed' | 'left-out';
  /** Why it failed: the code of an error, or a word of Formstead's own. */
  reason: string | null;
  /** The export that was made; null if none was begun. */
  export_id: Fixed<string | null>;
  settled_at: Fixed<number>;
}
