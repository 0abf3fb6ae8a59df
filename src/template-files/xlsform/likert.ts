// A group with the appearance "table-list" is a table: its questions are the rows, and their choices the columns.
import type { JsonObject } from '#kernel/json.ts';
import { defined, type FormWriter } from './form-writer.ts';
import { choicesOf } from './selects.ts';
import { MANY } from './shared-lists.ts';
import type { SurveyItem } from './survey-tree.ts';
import { sharedOf } from './write-field.ts';

const TABLE_LIST = /\btable-list\b/i;

/** Rules of single questions, which the row of a Likert scale cannot have. */
const OF_ONE_ROW = ['relevant', 'constraint', 'choice_filter', 'calculation', 'default', 'hint'];

/** Returns whether an item is a group that is shown as a table. */
export const isTableList = ({ kind, row }: SurveyItem): boolean =>
  kind === 'group' && TABLE_LIST.test(row.get('appearance'));

/** Returns the Likert scale of a group; undefined, and noted, where it fits none: then its questions stay single ones. */
export function writeLikert(
  writer: FormWriter,
  item: SurveyItem,
  isNamed: (name: string) => boolean,
): JsonObject | undefined {
  const { children } = item;
  const [first] = children;
  const name = writer.names.get(item);
  if (first === undefined || name === undefined || !fits(writer, item, isNamed)) {
    writer.note(item, 'tableList');
    return undefined;
  }
  const required = children.filter((child) => isRequired(child)).length;
  return defined({
    type: 'matrix',
    name,
    ...sharedOf(writer, item),
    columns: choicesOf(writer, first, writer.lists.get(first.list) ?? []),
    rows: children.map((child) =>
      defined({ value: child.spelled, text: writer.textOf(child, 'label') ?? child.spelled }),
    ),
    isRequired: required > 0 ? true : undefined,
    eachRowRequired: required > 0 ? true : undefined,
  });
}

function fits(
  writer: FormWriter,
  { children }: SurveyItem,
  isNamed: (name: string) => boolean,
): boolean {
  const [first] = children;
  const list = first?.list ?? '';
  const choices = writer.lists.get(list) ?? [];
  const required = new Set(children.map((child) => isRequired(child)));
  return (
    choices.length > 0 &&
    choices.length <= MANY &&
    !writer.shared.has(list) &&
    required.size === 1 &&
    !required.has(undefined) &&
    children.every(
      (child) =>
        child.type === 'select_one' &&
        child.list === list &&
        !child.hasOther &&
        child.spelled !== '' &&
        // What names the question would have to name a row.
        !isNamed(child.spelled) &&
        OF_ONE_ROW.every((column) => child.row.get(column) === ''),
    )
  );
}

/** Returns whether a question must be answered; undefined where that depends on other answers. */
function isRequired({ row }: SurveyItem): boolean | undefined {
  const text = row.get('required');
  if (text === '' || /^(?:no|false(?:\(\))?)$/i.test(text)) return false;
  return /^(?:yes|true(?:\(\))?)$/i.test(text) ? true : undefined;
}

/** Returns a function that says whether an expression or a text of the form names a question. */
export function namedIn(items: readonly SurveyItem[]): (name: string) => boolean {
  const texts = items.flatMap(({ row }) =>
    COLUMNS.flatMap((column) => [...row.texts(column).values()]),
  );
  const names = new Set(
    texts.flatMap((text) => [...text.matchAll(/\$\{\s*([^}]+?)\s*\}/g)].map(([, name]) => name)),
  );
  return (name) => names.has(name);
}

const COLUMNS =
  'label hint relevant required constraint constraint_message required_message calculation default choice_filter read_only repeat_count'.split(
    ' ',
  );
