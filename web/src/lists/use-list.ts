import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ApiError, type Query } from '#web/api/client.ts';
import { listQuery } from './list-query.ts';
import type { ListPage } from './read-on.ts';

export interface List<T, Page = ListPage<T>> {
  /** The first page; undefined until it has loaded. */
  readonly first?: Page | undefined;
  readonly items: readonly T[];
  /** The number of all items; undefined where the server does not count them. */
  readonly total: number | undefined;
  readonly isTotalExact?: boolean;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** The items are those of the filters before, until the new ones have loaded. */
  readonly isStale?: boolean;
  readonly error: Error | null;
  /** The last attempt got no answer; another one may be running. */
  readonly isCutOff: boolean;
  loadMore(): void;
  retry(): void;
}

/**
 * Reads a list of the API page by page while the person scrolls. With other filters the old rows stay until the new
 * ones have loaded.
 */
export function useList<T, Page extends ListPage<T> = ListPage<T>>(
  path: string,
  filters: Query = {},
  limit?: number,
): List<T, Page> {
  const query = useInfiniteQuery({
    ...listQuery<T, Page>(path, filters, limit),
    placeholderData: keepPreviousData,
  });
  const { data, error, failureReason, isPending, hasNextPage, isFetchingNextPage } = query;
  const { isPlaceholderData } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return {
    first: data?.pages[0],
    items,
    total: data?.pages[0]?.total,
    isTotalExact: data?.pages[0]?.isTotalExact !== false,
    // That nothing was found before says nothing about the new filters.
    isLoading: isPending || isFetchingNextPage || (isPlaceholderData && items.length === 0),
    hasMore: hasNextPage,
    isStale: isPlaceholderData,
    error,
    isCutOff: failureReason instanceof ApiError && failureReason.status === 0,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage && error === null) void query.fetchNextPage();
    },
    retry: () => void (hasNextPage ? query.fetchNextPage() : query.refetch()),
  };
}
