import { isArray, type JsonObject } from './json.ts';
import type { ListOrder } from './list-request.ts';
import { LIST_RESPONSE } from './list-response.ts';
import type { Paging } from './paging.ts';
import { expiredCursor, invalidCount, invalidCursor } from './scim-error.ts';

/** The value that a resource is sorted by, in comparable form; undefined without a value or without sortBy. */
export type SortKey = string | number | boolean | undefined;

export type Direction = 'forward' | 'backward';

/** The list and the client that a cursor is sealed for; it is valid for no other. */
export type TraversalScope = {
  /** The resource type's name, empty for the base URL. */
  readonly scope: string;
  readonly order: ListOrder;
  readonly accountId: string;
  /** The client: the credential, or the user. */
  readonly actor: string;
};

/** The position where reading continues: after this resource, in this direction. */
export type CursorPosition = {
  readonly count: number;
  readonly direction: Direction;
  readonly key: SortKey;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
};

/**
 * Returns the context to seal a cursor in. It has every part of the traversal, so that a cursor of another list,
 * filter, order, account or client does not open (RFC 9865 §2, §5.2). `attributes` may change from page to page,
 * because nothing depends on them.
 */
export const traversalContext = ({ scope, order, accountId, actor }: TraversalScope): string =>
  JSON.stringify([
    'scim-cursor',
    scope,
    order.filter ?? null,
    order.sortBy?.toLowerCase() ?? null,
    order.sortOrder,
    accountId,
    actor,
  ]);

const FORM = 1;

/** Returns the payload of a cursor. It contains the id and a value of a resource, so it must be encrypted. */
export const encodePosition = ({ count, direction, key, id, issuedAt }: CursorPosition): string =>
  JSON.stringify([FORM, count, direction === 'forward' ? 1 : 0, key ?? null, id, issuedAt]);

const isKey = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

function readPayload(payload: string): CursorPosition | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(payload);
  } catch {
    return undefined;
  }
  if (!isArray(parts)) return undefined;
  const [form, count, forward, key, id, issuedAt] = parts;
  if (form !== FORM || !isKey(key) || typeof id !== 'string') return undefined;
  if (typeof count !== 'number' || typeof issuedAt !== 'number') return undefined;
  const direction = forward === 1 ? 'forward' : 'backward';
  return { count, direction, key: key ?? undefined, id, issuedAt };
}

/** One text for every invalid cursor, so that a client does not learn the reason (RFC 9865 §5.2). */
const NOT_OURS =
  'The cursor is not one that was given to you for this list; start again with an empty cursor.';

/**
 * Returns the position in an opened cursor; `payload` is undefined when the cursor did not open.
 * @throws ScimError 400 invalidCursor, expiredCursor, invalidCount when the count differs from that of the first
 * request
 */
export function decodePosition(
  payload: string | undefined,
  {
    paging,
    now,
    lifetimeMs,
  }: {
    readonly paging: Paging & { readonly method: 'cursor' };
    readonly now: number;
    readonly lifetimeMs: number;
  },
): CursorPosition {
  const position = payload === undefined ? undefined : readPayload(payload);
  if (position === undefined) throw invalidCursor(NOT_OURS);
  if (now - position.issuedAt > lifetimeMs) {
    throw expiredCursor(
      `The cursor is older than ${lifetimeMs / 1000} seconds; start again with an empty cursor.`,
    );
  }
  if (paging.countGiven && paging.count !== position.count) {
    throw invalidCount(`must stay ${position.count} on all pages, as in the first request.`);
  }
  return position;
}

type Row = { readonly key: SortKey; readonly id: string };

/**
 * Returns the start of the next and of the previous page. The last page has no next one and the first has no previous
 * one (RFC 9865 §2). A page that was reached forward has a previous one, because the client came from there.
 */
export function pageEnds(page: {
  readonly direction: Direction;
  /** True when the page was requested with a cursor. */
  readonly continued: boolean;
  /** The rows in the order of the list, in either direction. */
  readonly rows: readonly Row[];
  /** True when there is at least one more row in the direction of reading. */
  readonly more: boolean;
  readonly count: number;
  readonly issuedAt: number;
}): { readonly next: CursorPosition | undefined; readonly previous: CursorPosition | undefined } {
  const { direction, continued, rows, more, count, issuedAt } = page;
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { next: undefined, previous: undefined };
  const forward = direction === 'forward';
  const hasNext = forward ? more : continued;
  const hasPrevious = forward ? continued : more;
  const at = ({ key, id }: Row, to: Direction): CursorPosition => ({
    count,
    direction: to,
    key,
    id,
    issuedAt,
  });
  return {
    next: hasNext ? at(last, 'forward') : undefined,
    previous: hasPrevious ? at(first, 'backward') : undefined,
  };
}

type Cursors = {
  readonly totalResults?: number | undefined;
  readonly nextCursor?: string | undefined;
  readonly previousCursor?: string | undefined;
};

/** Returns the response to a query by cursor (RFC 9865 §2): no startIndex, and a cursor only when that page exists. */
export const cursorListResponse = (
  resources: readonly JsonObject[],
  { totalResults, nextCursor, previousCursor }: Cursors,
): JsonObject => ({
  schemas: [LIST_RESPONSE],
  ...(totalResults === undefined ? {} : { totalResults }),
  itemsPerPage: resources.length,
  ...(nextCursor === undefined ? {} : { nextCursor }),
  ...(previousCursor === undefined ? {} : { previousCursor }),
  Resources: resources,
});
