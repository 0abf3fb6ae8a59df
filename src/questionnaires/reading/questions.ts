import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { cellTypeOf, isTable, shapeOf } from '#questionnaires/answers/answer-shapes.ts';
import { ANSWER_NAME, ROW_NAME } from '#questionnaires/answers/row-names.ts';
import { type NumberStyle, numberStyleOf, totalLead, totalStyleOf } from './number-style.ts';

/** A question of a definition, with everything that affects how its answers are shown. */
export interface Question {
  readonly name: string;
  readonly title: string;
  /** The engine's type of the question, or the cell type of a column. */
  readonly type: string;
  /** The input type of a text question, such as `date` or `number`; undefined for plain text and for other types. */
  readonly inputType: string | undefined;
  /** The titles of the page and the panels around it, outermost first. */
  readonly section: readonly string[];
  readonly choices: readonly Choice[];
  /** The choice "None"; undefined when it is not offered. */
  readonly none: Choice | undefined;
  /** The texts for true and false. */
  readonly words: { readonly yes: string; readonly no: string };
  /** The text for "other" when nothing was typed for it. */
  readonly other: string;
  /** Whether the choice "other" is offered. */
  readonly takesOther: boolean;
  /** Whether the text typed beside the answer is a remark, which is shown separately. */
  readonly hasRemark: boolean;
  /** Whether forms are found by the answer. */
  readonly isSearchable: boolean;
  /** The unit of a number; undefined for none. */
  readonly unit: string | undefined;
  readonly numberStyle: NumberStyle;
  /** What a column's total is called before its number; undefined when it needs no word. */
  readonly totalLead: string | undefined;
  /** The format of a column's total. */
  readonly totalStyle: NumberStyle;
  /** The title of each entry of a repeating section; it may contain answers of the entry. */
  readonly rowTitle: string | undefined;
  /** The questions in a table or repeating section; undefined for every other question. */
  readonly inner: readonly Question[] | undefined;
}

export interface Choice {
  readonly value: JsonValue;
  readonly text: string;
}

const WORDS = {
  en: { yes: 'Yes', no: 'No', other: 'Other', none: 'None', row: 'Row', answer: 'Answer' },
  de: { yes: 'Ja', no: 'Nein', other: 'Sonstiges', none: 'Keine', row: 'Zeile', answer: 'Antwort' },
} as const;

/** Returns the language of a definition if Formstead supports it, else English. */
export const localeOf = (definition: JsonObject): Locale =>
  member(definition, 'locale') === 'de' ? 'de' : 'en';

/** Returns the questions of a definition in the order of the form. */
export const questionsOf = (definition: JsonObject, locale: Locale): readonly Question[] => [
  ...listIn(definition, 'pages').flatMap((page) => {
    const title = localText(member(page, 'title'), locale);
    return elementsOf(page, 'elements', { locale, section: title === undefined ? [] : [title] });
  }),
  ...elementsOf(definition, 'elements', { locale, section: [] }),
];

interface Surroundings {
  readonly locale: Locale;
  readonly section: readonly string[];
}

function elementsOf(holder: JsonObject, key: string, around: Surroundings): readonly Question[] {
  return listIn(holder, key).flatMap((element) => {
    const type = member(element, 'type');
    if (typeof type !== 'string') return [];
    if (type !== 'panel') return toQuestion(element, type, around) ?? [];
    const title = localText(member(element, 'title'), around.locale);
    const section = title === undefined ? around.section : [...around.section, title];
    return elementsOf(element, 'elements', { ...around, section });
  });
}

