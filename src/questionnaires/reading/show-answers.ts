import { inTurns } from '#kernel/in-turns.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { commentName, shapesOf, totalName } from '#questionnaires/answers/answer-shapes.ts';
import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import { displayText } from './display-text.ts';
import { isAnswer } from './is-answer.ts';
import { type Question, questionsOf } from './questions.ts';
import { emptyRoom, fitting, type Room } from './room.ts';
import type { FormFacts, ShownAnswer } from './shown-answer.ts';

const NO_FACTS: FormFacts = { computed: {}, hidden: [], locked: [], titles: {}, sections: {} };

interface Reading {
  readonly locale: Locale;
  readonly facts: FormFacts;
  readonly hidden: ReadonlySet<string>;
  /** A complete form is shown as it was completed, whatever its conditions would hide now. */
  readonly isComplete: boolean;
  readonly room: Room;
  /** The number of values prepared since other requests were last served. */
  values: number;
}

export interface AnswersToShow {
  readonly answers: JsonObject;
  readonly isComplete: boolean;
  /** Facts from the engine; undefined when the definition does not need them. */
  readonly facts?: FormFacts | undefined;
}

/** Shows the answers of one form in steps, between which other requests are served. */
export type ShowAnswers = (form: AnswersToShow) => Promise<readonly ShownAnswer[]>;

/**
 * Returns a function that shows the answers of forms of one definition: every question with its answer, in the order of
 * the form, then stored answers without a question. Only this function decides what is shown (decision 36): see {@link
 * ShownAnswer}.
 */
export function answersShownBy(definition: JsonObject, locale: Locale): ShowAnswers {
  const questions = questionsOf(definition, locale);
  const asked = shapesOf(definition);
  return ({ answers, isComplete, facts = NO_FACTS }) => {
    const hidden = new Set(facts.hidden);
    const reading = { locale, facts, hidden, isComplete, room: emptyRoom(), values: 0 };
    const others = Object.entries(answers).filter(([name]) => !asked.has(name));
    return inTurns(showAll(reading, questions, answers, others));
  };
}

/** The number of values that are prepared before other requests are served. */
const STEP = 2000;

type Steps<T> = Generator<undefined, T>;

function* showAll(
  reading: Reading,
  questions: readonly Question[],
  answers: JsonObject,
  others: readonly (readonly [string, JsonValue])[],
): Steps<readonly ShownAnswer[]> {
  const shown: ShownAnswer[] = [];
  for (const question of questions) {
    shown.push(yield* show(reading, question, answers, reading.facts.computed, question.name));
  }
  return [...shown, ...others.map(([name, value]) => showOther(name, value))];
}

function* show(
  reading: Reading,
  question: Question,
  answers: JsonObject,
  computed: JsonObject,
  at: string,
): Steps<ShownAnswer> {
  const { name, type } = question;
  const given = givenBy(reading, question, answers, computed);
  const state = stateOf(reading, at, given);
  // What a draft has for a hidden question comes back with the question, and counts as empty until then.
  const isHidden = state === 'hidden';
  const value = isHidden ? null : given;
  const typed = isHidden ? undefined : member(answers, commentName(name));
  const comment = typeof typed === 'string' && typed !== '' ? typed : undefined;
  reading.values += Array.isArray(value) ? 1 + value.length : 1;
  if (reading.values >= STEP) {
    reading.values = 0;
    yield;
  }
  const { room, facts } = reading;
  return {
    name,
    title: fitting(room, facts.titles[at] ?? question.title, () => name),
    type,
    ...(question.unit !== undefined && { unit: question.unit }),
    section: question.section.map((title) =>
      fitting(room, facts.sections[title] ?? title, () => clipped(title)),
    ),
    state,
    value,
    displayValue: '',
    ...(comment !== undefined && { comment, ...(question.hasRemark && { remark: comment }) }),
    ...(state === 'answered' &&
      (yield* answerOf(reading, question, { value, comment, computed, at }))),
  };
}

const clipped = (text: string): string =>
  text.length > 100 ? `${text.slice(0, 99).toWellFormed()}…` : text;

/** Returns the value of a question: calculated now for a draft, on completion for a complete form. */
function givenBy(
  { isComplete }: Reading,
  { name, type }: Question,
  answers: JsonObject,
  computed: JsonObject,
): JsonValue {
  const calculated = type === 'expression' && !isComplete ? member(computed, name) : undefined;
  return calculated ?? member(answers, name) ?? null;
}

