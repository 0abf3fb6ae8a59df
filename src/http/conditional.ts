import { createHash } from 'node:crypto';

/** A strong entity tag over the bytes of a representation (RFC 9110 §8.8.3). */
export function strongEtag(representation: string): string {
  return `"${createHash('sha256').update(representation).digest('base64url').slice(0, 27)}"`;
}

/** True when If-None-Match names the tag, so that the answer is 304 (RFC 9110 §13.1.2, weak compare). */
export function ifNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const wanted = opaque(etag);
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === wanted);
}

/**
 * True when If-Match lets a write on what has the tag go on: absent, `*`, or a list that names it (RFC 9110 §13.1.1).
 * Compared strongly, so a weak tag never matches.
 */
export function ifMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined || header.trim() === '*') return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag === etag);
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}
