import type { ExportProblem } from './export.ts';

/** Returns a code point as Unicode writes it, such as `U+65E5`. */
export const codePointName = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

const TEXT =
  'No font has some of its characters. The PDF has a replacement character instead of each. An admin can upload a font that has them.';

/** Returns the problem of a form with characters that no font has. */
export const missingCharacters = (
  { id, name }: { readonly id: string; readonly name: string },
  codePoints: readonly number[],
): ExportProblem => {
  return { formId: id, form: name, reason: 'missing-characters', text: TEXT, codePoints };
};

/** Returns characters with their code points, for people: `日 U+65E5, 本 U+672C`. */
export const charactersText = (codePoints: readonly number[] = []): string =>
  codePoints.map((each) => `${String.fromCodePoint(each)} ${codePointName(each)}`).join(', ');
