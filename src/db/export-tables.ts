import type { Fixed } from './column-types.ts';

export interface ExportJobsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  kind: Fixed<'csv' | 'json' | 'pdf'>;
  /** Of all its forms; null: of one form. */
  template_id: Fixed<string | null>;
  form_id: Fixed<string | null>;
  /** JSON: status, from, to, bom, locale. */
  options: Fixed<string>;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Percent. */
  progress: number;
  /** Forms written so far. */
  written: number;
  message: string | null;
  /** JSON: the first records that could not be written, each named. */
  problems: string;
  problem_count: number;
  /** JSON: name, type, size and storage key of each result. */
  files: string;
  /** How often it was begun. */
  attempts: number;
  /** A runner that is silent until then is thought dead. */
  leased_until: number;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  finished_at: number | null;
  /** When it goes, with its files. */
  expires_at: number;
}
