import type { Fixed } from './column-types.ts';

/** One row a form that ever was, purged ones included: that it changed, and where that stands in the order of changes. */
export interface FormChangesTable {
  account_id: Fixed<string>;
  form_id: Fixed<string>;
  /** Time of the first change that has no number yet, or of the last one that has. */
  since: number;
  /** Null from a change on until it gets its number, after its commit. */
  seq: number | null;
}

/** The highest number that was ever given; whoever gives one holds this row. */
export interface FormChangeHeadsTable {
  account_id: Fixed<string>;
  seq: number;
  /** Another one since each backup that was restored; null before the first. */
  epoch: string | null;
}
