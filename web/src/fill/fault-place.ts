import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import type { Question } from '#questionnaires/reading/questions.ts';

/**
 * Returns the position of an answer as people read it: `Visits, Row 2, Who` for `visits[1].who`.
 * @param rowName returns the name of a row by its number, from 1
 */
export function faultPlace(
  questions: readonly Question[],
  at: string,
  rowName: (number: number) => string,
): string {
  // A fault of a part of an answer, such as `where.lat`, is one of the answer.
  const own = questions.find(({ name }) => name === at || at.startsWith(`${name}.`));
  if (own) return own.title;
  // Names of questions may contain brackets and dots themselves.
  const around = questions.find(({ name }) => at.startsWith(`${name}[`));
  if (!around) return at;
  const [, row = '', inner] = ROW.exec(at.slice(around.name.length)) ?? [];
  if (!around.inner || row === '') return around.title;
  // A row that the template gives has a name.
  const [first] = around.inner;
  const named = first?.name === ROW_NAME ? first.choices[Number(row)]?.text : undefined;
  return [
    around.title,
    named ?? rowName(Number(row) + 1),
    ...(inner === undefined ? [] : [faultPlace(around.inner, inner, rowName)]),
  ].join(', ');
}

const ROW = /^\[(\d+)\](?:\.(.+))?$/s;
