const OPAQUE = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const MAX_TAGS = 100;

/**
 * A weak entity tag (RFC 7644 §3.14, RFC 9110 §8.8.3). `version` counts changes of the resource itself; `digest`
 * stands for what is derived from others (a user's groups), so that a reader sees those change as well.
 */
export const formatTag = (version: string | number, digest?: string | undefined): string =>
  digest === undefined ? `W/"${version}"` : `W/"${version}.${digest}"`;

/** The opaque parts of a list of tags; those that are not tags name nothing. Tags may hold no comma here. */
const opaqueTags = (header: string): readonly string[] =>
  header
    .split(',', MAX_TAGS)
    .map((tag) => OPAQUE.exec(tag.trim())?.[1])
    .filter((opaque) => opaque !== undefined);

const isAny = (header: string): boolean => header.trim() === '*';

/** True when the client has what `tag` names already: answer 304. Weak comparison, lists, `*` (RFC 9110 §13.1.2). */
export function ifNoneMatchHits(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (isAny(header)) return true;
  const opaque = OPAQUE.exec(tag)?.[1];
  return opaque !== undefined && opaqueTags(header).includes(opaque);
}

/**
 * True when a write may go on: no header, `*`, or a tag of the current version, weak or not and whatever its digest.
 * RFC 9110 would never match a weak tag here, RFC 7644 §3.14 shows one that does.
 */
export function ifMatchAccepts(header: string | undefined, version: string | number): boolean {
  if (header === undefined || isAny(header)) return true;
  const current = String(version);
  return opaqueTags(header).some((opaque) => opaque.split('.', 1)[0] === current);
}

/**
 * The `version` of a bulk operation (RFC 7644 §3.7) as the If-Match header that would say the same: an entity tag,
 * also with the backslash that the RFC's examples have before the slash, or a bare version.
 */
export function bulkVersionHeader(version: string | undefined): string | undefined {
  const text = version?.trim().replace(/^W\\\//, 'W/');
  if (text === undefined || text === '') return undefined;
  return isAny(text) || text.includes('"') ? text : `"${text}"`;
}
