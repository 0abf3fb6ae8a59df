import type { Generated } from 'kysely';
import type { Fixed } from './column-types.ts';

/**
 * One row per form, kept after the form is deleted and purged, with the position of its last change in the change feed.
 */
export interface FormChangesTable {
  account_id: Fixed<string>;
  form_id: Fixed<string>;
  /** Time of the first change without a number, or of the last change with one. */
  since: number;
  /** Null from a change until it gets its number, which is after its commit. */
  seq: number | null;
  /** Set when the form is purged: it decides who learns of the deletion. */
  created_by: string | null;
  assignee_id: string | null;
  template_id: string | null;
}

/** The highest number given so far; a transaction that gives numbers locks this row. */
export interface FormChangeHeadsTable {
  account_id: Fixed<string>;
  seq: number;
  /** The highest number given to a change of an assignment. */
  work_seq: Generated<number>;
  /** The branches of the write-ahead log that numbers were given on, as JSON (form-records/change-head.ts). */
  branches: Generated<string>;
  /** Changes with each restored backup; null before the first. */
  epoch: string | null;
}
