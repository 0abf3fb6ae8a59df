import { get, type Query } from '#web/api/client.ts';

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next?: string;
  readonly total?: number;
  /** false: there are more items than `total`. */
  readonly isTotalExact?: boolean;
}

/** The maximum number of items that the server sends at once. */
export const PAGE_SIZE = 100;

/** Reads one page of a list. `limit` is among the filters, or {@link PAGE_SIZE}. @throws ApiError */
export const readPage = <Page>(path: string, filters: Query, cursor: string | undefined) =>
  get<Page>(path, { limit: PAGE_SIZE, ...filters, cursor });

/**
 * Reads a list page by page to its end, or until there are `most` items.
 * @returns also the first page, with what it says of the whole list
 * @throws ApiError
 */
export async function readOn<T, Page extends ListPage<T> = ListPage<T>>(
  path: string,
  filters: Query,
  most: number,
): Promise<{ readonly first: Page; readonly items: readonly T[]; readonly isWhole: boolean }> {
  const first = await readPage<Page>(path, filters, undefined);
  const items = [...first.items];
  let { next } = first;
  while (next !== undefined && items.length < most) {
    const page = await readPage<Page>(path, filters, next);
    items.push(...page.items);
    next = page.next;
  }
  const isWhole = next === undefined && items.length <= most;
  return { first, items: items.slice(0, most), isWhole };
}
