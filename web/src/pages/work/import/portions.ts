import type { AssignmentRow } from '#assignments/app-types.ts';

/** As many rows as the server takes at once. */
const MOST_ROWS = 100;
/** Characters of a portion; the server takes four MiB, and a character may need three bytes. */
const MOST_CHARACTERS = 1_000_000;

export function portionsOf(rows: readonly AssignmentRow[]): readonly (readonly AssignmentRow[])[] {
  const portions: AssignmentRow[][] = [];
  let size = 0;
  for (const row of rows) {
    const own = JSON.stringify(row).length;
    const last = portions.at(-1);
    if (last === undefined || last.length === MOST_ROWS || size + own > MOST_CHARACTERS) {
      portions.push([row]);
      size = own;
    } else {
      last.push(row);
      size += own;
    }
  }
  return portions;
}
