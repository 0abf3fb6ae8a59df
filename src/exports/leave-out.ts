import type { PdfPart } from './export.ts';
import type { PdfDocument } from './pdf-document.ts';

/** Returns a form to print without what somebody does not want to see of it. */
export function leavingOut<D extends PdfDocument>(document: D, parts: readonly PdfPart[] = []): D {
  const has = (part: PdfPart) => !parts.includes(part);
  const { answers, parts: notes, trail, files } = document;
  const names = Object.entries(files).map(
    ([id, file]) => [id, { ...file, isPicture: false }] as const,
  );
  return {
    ...document,
    answers: has('unanswered') ? answers : answers.filter(({ state }) => state !== 'unanswered'),
    parts: has('notes') ? notes : [],
    trail: has('history') ? trail : undefined,
    files: has('photos') ? files : Object.fromEntries(names),
  };
}
