import { fail } from '#kernel/errors.ts';

const MAX_LENGTH = 255;
/** Control characters, and characters that change the direction of text and can hide the extension of a name. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/**
 * Returns a file name that can be shown: the last part of a path, without invisible characters.
 * @throws AppError `invalid-attachment` when it is longer than 255 characters.
 */
export function toFileName(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(UNSEEN, '').trim();
  if (name.length > MAX_LENGTH) {
    const text = `A file name may have at most ${MAX_LENGTH} characters.`;
    throw fail('invalid-attachment', text, {
      at: 'fileName',
      because: { reason: 'file-name-long', limit: MAX_LENGTH },
    });
  }
  return /^\.*$/.test(name) ? 'file' : name;
}

/** Returns the header of RFC 6266 §4 and RFC 8187: an ASCII name for every client, and the exact one. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_');
  const real = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${real}`;
}
