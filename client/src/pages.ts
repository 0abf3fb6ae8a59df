// Lists, page by page. The service has three ways to lead on: a link, a cursor in the body, and numbered pages.
import { isDeepStrictEqual } from 'node:util';
import type { Caller, CallOptions, JsonReply } from './caller.ts';
import { unexpected } from './formstead-error.ts';
import type { ItemOf, ListPath } from './operation-types.ts';

export interface ListPage<I> {
  readonly items: readonly I[];
  /** The number of items on all pages together, if the service tells. */
  readonly total: number | undefined;
}

/** A link may leave out the host, which is not read. */
const ANYWHERE = 'https://localhost';

type Query = Readonly<Record<string, unknown>>;

/** Yields the pages of a list, each when it is asked for. */
export async function* pagesOf<P extends ListPath>(
  { call }: Caller,
  path: P,
  options: CallOptions,
): AsyncGenerator<ListPage<ItemOf<P>>, void, undefined> {
  let query: Query | undefined = { ...options.query };
  const operation = `GET ${path}`;
  for (let seen = 0; query !== undefined; ) {
    const reply: JsonReply = await call('get', path, { ...options, query });
    const { items, cursor } = contentOf<ItemOf<P>>(reply, operation);
    const total = totalOf(reply.headers);
    seen += items.length;
    yield { items, total };
    const isLast = items.length === 0 || seen >= (total ?? 0);
    const next = following(reply, query, { operation, cursor, isLast });
    if (isDeepStrictEqual(next, query)) {
      throw unexpected(operation, 'the page leads to itself.', reply.headers);
    }
    query = next;
  }
}

/** Yields the items of all pages. */
export async function* itemsOf<P extends ListPath>(
  caller: Caller,
  path: P,
  options: CallOptions,
): AsyncGenerator<ItemOf<P>, void, undefined> {
  for await (const { items } of pagesOf(caller, path, options)) yield* items;
}

interface Seen {
  readonly operation: string;
  readonly cursor: string | undefined;
  /** Of numbered pages. */
  readonly isLast: boolean;
}

function following(reply: JsonReply, query: Query, { operation, cursor, isLast }: Seen) {
  if (cursor !== undefined) return { ...query, cursor };
  if (reply.headers.has('link')) return nextQuery(reply.headers, operation);
  if (isLast) return undefined;
  return { ...query, pageNumber: Number(query['pageNumber'] ?? 1) + 1 };
}

/**
 * Returns the query of the next page; undefined if there is none. Only the query is taken from the link (RFC 8288), so
 * that the token is sent to `baseUrl` and nowhere else.
 * @throws FormsteadError if the link is no address
 */
export function nextQuery(headers: Headers, operation: string): Query | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '') ?? [];
  if (target === undefined) return undefined;
  if (!URL.canParse(target, ANYWHERE)) {
    throw unexpected(operation, 'the link to the next page is no address.', headers);
  }
  const { searchParams } = new URL(target, ANYWHERE);
  return Object.fromEntries(searchParams);
}

function totalOf(headers: Headers): number | undefined {
  const value = headers.get('x-total-count');
  return value === null ? undefined : Number(value);
}

function contentOf<I>(
  { body, headers }: JsonReply,
  operation: string,
): { readonly items: readonly I[]; readonly cursor: string | undefined } {
  if (Array.isArray(body)) return { items: body, cursor: undefined };
  const { items, next }: Readonly<Record<string, unknown>> = Object(body);
  const isCursor = next === undefined || typeof next === 'string';
  if (Array.isArray(items) && isCursor) return { items, cursor: next };
  throw unexpected(operation, 'the answer is not a list.', headers);
}
