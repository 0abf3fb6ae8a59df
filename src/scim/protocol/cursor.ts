import { isArray, type JsonObject } from './json.ts';
import type { ListOrder } from './list-request.ts';
import { LIST_RESPONSE } from './list-response.ts';
import type { Paging } from './paging.ts';
import { expiredCursor, invalidCount, invalidCursor } from './scim-error.ts';

/** What a resource is sorted by, in the form in which it is compared; undefined for no value, or without sortBy. */
export type SortKey = string | number | boolean | undefined;

export type Direction = 'forward' | 'backward';

/** The list that a cursor belongs to and whoever walks it: what it is sealed for and good for nothing else. */
export type Walk = {
  /** The resource type's name, empty for the base URL. */
  readonly scope: string;
  readonly order: ListOrder;
  readonly accountId: string;
  /** Who walks: the credential, or the user. */
  readonly actor: string;
};

/** Where a walk goes on: beyond this resource, in this direction. */
export type CursorPosition = {
  readonly count: number;
  readonly direction: Direction;
  readonly key: SortKey;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
};

/**
 * The context to seal a cursor in: every part of the walk, so that a cursor of another list, filter, order, account or
 * caller does not open (RFC 9865 §2, §5.2). `attributes` may change from page to page; nothing depends on it.
 */
export const walkContext = ({ scope, order, accountId, actor }: Walk): string =>
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

/** The payload of a cursor. It names a resource and holds a value of it: seal it so that it can not be read either. */
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

/** One text for every cursor that is not good here, so that nobody learns why (RFC 9865 §5.2). */
const NOT_OURS =
  'The cursor is not one that was given to you for this list; start again with an empty cursor.';

/**
 * The position that an opened cursor holds; `payload` is undefined when it did not open.
 * @throws ScimError 400 invalidCursor, expiredCursor, invalidCount when the request has another count than the walk
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
    throw invalidCount(`stays ${position.count} during a walk, as in its first request.`);
  }
  return position;
}

type Row = { readonly key: SortKey; readonly id: string };

/**
 * Where a page's neighbours begin. The last page has no next one and the first no previous one (RFC 9865 §2); what is
 * before a page that was reached forward is there because the walk came from there.
 */
export function pageEnds(page: {
  readonly direction: Direction;
  /** It was asked for with a cursor. */
  readonly continued: boolean;
  /** In the order of the list, whatever the direction. */
  readonly rows: readonly Row[];
  /** There is at least one more beyond them, in the direction of reading. */
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

/** The answer to a query by cursor (RFC 9865 §2): no startIndex, and a cursor only where there is a page. */
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
