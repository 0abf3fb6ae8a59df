// Makes a definition of a workbook in the XLSForm format (https://xlsform.org/en/ref-table).

import type { JsonObject } from '#kernel/json.ts';
import type { FileList } from '#template-files/file-list.ts';
import { Notes } from '#template-files/notes.ts';
import { ImportRefused } from '#template-files/refusal.ts';
import type { Workbook } from '#template-files/xlsx/read-workbook.ts';
import { readLists } from './choices.ts';
import { expandLoops } from './expand-loops.ts';
import { nameFields } from './field-names.ts';
import { findCycle } from './find-cycle.ts';
import { createScopes } from './form-scope.ts';
import { createFormWriter, defined, type FormWriter } from './form-writer.ts';
import { OWN_SHEET } from './own-sheet.ts';
import { writePages } from './pages.ts';
import { type FormRow, type FormSheet, readSheet } from './read-sheets.ts';
import { planSharedLists, sharedListsOf } from './shared-lists.ts';
import { itemsIn, readTree, type SurveyItem } from './survey-tree.ts';
import { createWordings } from './wordings.ts';
import { isWritable } from './write-field.ts';

export interface ConvertedForm {
  /** The title of the form; undefined when the workbook has none. */
  readonly name: string | undefined;
  /** Not yet checked. */
  readonly definition: JsonObject;
  /** The lists of choices that are too long for a definition. */
  readonly lists: readonly FileList[];
  readonly notes: Notes;
  /** The rows by the names of fields, for notes about the finished definition. */
  readonly rowOf: ReadonlyMap<string, FormRow>;
}

/** Converts a workbook. @throws ImportRefused for one that is no XLSForm, or depends on itself */
export function convertXlsForm(workbook: Workbook): ConvertedForm {
  const notes = new Notes();
  const survey = readSheet(workbook, 'survey', notes);
  if (!survey.headers.some(({ name }) => name === 'type') || survey.rows.length === 0) {
    throw new ImportRefused({ reason: 'import-no-survey' });
  }
  const choices = readSheet(workbook, 'choices', notes);
  const tree = expandLoops(readTree(survey.rows), choices.rows, notes);
  const items = itemsIn(tree);
  const cycle = findCycle(items);
  if (cycle) throw new ImportRefused({ reason: 'import-cycle', names: cycle.join(' → ') });
  const settings = readSheet(workbook, 'settings', notes);
  noteUnused(workbook.names, survey, settings, notes);
  const setting = (name: string) => settings.rows[0]?.get(name) ?? '';
  const language = setting('default_language');
  const { wordingOf, locale } = createWordings([survey, choices], language, notes);
  const names = nameFields(
    items.filter((item) => item.kind !== 'question' || isWritable(item)),
    notes,
  );
  const lists = readLists(choices, wordingOf, notes);
  const form = { names, lists };
  const scopeOf = createScopes(items, form);
  const shared = planSharedLists([...names.keys()], lists);
  const writer: FormWriter = createFormWriter({ ...form, shared, notes, wordingOf, scopeOf });
  const definition = defined({ locale, pages: writePages(writer, tree, setting('style')) });
  const title = setting('form_title');
  return {
    name: title === '' ? undefined : title,
    definition,
    lists: sharedListsOf(shared, { lists, title, notes }),
    notes,
    rowOf: rowsBy(names),
  };
}

const rowsBy = (names: ReadonlyMap<SurveyItem, string>): ReadonlyMap<string, FormRow> =>
  new Map([...names].map(([{ row }, name]) => [name, row]));

const USED_SHEETS: ReadonlySet<string> = new Set(['survey', 'choices', 'settings', OWN_SHEET]);

/** Columns that are used, or that only concern other programs and how they work. */
const USED_COLUMNS: ReadonlySet<string> = new Set(
  'type name label hint required required_message relevant constraint constraint_message default appearance calculation choice_filter read_only repeat_count parameters disabled note notes comment comments bind_type media::image media::big-image media::audio media::video'.split(
    ' ',
  ),
);

const USED_SETTINGS: ReadonlySet<string> = new Set(
  'form_title form_id version default_language style omit_instanceid instance_xmlns namespaces clean_text_values'.split(
    ' ',
  ),
);

/** Notes sheets, columns and settings that have a meaning in XLSForms and none here. */
function noteUnused(
  sheets: readonly string[],
  survey: FormSheet,
  settings: FormSheet,
  notes: Notes,
): void {
  for (const sheet of sheets) {
    if (!USED_SHEETS.has(sheet.trim().toLowerCase())) notes.add('sheet', { sheet });
  }
  const columns = new Set(survey.headers.map(({ name }) => name));
  for (const column of columns) {
    const isOwn = USED_COLUMNS.has(column) || column.startsWith('$');
    const isFilled = survey.rows.some((row) => row.texts(column).size > 0);
    if (!isOwn && isFilled) notes.add('column', { sheet: 'survey' }, { column });
  }
  for (const { name } of settings.headers) {
    if (USED_SETTINGS.has(name) || (settings.rows[0]?.get(name) ?? '') === '') continue;
    notes.add('setting', { sheet: 'settings' }, { setting: name });
  }
}
