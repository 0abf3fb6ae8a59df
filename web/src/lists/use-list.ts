import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ApiError, get, type Query } from '../api/client.ts';

interface ListPage<T> {
  readonly items: readonly T[];
  readonly next?: string;
  readonly total?: number;
  /** false: there are more items than `total`. */
  readonly isTotalExact?: boolean;
}

export interface List<T, Page = ListPage<T>> {
  /** The first page; undefined until it has loaded. */
  readonly first?: Page | undefined;
  readonly items: readonly T[];
  /** The number of all items; undefined where the server does not count them. */
  readonly total: number | undefined;
  readonly isTotalExact?: boolean;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly error: Error | null;
  /** The last attempt got no answer; another one may be running. */
  readonly isCutOff: boolean;
  loadMore(): void;
  retry(): void;
}

const PAGE_SIZE = 100;

/**
 * Reads a list of the API page by page while the person scrolls. With other filters the old rows stay until the new
 * ones have loaded.
 */
export function useList<T, Page extends ListPage<T> = ListPage<T>>(
  path: string,
  filters: Query = {},
  limit = PAGE_SIZE,
): List<T, Page> {
  const query = useInfiniteQuery({
    queryKey: [path, filters],
    initialPageParam: '',
    queryFn: async (context) => {
      const read = (cursor: string) => get<Page>(path, { ...filters, limit, cursor });
      let page = await read(context.pageParam);
      // A page may be empty before the last one: nothing would be there to scroll, and so to ask for the next one.
      while (page.items.length === 0 && page.next !== undefined && !context.signal.aborted) {
        const { next, ...first } = page;
        page = { ...first, ...(await read(next)) };
      }
      return page;
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, error, failureReason, isPending, hasNextPage, isFetchingNextPage } = query;
  return {
    first: data?.pages[0],
    items: data?.pages.flatMap(({ items }) => items) ?? [],
    total: data?.pages[0]?.total,
    isTotalExact: data?.pages[0]?.isTotalExact !== false,
    isLoading: isPending || isFetchingNextPage,
    hasMore: hasNextPage,
    error,
    isCutOff: failureReason instanceof ApiError && failureReason.status === 0,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage && error === null) void query.fetchNextPage();
    },
    retry: () => void (hasNextPage ? query.fetchNextPage() : query.refetch()),
  };
}
