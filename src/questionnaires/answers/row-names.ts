// What rows that a template gives are called in answers. It imports nothing of ours, since every page with a form loads it.
import type { JsonObject } from '#kernel/json.ts';

/** The member of a row that says which of the fixed rows it is. */
export const ROW_NAME = 'row';

/** The member of a row of a Likert scale that is its answer. */
export const ANSWER_NAME = 'answer';

/** Returns whether a row has nothing but its name. */
export const isUntouched = (row: JsonObject): boolean =>
  Object.keys(row).every((name) => name === ROW_NAME);
