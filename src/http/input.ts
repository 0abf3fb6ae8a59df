import type { Static, TObject, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { fail } from '#kernel/errors.ts';
import { type Fault, property } from './fault.ts';
import { firstFault } from './first-fault.ts';
import { findLongList } from './long-list.ts';
import { parseMoment } from './v2/date-time.ts';

// Turns input into data, once, by the schema that also documents it and types it for the web app.

/** Checks a JSON body. @throws AppError `invalid-value` that names the position and says what would be valid. */
export function parseInput<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const long = findLongList(schema, value);
  if (!long && Check(schema, value)) return value;
  const { detail, ...where } = long ?? firstFault(schema, value);
  throw fail('invalid-value', detail, whereOf(where));
}

/**
 * Checks the JSON body of a request. One that was not sent counts as an empty object; null was sent, and is none.
 * @throws AppError `invalid-value`, as {@link parseInput}
 */
export const parseBodyInput = <T extends TSchema>(schema: T, body: unknown): Static<T> =>
  parseInput(schema, body === undefined ? {} : body);

/**
 * Reads the query of a list by a schema of texts, integers and flags. Each parameter may come once; an empty one
 * counts as missing. @throws AppError `invalid-parameter`.
 */
export function parseQueryInput<T extends TObject>(schema: T, query: URLSearchParams): Static<T> {
  const input: Record<string, unknown> = Object.create(null);
  for (const [name, text] of query) {
    if (Object.hasOwn(input, name)) {
      const shown = name.slice(0, 100);
      const because = { reason: 'repeated' } as const;
      throw fail('invalid-parameter', `${shown} is given more than once.`, { at: shown, because });
    }
    if (text !== '') input[name] = read(schema, name, text);
  }
  const plain: unknown = { ...input };
  if (Check(schema, plain)) return plain;
  const { detail, ...where } = firstFault(schema, plain);
  throw fail('invalid-parameter', detail, whereOf(where));
}

/**
 * Reads a time of a body, in milliseconds since the epoch. The format `date-time` also allows leap seconds and names of
 * time zones, which no Date has. @throws AppError `invalid-value` at the member
 */
export function readTime(text: string, at: string): number {
  const moment = parseMoment(text);
  if (moment) return moment.ms;
  throw fail('invalid-value', `${at} must be a time such as 2026-01-31T09:05:00Z.`, {
    at,
    because: { reason: 'time' },
  });
}

const whereOf = ({ at, because }: Omit<Fault, 'detail'>) => ({
  because,
  ...(at !== undefined && { at }),
});

function read({ properties }: TObject, name: string, text: string): unknown {
  const type = Object.hasOwn(properties, name) ? property(properties[name], 'type') : undefined;
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
