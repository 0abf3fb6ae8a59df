const OPAQUE = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const MAX_TAGS = 100;

/**
 * Returns a weak entity tag (RFC 7644 §3.14, RFC 9110 §8.8.3). `version` counts changes of the resource itself;
 * `digest` covers values from other resources (a user's groups), so that a client sees their changes too.
 */
export const formatTag = (version: string | number, digest?: string | undefined): string =>
  digest === undefined ? `W/"${version}"` : `W/"${version}.${digest}"`;

/** Returns the opaque parts of a list of tags and ignores malformed ones. Our tags contain no comma. */
const opaqueTags = (header: string): readonly string[] =>
  header
    .split(',', MAX_TAGS)
    .map((tag) => OPAQUE.exec(tag.trim())?.[1])
    .filter((opaque) => opaque !== undefined);

const isAny = (header: string): boolean => header.trim() === '*';

/** Returns whether the client has `tag` already: answer 304. Weak comparison, lists, `*` (RFC 9110 §13.1.2). */
export function ifNoneMatchHits(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (isAny(header)) return true;
  const opaque = OPAQUE.exec(tag)?.[1];
  return opaque !== undefined && opaqueTags(header).includes(opaque);
}

/**
 * Returns whether a write may proceed: no header, `*`, or a tag of the current version, weak or strong, with any
 * digest. RFC 9110 never matches a weak tag here, but RFC 7644 §3.14 shows a weak one that matches.
 */
export function ifMatchAccepts(header: string | undefined, version: string | number): boolean {
  if (header === undefined || isAny(header)) return true;
  const current = String(version);
  return opaqueTags(header).some((opaque) => opaque.split('.', 1)[0] === current);
}

/**
 * Returns the `version` of a bulk operation (RFC 7644 §3.7) as an If-Match header: an entity tag, also with the
 * backslash before the slash as in the RFC's examples, or a bare version.
 */
export function bulkVersionHeader(version: string | undefined): string | undefined {
  const text = version?.trim().replace(/^W\\\//, 'W/');
  if (text === undefined || text === '') return undefined;
  return isAny(text) || text.includes('"') ? text : `"${text}"`;
}
