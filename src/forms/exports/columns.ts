import type { Question } from '#forms/reading/questions.ts';
import type { ShownAnswer } from '#forms/reading/shown-answer.ts';
import type { JsonValue } from '#kernel/json.ts';

/** The properties of a question that a table needs. */
export interface Heading extends Pick<Question, 'name' | 'title' | 'hasRemark'> {
  /** The questions in a table or repeating section. */
  readonly inner: readonly Heading[] | undefined;
}

/** A column of a table. A question that takes remarks has a second column for them. */
export interface Column {
  readonly question: Heading;
  readonly isRemark: boolean;
}

const REMARK = { en: 'remark', de: 'Anmerkung' } as const;

export const toColumns = (headings: readonly Heading[]): readonly Column[] =>
  headings.flatMap((question) => [
    { question, isRemark: false },
    ...(question.hasRemark ? [{ question, isRemark: true }] : []),
  ]);

export const headingsOf = (questions: readonly Question[]): readonly Heading[] =>
  questions.map(({ name, title, hasRemark, inner }) => {
    return { name, title, hasRemark, inner: inner && headingsOf(inner) };
  });

/** Returns the headings of two versions: those of the first in their order, then those that only the second has. */
export function mergeHeadings(
  first: readonly Heading[],
  second: readonly Heading[],
): readonly Heading[] {
  const merged = new Map(first.map((heading) => [heading.name, heading]));
  for (const heading of second) {
    const known = merged.get(heading.name);
    merged.set(heading.name, known ? bothOf(known, heading) : heading);
  }
  return [...merged.values()];
}

const bothOf = (first: Heading, second: Heading): Heading => ({
  ...first,
  hasRemark: first.hasRemark || second.hasRemark,
  inner: first.inner && second.inner ? mergeHeadings(first.inner, second.inner) : first.inner,
});

/** Returns the number of headings, including those in tables. */
export const countColumns = (headings: readonly Heading[]): number =>
  headings.reduce((sum, { inner }) => sum + 1 + (inner ? countColumns(inner) : 0), 0);

/** Returns the heading of each column: its title, with its name if several columns have the same title. */
export function headsOf(columns: readonly Column[], locale: 'en' | 'de'): readonly string[] {
  const times = new Map<string, number>();
  for (const { question, isRemark } of columns) {
    if (!isRemark) times.set(question.title, (times.get(question.title) ?? 0) + 1);
  }
  return columns.map(({ question: { title, name }, isRemark }) => {
    const head = (times.get(title) ?? 0) > 1 && title !== name ? `${title} (${name})` : title;
    return isRemark ? `${head}: ${REMARK[locale]}` : head;
  });
}

/** Returns the cells of a form or row. A column of another version stays empty. */
export function cellsOf(
  columns: readonly Column[],
  answers: readonly ShownAnswer[],
): readonly (string | number)[] {
  const shown = new Map(answers.map((answer) => [answer.name, answer]));
  return columns.map(({ question, isRemark }) => {
    const answer = shown.get(question.name);
    if (!answer || answer.state === 'hidden') return '';
    if (isRemark) return answer.remark ?? '';
    return answer.state === 'answered' ? cellOf(answer) : '';
  });
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

const CHOOSES: ReadonlySet<string> = new Set(['radiogroup', 'dropdown', 'rating']);

// Besides choices, only the text of days and times differs from the stored value.
const isMoment = (type: string, value: JsonValue, displayValue: string): boolean =>
  (type === 'text' || type === 'expression') && value !== displayValue;
