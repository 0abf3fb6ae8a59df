import type { Question } from '#forms/reading/questions.ts';
import type { ShownAnswer } from '#forms/reading/shown-answer.ts';
import type { JsonValue } from '#kernel/json.ts';

/** A question as a column of a table; one that takes remarks has another column for them. */
export interface Column {
  readonly question: Question;
  readonly isRemark: boolean;
}

const REMARK = { en: 'remark', de: 'Anmerkung' } as const;

export const toColumns = (questions: readonly Question[]): readonly Column[] =>
  questions.flatMap((question) => [
    { question, isRemark: false },
    ...(question.hasRemark ? [{ question, isRemark: true }] : []),
  ]);

/** The questions of several versions: as the first one has them, then what only the others have. */
export function mergeQuestions(versions: readonly (readonly Question[])[]): readonly Question[] {
  const merged = new Map<string, Question>();
  for (const question of versions.flat()) {
    const known = merged.get(question.name);
    if (!known) merged.set(question.name, question);
    else {
      const inner =
        known.inner && question.inner ? mergeQuestions([known.inner, question.inner]) : known.inner;
      merged.set(question.name, {
        ...known,
        inner,
        hasRemark: known.hasRemark || question.hasRemark,
      });
    }
  }
  return [...merged.values()];
}

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
