import { commentName, shapesOf, totalName } from '#forms/answers/answer-shapes.ts';
import type { Locale } from '#forms/engine/engine-types.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { displayText } from './display-text.ts';
import { type Question, questionsOf } from './questions.ts';
import type { FormFacts, ShownAnswer } from './shown-answer.ts';

const NO_FACTS: FormFacts = { computed: {}, hidden: [], titles: {}, sections: {} };

interface Reading {
  readonly locale: Locale;
  readonly facts: FormFacts;
  readonly hidden: ReadonlySet<string>;
  /** A complete form is shown as it was completed, whatever conditions say today. */
  readonly isComplete: boolean;
}

export interface AnswersToShow {
  readonly answers: JsonObject;
  readonly isComplete: boolean;
  /** Left out: the definition has nothing that the engine would know more of. */
  readonly facts?: FormFacts | undefined;
}

export type ShowAnswers = (form: AnswersToShow) => readonly ShownAnswer[];

/**
 * Returns what shows the answers of forms of one definition: every question with its answer, in the order of the form,
 * then whatever no question asks for. It is the one place that decides what is shown: see {@link ShownAnswer}.
 */
export function answersShownBy(definition: JsonObject, locale: Locale): ShowAnswers {
  const questions = questionsOf(definition, locale);
  const asked = shapesOf(definition);
  return ({ answers, isComplete, facts = NO_FACTS }) => {
    const reading = { locale, facts, hidden: new Set(facts.hidden), isComplete };
    const others = Object.entries(answers).filter(([name]) => !asked.has(name));
    return [
      ...questions.map((question) =>
        show(reading, question, answers, facts.computed, question.name),
      ),
      ...others.map(([name, value]) => showOther(name, value)),
    ];
  };
}

function show(
  reading: Reading,
  question: Question,
  answers: JsonObject,
  computed: JsonObject,
  at: string,
): ShownAnswer {
  const { name, type } = question;
  const value = givenBy(reading, question, answers, computed);
  const typed = member(answers, commentName(name));
  const comment = typeof typed === 'string' && typed !== '' ? typed : undefined;
  const state = stateOf(reading, at, value);
  return {
    name,
    title: reading.facts.titles[at] ?? question.title,
    type,
    section: question.section.map((title) => reading.facts.sections[title] ?? title),
    state,
    value,
    displayValue: '',
    ...(comment !== undefined && { comment, ...(question.hasRemark && { remark: comment }) }),
    ...(state === 'answered' && answerOf(reading, question, { value, comment, computed, at })),
  };
}

/** Of a draft what is calculated now, of a complete form what was calculated when it was completed. */
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

function answerOf(
  reading: Reading,
  question: Question,
  { value, comment, computed, at }: Given,
): Partial<ShownAnswer> {
  const { name, inner } = question;
  if (!inner || !Array.isArray(value)) {
    return { displayValue: displayText(question, value, reading.locale, comment) };
  }
  const calculated = rowsIn(member(computed, name));
  const rows = rowsIn(value).map((row, i) =>
    inner.map((each) => show(reading, each, row, calculated[i] ?? {}, `${at}[${i}].${each.name}`)),
  );
  const totals = totalsOf(reading, question, computed);
  const rowTitles = rowTitlesOf(reading, question, at, rows.length);
  return {
    value: rows.map(valuesOf),
    rows,
    ...(rowTitles && { rowTitles }),
    ...(totals.length > 0 && { totals }),
  };
}

/** Undefined where the template gives rows no title, or one that names answers while the engine can't be asked. */
function rowTitlesOf(
  { facts }: Reading,
  { rowTitle }: Question,
  at: string,
  count: number,
): readonly string[] | undefined {
  if (rowTitle === undefined) return undefined;
  const own = rowTitle.includes('{') ? undefined : rowTitle;
  const titles = Array.from({ length: count }, (_, i) => facts.titles[`${at}[${i}]`] ?? own);
  return titles.every((title) => title !== undefined) ? titles : undefined;
}

/** The answers that are shown, as members of answers: those of the form, or of a row. */
export const valuesOf = (shown: readonly ShownAnswer[]): JsonObject =>
  Object.fromEntries(
    shown.flatMap(({ name, value, comment }) => [
      ...(value === null ? [] : [[name, value] as const]),
      ...(comment === undefined ? [] : [[commentName(name), comment] as const]),
    ]),
  );

/** Totals belong to no row: the engine keeps them beside the table. */
function totalsOf(
  { locale, facts }: Reading,
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
      type: 'expression',
      numberStyle: question.totalStyle,
    };
    return {
      name: question.name,
      title: facts.titles[question.name] ?? question.title,
      type: 'expression',
      section: [],
      state: 'answered',
      value,
      displayValue: displayText(written, value, locale),
    };
  });
}

/** Kept by a version of this service that took what no question asks for. */
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

/** Rows that hold nothing are no answer, nor is an empty list. */
function isAnswer(value: JsonValue): boolean {
  if (value === null || value === '') return false;
  if (!Array.isArray(value)) return true;
  const values: readonly JsonValue[] = value;
  return values.some((each) => !isObject(each) || Object.keys(each).length > 0);
}
