import { fail } from '#kernel/errors.ts';
import type { Seal } from '#kernel/seal.ts';

export const DEFAULT_LIMIT = 50;

// Pages of the lists of /app/v1. The cursor that the browser gets and sends back is sealed.

/** The list that a cursor belongs to: account, and everything that decides what the list holds. */
export interface ListContext {
  readonly list: string;
  readonly accountId: string;
  readonly terms: readonly (string | number | boolean | undefined)[];
}

/** The end of a page: the sort keys of its last row, the last of them an id. */
export type RowPosition = readonly string[];

/** @throws AppError `invalid-parameter` for a cursor of another list, or one that Formstead did not make. */
export function openCursor(
  seal: Seal,
  context: ListContext,
  cursor: string | undefined,
  /** The parameter that it came in. */
  at = 'cursor',
): RowPosition | undefined {
  if (cursor === undefined) return undefined;
  const payload = seal.open(textOf(context), cursor);
  const position: unknown = payload === undefined ? undefined : JSON.parse(payload);
  if (Array.isArray(position) && position.every((key) => typeof key === 'string')) return position;
  throw fail(
    'invalid-parameter',
    at === 'cursor'
      ? 'The cursor does not belong to this list. Send `next` of the previous page unchanged, or leave the cursor out.'
      : `${at}: this does not belong to this list. Follow the links in Link, or leave ${at} out.`,
    { at, because: { reason: 'bad-cursor' } },
  );
}

/** Returns one page of rows. The caller reads one row more than the limit, to know whether more follow. */
export function toPage<Row, Item>(
  seal: Seal,
  context: ListContext,
  rows: readonly Row[],
  limit: number,
  { positionOf, toItem }: { positionOf: (row: Row) => RowPosition; toItem: (row: Row) => Item },
): { items: Item[]; next?: string } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const items = page.map(toItem);
  if (last === undefined) return { items };
  return { items, next: sealCursor(seal, context, positionOf(last)) };
}

/** Returns the cursor of the page after a row. */
export const sealCursor = (seal: Seal, context: ListContext, position: RowPosition): string =>
  seal.seal(textOf(context), JSON.stringify(position));

function textOf({ list, accountId, terms }: ListContext): string {
  return JSON.stringify(['app', list, accountId, ...terms.map((term) => term ?? null)]);
}
