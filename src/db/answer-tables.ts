import type { Fixed } from './column-types.ts';

/**
 * One row per answer of a form that is not deleted, so that forms can be found, sorted and counted by their answers
 * without reading them. It is derived from `forms.answers` and can be made again from it.
 */
export interface AnswerValuesTable {
  account_id: Fixed<string>;
  form_id: Fixed<string>;
  template_id: Fixed<string>;
  /** The id of the field, the same in all versions of the template; of a column of a table, `<id>.<name>`. */
  field: Fixed<string>;
  /** The row of a table, from 0; 0 outside of tables. */
  in_row: Fixed<number>;
  /** The position among the choices of one answer, from 0. */
  in_answer: Fixed<number>;
  /**
   * The account, the template and the field in one short text, by which all answers to a field are counted; null until
   * `fill-answer-values` has come to rows of a version without it.
   */
  series: string | null;
  /** Folded text, or the exact value of a choice; null for numbers and times. */
  text: string | null;
  /** A number, or a time as milliseconds, without a time zone; null for text. */
  number: number | null;
}
