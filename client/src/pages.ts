// Lists, page by page. The service has three ways to lead on: a link, a cursor in the body, and numbered pages.
import type { Caller, CallOptions, JsonReply } from './caller.ts';
import { FormsteadError } from './formstead-error.ts';
import type { ItemOf, ListPath } from './operation-types.ts';

export interface ListPage<I> {
  readonly items: readonly I[];
  /** The number of items on all pages together, if the service tells. */
  readonly total: number | undefined;
}

type Query = Readonly<Record<string, unknown>>;

/** Yields the pages of a list, each when it is asked for. */
export async function* pagesOf<P extends ListPath>(
  { call }: Caller,
  path: P,
  options: CallOptions,
): AsyncGenerator<ListPage<ItemOf<P>>, void, undefined> {
  let query: Query | undefined = { ...options.query };
  for (let seen = 0; query !== undefined; ) {
    const reply: JsonReply = await call('get', path, { ...options, query });
    const { items, cursor } = contentOf<ItemOf<P>>(reply, path);
    const total = totalOf(reply.headers);
    seen += items.length;
    yield { items, total };
    query = following(reply, query, { cursor, isLast: items.length === 0 || seen >= (total ?? 0) });
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
  readonly cursor: string | undefined;
  /** Of numbered pages. */
  readonly isLast: boolean;
}

function following(reply: JsonReply, query: Query, { cursor, isLast }: Seen): Query | undefined {
  if (cursor !== undefined) return { ...query, cursor };
  if (reply.headers.has('link')) return nextQuery(reply.headers);
  if (isLast) return undefined;
  return { ...query, pageNumber: Number(query['pageNumber'] ?? 1) + 1 };
}

/**
 * Returns the query of the next page; undefined if there is none. Only the query is taken from the link (RFC 8288), so
 * that the token is sent to `baseUrl` and nowhere else.
 */
export function nextQuery(headers: Headers): Query | undefined {
  const [, target] = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(headers.get('link') ?? '') ?? [];
  if (target === undefined) return undefined;
  const { searchParams } = new URL(target, 'https://localhost');
  return Object.fromEntries(searchParams);
}

function totalOf(headers: Headers): number | undefined {
  const value = headers.get('x-total-count');
  return value === null ? undefined : Number(value);
}

function contentOf<I>(
  { body, headers }: JsonReply,
  path: string,
): { readonly items: readonly I[]; readonly cursor: string | undefined } {
  if (Array.isArray(body)) return { items: body, cursor: undefined };
  if (Array.isArray(body?.items)) return { items: body.items, cursor: body.next };
  throw new FormsteadError({
    code: 'unexpected-answer',
    operation: `GET ${path}`,
    message: `GET ${path}: the answer is not a list.`,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}