function toQuestion(
  element: JsonObject,
  type: string,
  around: Surroundings,
  shared: readonly Choice[] = [],
): Question | undefined {
  const name = member(element, 'name');
  if (typeof name !== 'string' || !shapeOf(element, type)) return undefined;
  const { locale, section } = around;
  const words = WORDS[locale];
  const textIn = (key: string) => localText(member(element, key), locale);
  const inputType = member(element, 'inputType');
  const unit = hasUnit(type, inputType) ? textIn('unit') : undefined;
  const own = choicesOf(element, locale);
  return {
    name,
    title: textIn('title') ?? name,
    type,
    inputType: type === 'text' && typeof inputType === 'string' ? inputType : undefined,
    section,
    choices: own.length > 0 ? own : shared,
    none:
      member(element, 'showNoneItem') === true
        ? { value: 'none', text: textIn('noneText') ?? words.none }
        : undefined,
    words: { yes: textIn('labelTrue') ?? words.yes, no: textIn('labelFalse') ?? words.no },
    other: textIn('otherText') ?? words.other,
    takesOther: member(element, 'showOtherItem') === true,
    hasRemark: member(element, 'showCommentArea') === true,
    isSearchable: member(element, 'searchable') === true,
    unit,
    numberStyle: numberStyleOf(element, { around: textIn('format'), unit }),
    totalLead: totalLead(element, locale),
    totalStyle: totalStyleOf(element, { around: textIn('totalFormat'), unit }),
    rowTitle: type === 'paneldynamic' ? textIn('templateTitle') : undefined,
    inner: innerOf(element, type, { locale, section: [] }),
  };
}

const hasUnit = (type: string, inputType: JsonValue | undefined): boolean =>
  type === 'expression' || type === 'slider' || (type === 'text' && inputType === 'number');

function innerOf(
  element: JsonObject,
  type: string,
  around: Surroundings,
): readonly Question[] | undefined {
  if (type === 'paneldynamic') return elementsOf(element, 'templateElements', around);
  if (type === 'matrix') {
    const scale = choiceColumn(ANSWER_NAME, 'answer', element, 'columns', around.locale);
    return [...rowColumn(element, around.locale), ...scale];
  }
  if (!isTable(type)) return undefined;
  // Read once for all columns: there may be hundreds of columns and thousands of choices.
  const shared = choicesOf(element, around.locale);
  const columns = listIn(element, 'columns').flatMap(
    (column) => toQuestion(column, cellTypeOf(column, element), around, shared) ?? [],
  );
  return type === 'matrixdropdown' ? [...rowColumn(element, around.locale), ...columns] : columns;
}

/** Returns the column that says which of the rows that the template gives a row is. */
const rowColumn = (table: JsonObject, locale: Locale): readonly Question[] =>
  choiceColumn(ROW_NAME, 'row', table, 'rows', locale);

/** Returns a column whose choices are a list of the table. */
function choiceColumn(
  name: string,
  word: 'row' | 'answer',
  table: JsonObject,
  list: string,
  locale: Locale,
): readonly Question[] {
  const column = { name, title: WORDS[locale][word], choices: member(table, list) ?? [] };
  const question = toQuestion(column, 'radiogroup', { locale, section: [] });
  return question === undefined ? [] : [question];
}

function choicesOf(element: JsonObject, locale: Locale): readonly Choice[] {
  return ['choices', 'rateValues'].flatMap((key) => {
    const list = member(element, key);
    if (!Array.isArray(list)) return [];
    return list.map((choice: JsonValue) => {
      const value = isObject(choice) ? (member(choice, 'value') ?? null) : choice;
      const text = isObject(choice) ? localText(member(choice, 'text'), locale) : undefined;
      return { value, text: text ?? textOf(value) };
    });
  });
}

/** Returns a text as it is; of a translated text, the one in this language, else the default, else the first. */
export function localText(value: JsonValue | undefined, locale: Locale): string | undefined {
  const text = isObject(value)
    ? (member(value, locale) ?? member(value, 'default') ?? Object.values(value)[0])
    : value;
  if (typeof text === 'number') return String(text);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

function listIn(holder: JsonObject, key: string): readonly JsonObject[] {
  const list = member(holder, key);
  return Array.isArray(list) ? list.filter((each) => isObject(each)) : [];
}
