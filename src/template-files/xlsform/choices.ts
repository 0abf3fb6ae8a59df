import type { Notes } from '#template-files/notes.ts';
import { noteMedia } from './media.ts';
import type { FormRow, FormSheet } from './read-sheets.ts';
import type { Wording, WordingOf } from './wordings.ts';

export interface ListChoice {
  readonly value: string;
  readonly text: Wording | undefined;
  readonly row: FormRow;
}

/** The choices of each list, in the order of the sheet. */
export type ChoiceLists = ReadonlyMap<string, readonly ListChoice[]>;

/** Reads the sheet of choices. Of two choices of a list with one name, the first one counts. */
export function readLists(sheet: FormSheet, wordingOf: WordingOf, notes: Notes): ChoiceLists {
  const lists = new Map<string, ListChoice[]>();
  const seen = new Set<string>();
  // Only titles show answers.
  const missing = (row: FormRow, value: string) => (name: string) => {
    const place = { sheet: row.sheet, row: row.row, name: value };
    notes.add('shownReference', place, { column: 'label', what: `\${${name}}` });
    return '…';
  };
  for (const row of sheet.rows) {
    const list = row.get('list_name');
    const value = row.get('name') || row.get('value');
    if (list === '' || value === '') continue;
    const key = JSON.stringify([list, value]);
    if (seen.has(key)) {
      notes.add('sameChoice', { sheet: row.sheet, row: row.row }, { list, value });
      continue;
    }
    seen.add(key);
    noteMedia(row, (kind, file) =>
      notes.add(kind, { sheet: row.sheet, row: row.row, name: value }, { file }),
    );
    const choices = lists.get(list) ?? [];
    choices.push({ value, text: wordingOf(row, 'label', missing(row, value)), row });
    lists.set(list, choices);
  }
  return lists;
}
