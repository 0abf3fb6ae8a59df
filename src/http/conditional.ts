import { createHash } from 'node:crypto';

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

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
