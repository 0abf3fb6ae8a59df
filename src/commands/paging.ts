import type { OptionSpec } from './shell/command.ts';
import { UsageError } from './shell/failures.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const LIMIT_OPTION: OptionSpec = {
  value: 'COUNT',
  description: `The maximum number, 1 to ${MAX_LIMIT}. If omitted: ${DEFAULT_LIMIT}.`,
};
export const AFTER_OPTION: OptionSpec = {
  value: 'ID',
  description: 'Continue after this id, the "next" of the previous page.',
};

/** @throws UsageError for anything but a whole number in range. */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new UsageError(`--limit is a whole number from 1 to ${MAX_LIMIT}, not ${text}.`);
}

export interface ShownPage<T> {
  readonly shown: readonly T[];
  /** The id that the next page starts after; undefined on the last page. */
  readonly next: string | undefined;
  /** The same for people, appended to the table. */
  readonly hint: string;
}

/** Returns a page of `limit` rows. `rows` has one more row if there is a next page. */
export function nextPage<T extends { readonly id: string }>(
  rows: readonly T[],
  limit: number,
): ShownPage<T> {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? shown.at(-1)?.id : undefined;
  return { shown, next, hint: next === undefined ? '' : `\n\nThere are more: --after ${next}` };
}
