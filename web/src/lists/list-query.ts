import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Query } from '#web/api/client.ts';
import { type ListPage, PAGE_SIZE, readPage } from './read-on.ts';

/** Reads a list of the API page by page. A route may begin with it before the page that shows the list is there. */
export const listQuery = <T, Page extends ListPage<T> = ListPage<T>>(
  path: string,
  filters: Query,
  limit = PAGE_SIZE,
) =>
  infiniteQueryOptions({
    queryKey: [path, filters],
    initialPageParam: '',
    queryFn: async (context) => {
      const read = (cursor: string) => readPage<Page>(path, { ...filters, limit }, cursor);
      let page = await read(context.pageParam);
      // A page may be empty before the last one: nothing would be there to scroll, and so to ask for the next one.
      while (page.items.length === 0 && page.next !== undefined && !context.signal.aborted) {
        const { next, ...first } = page;
        page = { ...first, ...(await read(next)) };
      }
      return page;
    },
    getNextPageParam: ({ next }) => next,
  });