function stateOf(
  { hidden, isComplete }: Reading,
  at: string,
  value: JsonValue,
): ShownAnswer['state'] {
  const isGiven = isAnswer(value);
  if (hidden.has(at) && !(isComplete && isGiven)) return 'hidden';
  return isGiven ? 'answered' : 'unanswered';
}

interface Given {
  readonly value: JsonValue;
  readonly comment: string | undefined;
  readonly computed: JsonObject;
  readonly at: string;
}

function* answerOf(
  reading: Reading,
  question: Question,
  { value, comment, computed, at }: Given,
): Steps<Partial<ShownAnswer>> {
  const { name, inner } = question;
  if (!inner || !Array.isArray(value)) {
    return { displayValue: displayText(question, value, reading.locale, reading.room, comment) };
  }
  const calculated = rowsIn(member(computed, name));
  const rows: ShownAnswer[][] = [];
  for (const [i, row] of rowsIn(value).entries()) {
    const shown: ShownAnswer[] = [];
    for (const each of inner) {
      const position = `${at}[${i}].${each.name}`;
      shown.push(yield* show(reading, each, row, calculated[i] ?? {}, position));
    }
    rows.push(shown);
  }
  const totals = totalsOf(reading, question, computed);
  const rowTitles = fixedTitles(question, rows) ?? rowTitlesOf(reading, question, at, rows.length);
  return {
    value: rows.map(valuesOf),
    rows,
    ...(rowTitles && { rowTitles }),
    ...(totals.length > 0 && { totals }),
  };
}

/** Returns the rows' names in a table whose rows the template gives; undefined for another one. */
const fixedTitles = (
  { type }: Question,
  rows: readonly (readonly ShownAnswer[])[],
): readonly string[] | undefined =>
  type === 'matrixdropdown' || type === 'matrix'
    ? rows.map((row) => row.find(({ name }) => name === ROW_NAME)?.displayValue ?? '')
    : undefined;

/** Returns the row titles; undefined when the template has none, or they contain answers and the engine failed. */
function rowTitlesOf(
  { facts, room }: Reading,
  { rowTitle }: Question,
  at: string,
  count: number,
): readonly string[] | undefined {
  if (rowTitle === undefined) return undefined;
  const own = rowTitle.includes('{') ? undefined : rowTitle;
  const titles = Array.from({ length: count }, (_, i) => {
    const title = facts.titles[`${at}[${i}]`] ?? own;
    return title && fitting(room, title, () => clipped(title));
  });
  return titles.every((title) => title !== undefined) ? titles : undefined;
}

/** Returns shown answers as an object by name: the answers of a form or of one row. */
export const valuesOf = (shown: readonly ShownAnswer[]): JsonObject =>
  Object.fromEntries(
    shown.flatMap(({ name, value, comment }) => [
      ...(value === null ? [] : [[name, value] as const]),
      ...(comment === undefined ? [] : [[commentName(name), comment] as const]),
    ]),
  );

/** Returns the totals of a table. The engine stores them beside the table, not in a row. */
function totalsOf(
  { locale, facts, room }: Reading,
  { name, inner = [] }: Question,
  computed: JsonObject,
): readonly ShownAnswer[] {
  const totals = member(computed, totalName(name));
  if (!isObject(totals)) return [];
  return inner.flatMap((question) => {
    const value = member(totals, question.name);
    if (value === undefined || !isAnswer(value)) return [];
    const written = {
      ...question,
      choices: [],
      none: undefined,
      type: 'expression',
      numberStyle: question.totalStyle,
    };
    return {
      name: question.name,
      title: fitting(room, facts.titles[question.name] ?? question.title, () => question.name),
      type: 'expression',
      section: [],
      state: 'answered',
      value,
      displayValue: ledBy(question.totalLead, displayText(written, value, locale, room)),
    };
  });
}

const ledBy = (lead: string | undefined, text: string): string =>
  lead === undefined ? text : `${lead}: ${text}`;

/** Shows an answer without a question. Older versions of Formstead stored such answers. */
const showOther = (name: string, value: JsonValue): ShownAnswer => ({
  name,
  title: name,
  type: 'other',
  section: [],
  state: 'answered',
  value,
  displayValue: typeof value === 'string' ? value : JSON.stringify(value),
});

function rowsIn(value: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  const rows: readonly JsonValue[] = value;
  return rows.map((row) => (isObject(row) ? row : {}));
}
