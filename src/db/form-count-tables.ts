import type { Fixed } from './column-types.ts';

/** Where a form stands for its count. Rejected forms are complete. */
export type Standing = 'draft' | 'complete' | 'rejected';

export interface FormCountTables {
  form_counts: FormCountsTable;
  form_count_changes: FormCountChangesTable;
}

/** How many forms there are that are not deleted, as of the changes that were added up. */
interface FormCountsTable {
  account_id: Fixed<string>;
  /** Empty: of all templates. */
  template_id: Fixed<string>;
  /** The length of the time of creation, in milliseconds: a day of UTC or a quarter of an hour; 0: at any time. */
  span: Fixed<number>;
  /** When the span begins, in milliseconds; 0 for any time. */
  at: Fixed<number>;
  standing: Fixed<Standing>;
  forms: number;
}

/** What a write of a form changed, which a trigger stores with it and a job adds to `form_counts`. */
interface FormCountChangesTable {
  account_id: Fixed<string>;
  form_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  /** When the quarter of an hour begins in which the form was created. */
  at: Fixed<number>;
  standing: Fixed<Standing>;
  /** 1, or -1; of forms that were there before they were counted, how many there are more. */
  change: Fixed<number>;
}
