// The questions of a definition with their places, as the rules about publishing look at them.
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';

export interface PlacedQuestion {
  /** For instance `pages[0].elements[2]`. */
  readonly at: string;
  readonly question: JsonObject;
  /** The type of a question, or of the cells of a column; `panel` and `page` for what only holds questions. */
  readonly type: string;
  /** Repeating sections around it, the outermost first. */
  readonly sections: readonly JsonObject[];
  /** The table that it is a column of. */
  readonly table: JsonObject | undefined;
}

type Around = Pick<PlacedQuestion, 'sections' | 'table'>;

/** Every page, panel, question and column, each before what it holds. */
export function questionsOf(definition: JsonObject): readonly PlacedQuestion[] {
  const around: Around = { sections: [], table: undefined };
  const pages = listIn(definition, 'pages').flatMap((page, i): readonly PlacedQuestion[] => {
    const at = `pages[${i}]`;
    if (!isObject(page)) return [];
    return [{ ...around, at, question: page, type: 'page' }, ...heldBy(page, `${at}.`, around)];
  });
  return [...pages, ...heldBy(definition, '', around)];
}

const heldBy = (holder: JsonObject, at: string, around: Around): readonly PlacedQuestion[] =>
  listIn(holder, 'elements').flatMap((each, i) => withHeld(each, `${at}elements[${i}]`, around));

function withHeld(element: JsonValue, at: string, around: Around): readonly PlacedQuestion[] {
  const type = isObject(element) ? member(element, 'type') : undefined;
  if (!isObject(element) || typeof type !== 'string') return [];
  const own = { ...around, at, question: element, type };
  if (type === 'panel') return [own, ...heldBy(element, `${at}.`, around)];
  if (type === 'paneldynamic') {
    const inside = { sections: [...around.sections, element], table: undefined };
    const fields = listIn(element, 'templateElements').flatMap((each, i) =>
      withHeld(each, `${at}.templateElements[${i}]`, inside),
    );
    return [own, ...fields];
  }
  if (type !== 'matrixdynamic') return [own];
  const columns = listIn(element, 'columns').flatMap((column, i): readonly PlacedQuestion[] => {
    if (!isObject(column)) return [];
    const cell = { at: `${at}.columns[${i}]`, question: column, type: cellTypeOf(column, element) };
    return [{ ...around, ...cell, table: element }];
  });
  return [own, ...columns];
}

/** A cell is a dropdown until it or its table says otherwise. */
function cellTypeOf(column: JsonObject, table: JsonObject): string {
  const own = member(column, 'cellType');
  const type = own === undefined || own === 'default' ? member(table, 'cellType') : own;
  return typeof type === 'string' && type !== 'default' ? type : 'dropdown';
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

export const hasChoices = (type: string): boolean =>
  type === 'radiogroup' || type === 'dropdown' || type === 'checkbox';

/** Its own choices, or for a column without any those of its table. */
export function choicesOf({ question, table }: PlacedQuestion): readonly JsonValue[] {
  const own = listIn(question, 'choices');
  return own.length === 0 && table !== undefined ? listIn(table, 'choices') : own;
}

const valuesByList = new WeakMap<readonly JsonValue[], ReadonlySet<string>>();

/**
 * The values of {@link choicesOf}, as text. They are collected once for each list: thousands of conditions may compare
 * with thousands of choices.
 */
export function choiceValuesOf(placed: PlacedQuestion): ReadonlySet<string> {
  const choices = choicesOf(placed);
  const known =
    valuesByList.get(choices) ?? new Set(choices.map((choice) => textOf(valueOfChoice(choice))));
  valuesByList.set(choices, known);
  return known;
}

export const valueOfChoice = (choice: JsonValue): JsonValue | undefined =>
  isObject(choice) ? member(choice, 'value') : choice;
