import { compileFilter } from './filter-resolve.ts';
import type { Filter } from './filter-tree.ts';
import { oneParameter, type Query } from './query-parameter.ts';
import type { ResourceType } from './resource-type.ts';
import { invalidValue } from './scim-error.ts';

export const PAGE_SIZE = { default: 100, max: 1_000 } as const;

const INTEGER = /^[+-]?\d+$/;

/** Returns an integer of any size, limited to the safe integers; undefined for other text. */
export const readInteger = (text: string): number | undefined =>
  INTEGER.test(text)
    ? Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number(text), Number.MAX_SAFE_INTEGER))
    : undefined;

/** Limits a count to 0 and the maximum without an error, because itemsPerPage gives the actual number. */
export const pageCount = (count: number): number => Math.max(0, Math.min(count, PAGE_SIZE.max));

export function integerParameter(query: Query, name: string, otherwise: number): number {
  const text = oneParameter(query, name);
  if (text === undefined) return otherwise;
  const value = readInteger(text);
  if (value === undefined) throw invalidValue(name, 'is not an integer.');
  return value;
}

/** `filter=` is a filter without an expression, so an error (RFC 7644 §3.4.2.2), unlike other empty parameters. */
export function parseFilterParameter(query: Query, type: ResourceType): Filter | undefined {
  const raw = Object.hasOwn(query, 'filter') ? query['filter'] : undefined;
  if (raw === undefined) return undefined;
  return compileFilter(oneParameter(query, 'filter') ?? '', type);
}
