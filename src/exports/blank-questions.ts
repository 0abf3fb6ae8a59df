import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import type { Choice, Question } from '#questionnaires/reading/questions.ts';
import type { BlankQuestion } from './pdf-document.ts';

/** With more choices than this, one is written on a line. */
const MOST_BOXES = 40;
/** With more columns than this, there is no room to write in them. */
const MOST_COLUMNS = 6;
/** Empty rows of a table. */
const EMPTY_ROWS = 6;

const CHOOSING: ReadonlySet<string> = new Set([
  ...['radiogroup', 'dropdown', 'checkbox', 'imagepicker', 'ranking', 'rating', 'boolean'],
]);
const AREAS: ReadonlySet<string> = new Set(['file', 'signaturepad', 'sketch']);

/** Returns how the questions of a template are printed to be answered by hand. What is calculated is left out. */
export const blankQuestions = (questions: readonly Question[]): readonly BlankQuestion[] =>
  questions.flatMap((question): readonly BlankQuestion[] => {
    const { name, title, section, type, inner, unit } = question;
    const own = { name, title, section };
    if (type === 'expression') return [];
    if (inner) return tableOf(question, inner);
    const choices = boxesOf(question);
    if (choices.length > 0) return [{ ...own, kind: 'choices', choices }];
    if (AREAS.has(type)) return [{ ...own, kind: 'area', isLow: type === 'signaturepad' }];
    if (type === 'comment') return [{ ...own, kind: 'lines' }];
    return [{ ...own, kind: 'line', ...(unit !== undefined && { unit }) }];
  });

function boxesOf({ type, choices, none, words, takesOther, other }: Question): readonly string[] {
  if (type === 'boolean') return [words.yes, words.no];
  if (!CHOOSING.has(type)) return [];
  const offered: readonly Choice[] = [...choices, ...(none ? [none] : [])];
  if (offered.length === 0 || offered.length > MOST_BOXES) return [];
  return [...offered.map(({ text }) => text), ...(takesOther ? [`${other}: ____________`] : [])];
}

/** With more choices than this, the head of a column does not name them. */
const MOST_NAMED = 4;

/** Returns the head of a column: its title, and its unit or its choices. */
function headOf(question: Question): string {
  const boxes = boxesOf(question);
  const named = boxes.length <= MOST_NAMED ? boxes.join(' / ') : '';
  const more = question.unit ?? named;
  return more === '' ? question.title : `${question.title} (${more})`;
}

/** Returns a table to fill in; one with many columns as the questions of a single row. */
function tableOf(
  { name, title, section }: Question,
  inner: readonly Question[],
): readonly BlankQuestion[] {
  const given = inner.find((each) => each.name === ROW_NAME)?.choices.map(({ text }) => text);
  const asked = inner.filter((each) => each.name !== ROW_NAME && each.type !== 'expression');
  if (asked.length > MOST_COLUMNS || asked.some((each) => each.inner)) {
    return blankQuestions(asked).map((each) => ({
      ...each,
      name,
      section,
      title: `${title}: ${each.title}`,
    }));
  }
  const columns = asked.map(headOf);
  const rows = given ?? Array.from({ length: EMPTY_ROWS }, (_, i) => String(i + 1));
  return [{ name, title, section, kind: 'rows', columns, rows }];
}
