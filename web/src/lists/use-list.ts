import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ApiError, get, type Query } from '../api/client.ts';

interface ListPage<T> {
  readonly items: readonly T[];
  readonly next?: string;
  readonly total?: number;
}

export interface List<T> {
  readonly items: readonly T[];
  /** The number of all items; undefined where the server does not count them. */
  readonly total: number | undefined;
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
export function useList<T>(path: string, filters: Query = {}): List<T> {
  const query = useInfiniteQuery({
    queryKey: [path, filters],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) =>
      get<ListPage<T>>(path, { ...filters, limit: PAGE_SIZE, cursor }),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, error, failureReason, isPending, hasNextPage, isFetchingNextPage } = query;
  return {
    items: data?.pages.flatMap(({ items }) => items) ?? [],
    total: data?.pages[0]?.total,
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
