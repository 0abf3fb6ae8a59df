import { isObject, type JsonValue, member } from '#kernel/json.ts';
import type { LogNotes } from './notes.ts';

/** The parameters of RFC 7644 §3.4.2 and RFC 9865 §3, whose letter case counts. */
const PARAMETERS: ReadonlyMap<string, string> = new Map(
  [
    'filter',
    'sortBy',
    'sortOrder',
    'startIndex',
    'count',
    'cursor',
    'attributes',
    'excludedAttributes',
  ].map((name) => [name.toLowerCase(), name]),
);
/** URNs of SCIM 1.1 and of drafts of SCIM 2.0, which the templates of OneLogin have. */
const OLD_SCHEMA = /^urn:scim:schemas:/i;

/**
 * Counts what a request does that works, but not as its sender thinks: `Filter=` filters nothing, and attributes below an
 * old URN are not stored.
 * @param query without its question mark
 */
export function adviceOn(query: string | undefined, body: JsonValue | undefined): LogNotes {
  const names = (query ?? '').split('&').map((each) => each.split('=', 1)[0] ?? '');
  const misspelled = names.filter((name) => {
    const right = PARAMETERS.get(name.toLowerCase());
    return right !== undefined && right !== name;
  });
  const schemas = body !== undefined && isObject(body) ? member(body, 'schemas') : undefined;
  const old = [schemas].flat().filter((urn) => typeof urn === 'string' && OLD_SCHEMA.test(urn));
  return { misspelledParameters: misspelled.length, oldSchemas: old.length };
}
