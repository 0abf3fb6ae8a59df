import { describeJson, isObject, ownMember } from './json.ts';
import { foreignSchemas } from './known-schemas.ts';
import type { Query } from './query-parameter.ts';
import { invalidSyntax } from './scim-error.ts';
import { asElements } from './tolerance.ts';

const SEARCH_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

const LISTS = ['attributes', 'excludedAttributes'];
const TEXTS = ['filter', 'sortBy', 'sortOrder', 'cursor'];
const NUMBERS = ['startIndex', 'count'];

const wrong = (name: string, value: unknown, wanted: string) =>
  invalidSyntax(`${name} is ${describeJson(value)}, but must be ${wanted}.`);

/** Returns a parameter as text. A number may be sent as text, as in a URL; other types are refused. */
function readParameter(name: string, value: unknown): string | readonly string[] {
  if (LISTS.includes(name)) {
    const names = asElements(value);
    const texts = names.filter((it) => typeof it === 'string');
    if (texts.length < names.length) throw wrong(name, value, 'an array of attribute names');
    return texts;
  }
  if (typeof value === 'string') return value;
  if (NUMBERS.includes(name) && typeof value === 'number') return String(value);
  throw wrong(name, value, NUMBERS.includes(name) ? 'an integer' : 'a string');
}

/**
 * Returns the body of a POST to `/.search` (RFC 7644 §3.4.3, RFC 9865 §3) as the query of a GET, so that both are read
 * by the same code. Names are in any letter case; null counts as absent, and unknown members are ignored.
 * @throws ScimError 400 invalidSyntax when it is not an object or has a value of the wrong type, invalidValue as
 * foreignSchemas
 */
export function searchQuery(body: unknown): Query {
  if (!isObject(body)) {
    throw invalidSyntax(
      `The body is ${describeJson(body)}, but must be a JSON object with a SearchRequest.`,
    );
  }
  foreignSchemas(ownMember(body, 'schemas'), SEARCH_REQUEST);
  const query: Record<string, string | readonly string[]> = {};
  for (const name of [...LISTS, ...TEXTS, ...NUMBERS]) {
    const value = ownMember(body, name);
    if (value !== undefined && value !== null) query[name] = readParameter(name, value);
  }
  return query;
}
