import { createHash } from 'node:crypto';
import type { ExtraMembers } from '#kernel/error-reasons.ts';
import { type AppError, fail } from '#kernel/errors.ts';

/** Returns a strong entity tag over the bytes of a representation (RFC 9110 §8.8.3). */
export function strongEtag(representation: string): string {
  return `"${createHash('sha256').update(representation).digest('base64url').slice(0, 27)}"`;
}

/** Tells whether If-None-Match names the tag, so that the answer is 304 (RFC 9110 §13.1.2, weak comparison). */
export function ifNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const wanted = opaque(etag);
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === wanted);
}

/**
 * Tells whether If-Match allows a write: it is absent, `*`, or a list that names the tag (RFC 9110 §13.1.1). The
 * comparison is strong, so a weak tag never matches.
 */
export function ifMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.trim() === '*') return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag === etag);
}

/**
 * Returns the refusal of a write whose If-Match does not name the stored revision, with the tag that it has.
 * @param more further members of the answer
 */
export const notInIfMatch = (
  text: string,
  {
    header,
    etag,
    revision,
  }: { readonly header: string | undefined; readonly etag: string; readonly revision: number },
  more: ExtraMembers = {},
): AppError =>
  fail('precondition-failed', text, {
    at: 'If-Match',
    headers: { etag },
    extra: { ifMatch: header, currentRevision: revision, ...more },
  });

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
