import type { Static, TObject } from 'typebox';
import { Check } from 'typebox/schema';
import { property } from '#http/fault.ts';
import { firstFault } from '#http/first-fault.ts';
import { type AppError, type Because, fail } from '#kernel/errors.ts';

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;

/** Larger numbers count as these. No list is as long as the number of pages, and arithmetic with it is exact. */
const CEILINGS: ReadonlyMap<string, number> = new Map([
  ['pageNumber', 1_000_000_000_000],
  ['pageSize', MAX_PAGE_SIZE],
]);

/**
 * Reads the query of a request to /v2 by the schema that documents it. Names count in any letter case; parameters that the
 * schema lacks are ignored, because the pipeline refuses them. An empty parameter is a value, and mostly a wrong one.
 * @param anyCase names of parameters whose values count in any letter case
 * @throws AppError `invalid-parameter` for a value that the schema does not allow, and for a parameter that comes twice
 */
export function readParameters<T extends TObject>(
  schema: T,
  query: URLSearchParams,
  anyCase: readonly (keyof Static<T>)[] = [],
): Static<T> {
  const texts = textsOf(Object.keys(schema.properties), query);
  const read = Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, type]) => {
      const text = texts.get(name);
      if (text === undefined) return [];
      const value = readValue(name, type, anyCase.includes(name) ? text.toLowerCase() : text);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (Check(schema, read)) return read;
  const { detail, at, because } = firstFault(schema, read);
  throw fail('invalid-parameter', detail, { because, ...(at !== undefined && { at }) });
}

export function badParameter(
  name: string,
  detail: string,
  because: Because = { reason: 'wrong-format' },
): AppError {
  return fail('invalid-parameter', `${name}: ${detail}`, { at: name, because });
}

/** Returns the values of the parameters that were sent, by their documented spelling. */
function textsOf(names: readonly string[], query: URLSearchParams): ReadonlyMap<string, string> {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = new Map<string, string>();
  for (const [given, value] of query) {
    const name = known.get(given.toLowerCase());
    if (name === undefined) continue;
    if (found.has(name)) {
      throw badParameter(name, 'this is given more than once. Send it once.', {
        reason: 'repeated',
      });
    }
    found.set(name, value);
  }
  return found;
}

/** Returns a text as it is, a whole number, or a flag; an empty flag that has a default counts as missing. */
function readValue(name: string, schema: unknown, text: string): unknown {
  const type = property(schema, 'type');
  if (type === 'integer') {
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    if (value >= 1) return Math.min(value, CEILINGS.get(name) ?? Number.MAX_SAFE_INTEGER);
    throw badParameter(name, 'this must be a whole number of 1 or more, in digits.');
  }
  if (type !== 'boolean') return text;
  if (text === '' && property(schema, 'default') !== undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw badParameter(name, 'this must be true or false.');
}
