import { type AppError, type Because, fail } from '#kernel/errors.ts';

/** The parameters of a request that the endpoint knows, by their documented spelling. */
export type KnownParameters<N extends string> = ReadonlyMap<N, string>;

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
/** Beyond the end of any list, and small enough for exact arithmetic. */
const MAX_PAGE_NUMBER = 1_000_000_000_000;

/**
 * Picks the known parameters, in any letter case; others are ignored.
 * @throws AppError `invalid-parameter` for one that comes twice.
 */
export function readKnown<N extends string>(
  query: URLSearchParams,
  names: readonly N[],
): KnownParameters<N> {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = new Map<N, string>();
  for (const [given, value] of query) {
    const name = known.get(given.toLowerCase());
    if (name === undefined) continue;
    if (found.has(name))
      throw badParameter(name, 'this is given more than once. Send it once.', {
        reason: 'repeated',
      });
    found.set(name, value);
  }
  return found;
}

interface ParameterReader<N extends string> {
  get(name: N): string | undefined;
}

/** Reads a page number, which starts at 1. @throws AppError `invalid-parameter`. */
export function readPageNumber(parameters: ParameterReader<'pageNumber'>): number {
  return Math.min(readCount(parameters.get('pageNumber'), 'pageNumber', 1), MAX_PAGE_NUMBER);
}

/** Reads a page size: 25 unless set, at most 100. @throws AppError `invalid-parameter`. */
export function readPageSize(parameters: ParameterReader<'pageSize'>): number {
  const size = readCount(parameters.get('pageSize'), 'pageSize', DEFAULT_PAGE_SIZE);
  return Math.min(size, MAX_PAGE_SIZE);
}

export function badParameter(
  name: string,
  detail: string,
  because: Because = { reason: 'wrong-format' },
): AppError {
  return fail('invalid-parameter', `${name}: ${detail}`, { at: name, because });
}

function readCount(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1) return value;
  throw badParameter(name, 'this must be a whole number of 1 or more, in digits.');
}
