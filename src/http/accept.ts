import { fail } from '#kernel/errors.ts';

/**
 * Refuses a request whose Accept header excludes JSON (RFC 9110 §12.5.1). A missing or unreadable header accepts
 * everything.
 * @throws AppError `not-acceptable`.
 */
export function requireJsonAccepted(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return;
  const ranges = accept.split(',').map(parseRange);
  // The most specific range that covers JSON decides, in whatever order the ranges come.
  for (const name of ['application/json', 'application/*', '*/*']) {
    const matching = ranges.filter((range) => range.name === name);
    if (matching.length === 0) continue;
    if (matching.some(({ quality }) => quality > 0)) return;
    break;
  }
  throw fail(
    'not-acceptable',
    'The only response format is application/json. Accept it, or send no Accept header.',
  );
}

interface MediaRange {
  readonly name: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { name, quality: Number.isNaN(quality) ? 1 : quality };
}
