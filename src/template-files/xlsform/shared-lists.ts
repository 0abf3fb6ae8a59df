// Lists of choices that are too long for a definition: they become shared lists.
import { DEFINITION_LIMITS } from '#questionnaires/definition/definition-limits.ts';
import type { FileList } from '#template-files/file-list.ts';
import type { Notes } from '#template-files/notes.ts';
import type { ChoiceLists, ListChoice } from './choices.ts';
import { type Expression, parseExpression } from './parse-expression.ts';
import type { SurveyItem } from './survey-tree.ts';

/** A list of choices that becomes a shared list. */
export interface SharedChoices {
  /** Names the list in the definition, until the import knows the list that was made. */
  readonly id: string;
  /** The keys of its columns, by the names of the columns of the sheet. */
  readonly columns: ReadonlyMap<string, string>;
}

/** The lists of choices that become shared lists, by their names. */
export type SharedLists = ReadonlyMap<string, SharedChoices>;

/** More choices than these make a dropdown, which can be searched, or a shared list. */
export const MANY = 15;

/** What the rows of shared lists hold at most (`LIST_LIMITS`, which only the server loads). */
export const ROW_LIMITS = { key: 200, cell: 1000, searched: 10 } as const;

/**
 * Returns the lists that become shared lists: the longest ones of questions with one answer, until the choices that are
 * left fit into a definition. Short lists stay.
 * @param fields the items that become fields
 */
export function planSharedLists(fields: readonly SurveyItem[], lists: ChoiceLists): SharedLists {
  const sizeOf = ({ list }: SurveyItem) => lists.get(list)?.length ?? 0;
  const selects = fields.filter(({ type }) => /^select_(?:one|multiple)$/.test(type));
  const uses = Map.groupBy(
    selects.filter((item) => item.type === 'select_one' && sizeOf(item) > MANY),
    ({ list }) => list,
  );
  let total = selects.reduce((sum, item) => sum + sizeOf(item), 0);
  const shared = new Map<string, SharedChoices>();
  const longest = [...uses].toSorted(([a], [b]) => sizeIn(lists, b) - sizeIn(lists, a));
  for (const [list, items] of longest) {
    if (total <= DEFINITION_LIMITS.choices) break;
    total -= sizeIn(lists, list) * items.length;
    shared.set(list, { id: idOf(shared.size + 1), columns: columnsOf(items) });
  }
  return shared;
}

const sizeIn = (lists: ChoiceLists, list: string): number => lists.get(list)?.length ?? 0;

/** Returns the same id at each reading of a file: a person who chooses another list for it names it by this id. */
const idOf = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Returns the columns of a list: the name, the label, and those that its questions filter by. */
function columnsOf(items: readonly SurveyItem[]): ReadonlyMap<string, string> {
  const columns = new Map([
    ['name', 'name'],
    ['label', 'label'],
  ]);
  for (const { row } of items) {
    const filter = equalityIn(parseExpression(row.get('choice_filter')));
    // By columns further behind, a list cannot be narrowed.
    if (filter === undefined || columns.size >= ROW_LIMITS.searched) continue;
    const isKey = /^(?!column_)[a-z][a-z0-9_]{0,39}$/.test(filter.column);
    const key = isKey ? filter.column : `column_${columns.size + 1}`;
    if (!columns.has(filter.column)) columns.set(filter.column, key);
  }
  return columns;
}

/** A filter of choices that a shared list can have, too: a column equals the answer to a field. */
export interface Equality {
  readonly column: string;
  readonly field: string;
}

/** Returns the column and the field of a filter such as `region = ${region}`; undefined for any other filter. */
export function equalityIn(filter: Expression | undefined): Equality | undefined {
  if (filter?.kind !== 'binary' || filter.operator !== '=') return undefined;
  const sides = [filter.left, filter.right];
  const column = sides.find(({ kind }) => kind === 'column');
  const field = sides.find(({ kind }) => kind === 'field');
  if (column?.kind !== 'column' || field?.kind !== 'field') return undefined;
  return { column: column.name, field: field.name };
}

interface Sheet {
  readonly lists: ChoiceLists;
  /** The title of the form; empty when it has none. */
  readonly title: string;
  readonly notes: Notes;
}

/** Returns the shared lists with their rows. Choices with texts that are too long are left out, and noted. */
export const sharedListsOf = (shared: SharedLists, sheet: Sheet): readonly FileList[] =>
  [...shared].map(([list, { id, columns }]) => {
    const choices = sheet.lists.get(list) ?? [];
    if (choices.some(({ text }) => typeof text === 'object')) {
      sheet.notes.add('listLanguages', { sheet: 'choices' }, { list });
    }
    return {
      id,
      name: nameOf(list, sheet.title),
      columns: [...columns].map(([label, key]) => ({ key, label: label.slice(0, MAX_NAME) })),
      rows: choices.flatMap((choice) => rowOf(choice, columns, sheet.notes)),
    };
  });

/** The longest name of a list, in characters. */
const MAX_NAME = 200;

function nameOf(list: string, title: string): string {
  const end = list.slice(0, MAX_NAME / 2);
  return title === '' ? end : `${title.slice(0, MAX_NAME / 2 - 2).toWellFormed()}: ${end}`;
}

function rowOf(
  { value, text, row }: ListChoice,
  columns: ReadonlyMap<string, string>,
  notes: Notes,
): readonly (readonly string[])[] {
  const label = (typeof text === 'object' ? text['default'] : text) || value;
  const [, , ...others] = [...columns.keys()];
  const cells = [value, label, ...others.map((column) => row.get(column))];
  const fits =
    value.length <= ROW_LIMITS.key && cells.every((cell) => cell.length <= ROW_LIMITS.cell);
  if (fits) return [cells];
  notes.add('listRow', { sheet: row.sheet, row: row.row }, { value });
  return [];
}
