import type { Question } from '#forms/reading/questions.ts';

/**
 * Where an answer stands, as people call it: `Visits, Row 2, Who` for `visits[1].who`.
 * @param rowName what the row of a number is called; the first is 1
 */
export function faultPlace(
  questions: readonly Question[],
  at: string,
  rowName: (number: number) => string,
): string {
  const own = questions.find(({ name }) => name === at);
  if (own) return own.title;
  // Names may have brackets and dots of their own.
  const around = questions.find(({ name }) => at.startsWith(`${name}[`));
  if (!around) return at;
  const [, row = '', inner] = ROW.exec(at.slice(around.name.length)) ?? [];
  if (!around.inner || row === '') return around.title;
  return [
    around.title,
    rowName(Number(row) + 1),
    ...(inner === undefined ? [] : [faultPlace(around.inner, inner, rowName)]),
  ].join(', ');
}

const ROW = /^\[(\d+)\](?:\.(.+))?$/s;
