import type { Question } from '#forms/reading/questions.ts';
import type { ShownAnswer } from '#forms/reading/shown-answer.ts';
import type { JsonValue } from '#kernel/json.ts';

/** What a table has to know of a question. */
export interface Heading extends Pick<Question, 'name' | 'title' | 'hasRemark'> {
  /** Of a table or a repeated panel. */
  readonly inner: readonly Heading[] | undefined;
}

/** A question as a column of a table; one that takes remarks has another column for them. */
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

/** Those of two versions: as the first one has them, then what only the second has. */
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

/** Those of tables among them. */
export const countColumns = (headings: readonly Heading[]): number =>
  headings.reduce((sum, { inner }) => sum + 1 + (inner ? countColumns(inner) : 0), 0);

/** What heads each column: its title, and its name too where two have the same title. */
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

/** The cells of a form or of a row, for columns that other versions may have brought. */
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
 * What a spreadsheet can reckon with is a number or an ISO date, whatever the language; everything else is what people
 * read elsewhere. Of rows it is how many there are: they have a file of their own, and rows of rows are JSON.
 */
function cellOf({ type, value, displayValue, rows }: ShownAnswer): string | number {
  if (rows !== undefined) return rows.length;
  if (typeof value === 'number') {
    // A number among choices may be called something.
    return CHOOSES.has(type) && displayValue !== String(value) ? displayValue : value;
  }
  return typeof value === 'string' && isMoment(type, value, displayValue) ? value : displayValue;
}

const CHOOSES: ReadonlySet<string> = new Set(['radiogroup', 'dropdown', 'rating']);

// Days and times are the only texts that read differently from what is stored, besides choices.
const isMoment = (type: string, value: JsonValue, displayValue: string): boolean =>
  (type === 'text' || type === 'expression') && value !== displayValue;
