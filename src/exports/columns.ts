import { offeredChoices } from '#answer-index/index.ts';
import {
  type ChoicePart,
  type ChoiceStyle,
  type ChoiceTexts,
  choiceParts,
  choiceText,
  choiceTexts,
  choiceValue,
} from '#answer-tables/index.ts';
import type { JsonValue } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import type { Question } from '#questionnaires/reading/questions.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { accuracyIn, positionIn } from '#questionnaires/reading/structured-text.ts';

/** The properties of a question that a table needs. */
export interface Heading extends Pick<Question, 'name' | 'title' | 'hasRemark' | 'unit'> {
  /** Whether the answer is a place, whose numbers have columns of their own. */
  readonly isPlace: boolean;
  /** The texts of its choices in the newest version that offers them; undefined without choices. */
  readonly texts: ChoiceTexts | undefined;
  /** The questions in a table or repeating section. */
  readonly inner: readonly Heading[] | undefined;
}

/** A column of a table: the answer itself, the remark beside it, or a number of a place. */
export interface Column {
  readonly question: Heading;
  readonly part: 'answer' | Part;
  readonly choice?: ChoicePart;
}

type Part = 'value' | 'latitude' | 'longitude' | 'accuracy' | 'remark';

const PARTS: Readonly<Record<Locale, Readonly<Record<Part, string>>>> = {
  en: {
    value: 'value',
    latitude: 'latitude',
    longitude: 'longitude',
    accuracy: 'accuracy (m)',
    remark: 'remark',
  },
  de: {
    value: 'Wert',
    latitude: 'Breitengrad',
    longitude: 'Längengrad',
    accuracy: 'Genauigkeit (m)',
    remark: 'Anmerkung',
  },
};

/** Programs that draw maps read the numbers of a place; people read its text. */
const OF_PLACES = ['latitude', 'longitude', 'accuracy'] as const;

export const toColumns = (headings: readonly Heading[], style?: ChoiceStyle): readonly Column[] =>
  headings.flatMap((question): readonly Column[] => [
    ...answerColumns(question, style),
    ...(question.isPlace ? OF_PLACES.map((part) => ({ question, part })) : []),
    ...(question.hasRemark ? [{ question, part: 'remark' as const }] : []),
  ]);

function answerColumns(question: Heading, style: ChoiceStyle | undefined): readonly Column[] {
  if (!question.texts) return [{ question, part: 'answer' }];
  return choiceParts(style).map((choice, i) => {
    return { question, part: i === 0 ? 'answer' : 'value', choice };
  });
}

/** Types whose answers have a key beside what is shown. */
const LOOKED_UP: readonly string[] = ['sharedlist', 'person'];

export const headingsOf = (questions: readonly Question[]): readonly Heading[] =>
  questions.map((question) => {
    const { name, title, hasRemark, unit, type, inner } = question;
    const choices = offeredChoices(question);
    return {
      name,
      title,
      hasRemark,
      unit,
      isPlace: type === 'location',
      texts: choices.length > 0 || LOOKED_UP.includes(type) ? choiceTexts(choices) : undefined,
      inner: inner && headingsOf(inner),
    };
  });

/**
 * Returns the headings of two versions: those of the first in their order, then those that only the second has. A
 * question that changed its unit has a column for each: 5 kg and 5 g are never below the same heading.
 */
export function mergeHeadings(
  first: readonly Heading[],
  second: readonly Heading[],
): readonly Heading[] {
  const merged = new Map(first.map((heading) => [keyOf(heading), heading]));
  for (const heading of second) {
    const known = merged.get(keyOf(heading));
    merged.set(keyOf(heading), known ? bothOf(known, heading) : heading);
  }
  return [...merged.values()];
}

const keyOf = ({ name, unit = '' }: Heading): string => `${name}\n${unit}`;

const bothOf = (first: Heading, second: Heading): Heading => ({
  ...first,
  hasRemark: first.hasRemark || second.hasRemark,
  isPlace: first.isPlace || second.isPlace,
  texts: bothTexts(first.texts, second.texts),
  inner: first.inner && second.inner ? mergeHeadings(first.inner, second.inner) : first.inner,
});

const bothTexts = (first: ChoiceTexts | undefined, second: ChoiceTexts | undefined) =>
  first && second ? new Map([...second, ...first]) : (first ?? second);

/** Returns the number of headings, including those in tables. */
export const countColumns = (headings: readonly Heading[]): number =>
  headings.reduce((sum, { inner }) => sum + 1 + (inner ? countColumns(inner) : 0), 0);

/** Returns the heading of each column: its title, with its name if several columns have the same title. */
export function headsOf(columns: readonly Column[], locale: Locale): readonly string[] {
  const times = new Map<string, number>();
  for (const { question, part } of columns) {
    if (part !== 'answer') continue;
    times.set(titleOf(question), (times.get(titleOf(question)) ?? 0) + 1);
  }
  return columns.map(({ question, part }) => {
    const title = titleOf(question);
    const isTwice = (times.get(title) ?? 0) > 1 && question.title !== question.name;
    const head = isTwice ? `${title} (${question.name})` : title;
    return part === 'answer' ? head : `${head}: ${PARTS[locale][part]}`;
  });
}

const titleOf = ({ title, unit }: Heading): string =>
  unit === undefined ? title : `${title} (${unit})`;

/** Returns the cells of a form or row. A column of another version stays empty. */
export function cellsOf(
  columns: readonly Column[],
  answers: readonly ShownAnswer[],
): readonly (string | number)[] {
  const shown = new Map(answers.map((answer) => [answer.name, answer]));
  return columns.map((column) => {
    const { question, part } = column;
    const answer = shown.get(question.name);
    if (!answer || answer.state === 'hidden' || answer.unit !== question.unit) return '';
    if (part === 'remark') return answer.remark ?? '';
    return answer.state === 'answered' ? answerIn(column, answer) : '';
  });
}

/** Returns what a column has of an answer. */
function answerIn(
  { question: { texts = new Map() }, part, choice }: Column,
  answer: ShownAnswer,
): string | number {
  if (choice === 'value') return choiceValue(answer);
  if (choice === 'text') return choiceText(answer, texts);
  const isNumber = part === 'latitude' || part === 'longitude' || part === 'accuracy';
  return isNumber ? numberOf(answer.value, part) : cellOf(answer);
}

/** Returns a number of a place; empty for an answer of another version, which may be no place. */
function numberOf(value: JsonValue, part: (typeof OF_PLACES)[number]): number | '' {
  if (part === 'accuracy') return accuracyIn(value) ?? '';
  const position = positionIn(value);
  return position?.[part === 'latitude' ? 'lat' : 'lon'] ?? '';
}

/**
 * Returns the cell of an answer. Numbers and dates are written in a form that spreadsheets can calculate with, in any
 * language; other answers are written as text. Rows are counted: they have a file of their own, and nested rows are
 * JSON.
 */
function cellOf({ type, value, displayValue, rows }: ShownAnswer): string | number {
  if (rows !== undefined) return rows.length;
  if (typeof value === 'number') {
    // A number among choices may have a text of its own.
    return CHOOSES.has(type) && displayValue !== String(value) ? displayValue : value;
  }
  return typeof value === 'string' && isMoment(type, value, displayValue) ? value : displayValue;
}

const CHOOSES: ReadonlySet<string> = new Set(['radiogroup', 'dropdown', 'rating', 'imagepicker']);

// Besides choices, only the text of days and times differs from the stored value.
const isMoment = (type: string, value: JsonValue, displayValue: string): boolean =>
  (type === 'text' || type === 'expression') && value !== displayValue;
