// The questions of a definition with their positions, for the checks before publishing.

import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { cellTypeOf, isTable } from '#questionnaires/answers/answer-shapes.ts';

export interface LocatedQuestion {
  /** The position, such as `pages[0].elements[2]`. */
  readonly at: string;
  readonly question: JsonObject;
  /**
   * The type of a question, or of the cells of a column; `panel` or `page` for an element that only groups questions.
   */
  readonly type: string;
  /** The repeating sections around it, the outermost first. */
  readonly sections: readonly JsonObject[];
  /** The table of a column; undefined for everything else. */
  readonly table: JsonObject | undefined;
}

type Around = Pick<LocatedQuestion, 'sections' | 'table'>;

/** Returns every page, panel, question and column, each before its contents. */
export function questionsOf(definition: JsonObject): readonly LocatedQuestion[] {
  const around: Around = { sections: [], table: undefined };
  const pages = listIn(definition, 'pages').flatMap((page, i): readonly LocatedQuestion[] => {
    const at = `pages[${i}]`;
    if (!isObject(page)) return [];
    return [{ ...around, at, question: page, type: 'page' }, ...contentsOf(page, `${at}.`, around)];
  });
  return [...pages, ...contentsOf(definition, '', around)];
}

const contentsOf = (holder: JsonObject, at: string, around: Around): readonly LocatedQuestion[] =>
  listIn(holder, 'elements').flatMap((each, i) =>
    withContents(each, `${at}elements[${i}]`, around),
  );

function withContents(element: JsonValue, at: string, around: Around): readonly LocatedQuestion[] {
  const type = isObject(element) ? member(element, 'type') : undefined;
  if (!isObject(element) || typeof type !== 'string') return [];
  const own = { ...around, at, question: element, type };
  if (type === 'panel') return [own, ...contentsOf(element, `${at}.`, around)];
  if (type === 'paneldynamic') {
    const inside = { sections: [...around.sections, element], table: undefined };
    const fields = listIn(element, 'templateElements').flatMap((each, i) =>
      withContents(each, `${at}.templateElements[${i}]`, inside),
    );
    return [own, ...fields];
  }
  if (!isTable(type)) return [own];
  const columns = listIn(element, 'columns').flatMap((column, i): readonly LocatedQuestion[] => {
    if (!isObject(column)) return [];
    const cell = { at: `${at}.columns[${i}]`, question: column, type: cellTypeOf(column, element) };
    return [{ ...around, ...cell, table: element }];
  });
  return [own, ...columns];
}

export function listIn(holder: JsonObject, name: string): readonly JsonValue[] {
  const list = member(holder, name);
  return list !== undefined && isList(list) ? list : [];
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

export const textIn = (holder: JsonObject, name: string): string => {
  const text = member(holder, name);
  return typeof text === 'string' ? text : '';
};

const WITH_CHOICES: readonly string[] = [
  'radiogroup',
  'dropdown',
  'checkbox',
  'imagepicker',
  'ranking',
];

export const hasChoices = (type: string): boolean => WITH_CHOICES.includes(type);

/** Returns the choices of a question; for a column without choices, those of its table. */
export function choicesOf({ question, table }: LocatedQuestion): readonly JsonValue[] {
  const own = listIn(question, 'choices');
  return own.length === 0 && table !== undefined ? listIn(table, 'choices') : own;
}

const valuesByList = new WeakMap<readonly JsonValue[], ReadonlySet<string>>();

/**
 * Returns the values of {@link choicesOf} as text. They are collected once per list: thousands of conditions may
 * compare with thousands of choices.
 */
export function choiceValuesOf(located: LocatedQuestion): ReadonlySet<string> {
  const choices = choicesOf(located);
  const known =
    valuesByList.get(choices) ?? new Set(choices.map((choice) => textOf(valueOfChoice(choice))));
  valuesByList.set(choices, known);
  return known;
}

export const valueOfChoice = (choice: JsonValue): JsonValue | undefined =>
  isObject(choice) ? member(choice, 'value') : choice;
