import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { get, type Query } from '../api/client.ts';

interface ListPage<T> {
  readonly items: readonly T[];
  readonly next?: string;
  readonly total?: number;
}

export interface List<T> {
  readonly items: readonly T[];
  /** Of all there are; undefined where the server does not count. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly error: Error | null;
  loadMore(): void;
  retry(): void;
}

const PAGE_SIZE = 100;

/** A list of the API, page after page as one scrolls on. With other filters the old rows stay until the new ones are there. */
export function useList<T>(path: string, filters: Query = {}): List<T> {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [path, filters],
      initialPageParam: '',
      queryFn: ({ pageParam: cursor }) =>
        get<ListPage<T>>(path, { ...filters, limit: PAGE_SIZE, cursor }),
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    });
  return {
    items: data?.pages.flatMap(({ items }) => items) ?? [],
    total: data?.pages[0]?.total,
    isLoading: isPending || isFetchingNextPage,
    hasMore: hasNextPage,
    error,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage();
    },
    retry: () => void (hasNextPage ? fetchNextPage() : refetch()),
  };
}
