import { fail } from '#kernel/errors.ts';

const MAX_LENGTH = 255;
/** Control characters, and those that turn the direction of text and so hide what a name ends in. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/**
 * What a file is called, as text to show: the last part of a path, without what can't be seen.
 * @throws AppError `invalid-attachment` when it is longer than 255 characters.
 */
export function toFileName(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(UNSEEN, '').trim();
  if (name.length > MAX_LENGTH) {
    const text = `A file name may have ${MAX_LENGTH} characters.`;
    throw fail('invalid-attachment', text, { at: 'fileName' });
  }
  return /^\.*$/.test(name) ? 'file' : name;
}

/** RFC 6266 §4, RFC 8187: a name for everybody, and the real one. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_');
  const real = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${real}`;
}
