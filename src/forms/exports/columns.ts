import type { Locale } from '#forms/engine/engine-types.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';

/** A question as a column: what heads it, and how its values read. */
export interface Column {
  readonly name: string;
  readonly title: string;
  /** What people chose among, by value. */
  readonly choices: ReadonlyMap<string, string>;
  /** For a question that is answered with yes or no. */
  readonly words: { readonly yes: string; readonly no: string };
  /** Of a table or a repeated panel; undefined for every other question. */
  readonly inner: readonly Column[] | undefined;
}

const YES_NO = { en: { yes: 'Yes', no: 'No' }, de: { yes: 'Ja', no: 'Nein' } } as const;

/** The questions of a definition, in the order of the form. */
export const columnsOf = (definition: JsonObject, locale: Locale): readonly Column[] => [
  ...listOf(definition, 'pages').flatMap((page) => elementsOf(page, 'elements', locale)),
  ...elementsOf(definition, 'elements', locale),
];

function elementsOf(holder: JsonObject, key: string, locale: Locale): readonly Column[] {
  return listOf(holder, key).flatMap((element) => {
    const type = member(element, 'type');
    if (type === 'panel') return elementsOf(element, 'elements', locale);
    return toColumn(element, type, locale) ?? [];
  });
}

function toColumn(
  element: JsonObject,
  type: JsonValue | undefined,
  locale: Locale,
): Column | undefined {
  const name = member(element, 'name');
  if (typeof name !== 'string') return undefined;
  const { yes, no } = YES_NO[locale];
  return {
    name,
    title: localText(member(element, 'title'), locale) ?? name,
    choices: choicesOf(element, locale),
    words: {
      yes: localText(member(element, 'labelTrue'), locale) ?? yes,
      no: localText(member(element, 'labelFalse'), locale) ?? no,
    },
    inner:
      type === 'matrixdynamic'
        ? listOf(element, 'columns').flatMap((column) => toColumn(column, undefined, locale) ?? [])
        : type === 'paneldynamic'
          ? elementsOf(element, 'templateElements', locale)
          : undefined,
  };
}

function choicesOf(element: JsonObject, locale: Locale): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of ['choices', 'rateValues']) {
    const list = member(element, key);
    for (const choice of Array.isArray(list) ? list : []) {
      if (!isObject(choice)) continue;
      const text = localText(member(choice, 'text'), locale);
      if (text !== undefined) found.set(String(member(choice, 'value')), text);
    }
  }
  return found;
}

/** Text as it is, or of the language, or of none in particular. */
function localText(value: JsonValue | undefined, locale: Locale): string | undefined {
  const text = isObject(value) ? (member(value, locale) ?? member(value, 'default')) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

function listOf(holder: JsonObject, key: string): readonly JsonObject[] {
  const list = member(holder, key);
  return Array.isArray(list) ? list.filter((each) => isObject(each)) : [];
}

/** The columns of several versions: as the first one has them, then what only the others have. */
export function mergeColumns(versions: readonly (readonly Column[])[]): readonly Column[] {
  const merged = new Map<string, Column>();
  for (const column of versions.flat()) {
    const known = merged.get(column.name);
    if (!known) merged.set(column.name, column);
    else if (known.inner && column.inner) {
      merged.set(column.name, { ...known, inner: mergeColumns([known.inner, column.inner]) });
    }
  }
  return [...merged.values()];
}

/** What heads each column: its title, and its name too where two have the same title. */
export function headsOf(columns: readonly Column[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { title } of columns) times.set(title, (times.get(title) ?? 0) + 1);
  return columns.map(({ title, name }) =>
    (times.get(title) ?? 0) > 1 && title !== name ? `${title} (${name})` : title,
  );
}

/** A value as a cell shows it. Files are named, a table tells how many rows it has. */
export function cellOf(value: JsonValue | undefined, column: Column | undefined): string | number {
  if (Array.isArray(value)) {
    if (column?.inner) return value.length;
    return value.map((each) => String(oneCell(each, column))).join(', ');
  }
  return oneCell(value, column);
}

function oneCell(value: JsonValue | undefined, column: Column | undefined): string | number {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') {
    const words = column?.words ?? YES_NO.en;
    return value ? words.yes : words.no;
  }
  if (typeof value === 'object') {
    const name = isObject(value) ? member(value, 'name') : undefined;
    return typeof name === 'string' ? name : JSON.stringify(value);
  }
  return column?.choices.get(String(value)) ?? value;
}
