import type { Fixed, Flag } from './column-types.ts';

/** When the forms of a template are deleted, or lose answers: at most one row per template. */
export interface RetentionRulesTable {
  account_id: Fixed<string>;
  template_id: Fixed<string>;
  action: 'delete' | 'blank';
  /** Days from the completion or the creation of a form. */
  days: number;
  counted_from: 'completion' | 'creation';
  /** JSON array: the names of the fields whose answers are removed. Empty for `delete`. */
  fields: string;
  /** 1: the location of the form is removed too. */
  blank_location: Flag;
  set_by: string;
  set_at: number;
  /** When people were told that forms become due; null: not yet. Nothing is removed before, nor within the notice. */
  told_at: number | null;
}
