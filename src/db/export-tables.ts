import type { ColumnType } from 'kysely';
import type { Fixed } from './column-types.ts';

export interface ExportJobsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** `csv-table`: a CSV file of a table of answers. Version 0.1.0 does not know it, and would write all forms. */
  kind: Fixed<'csv' | 'csv-table' | 'json' | 'pdf' | 'xlsx'>;
  /** Exports all forms of this template; null for an export of one form. */
  template_id: Fixed<string | null>;
  form_id: Fixed<string | null>;
  /** JSON: status, from, to, bom, locale, and of a table where, sort, columns, base. */
  options: Fixed<string>;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Percent. */
  progress: number;
  /** Forms written so far. */
  written: number;
  message: string | null;
  /** JSON: the first records that could not be written, each with its name. */
  problems: string;
  problem_count: number;
  /** JSON: name, type, size and storage key of each result. */
  files: string;
  /** JSON: what its owner saw of the template when it was made; null until then, for one form, and from older versions. */
  scope: ColumnType<string | null, never, string>;
  /** How often the export was claimed by a runner. */
  attempts: number;
  /** How often a runner has lost it since. One that begins again because forms were erased is not lost. */
  stalled: ColumnType<number, number | undefined, number>;
  /** The runner counts as dead if it does not renew the lease until then. */
  leased_until: number;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  finished_at: number | null;
  /** When the export is deleted, with its files. */
  expires_at: number;
}
