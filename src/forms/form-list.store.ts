import type { Selectable, SelectQueryBuilder } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database, Reader } from '#db/database.ts';
import { engineOf, withinDeadline } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import {
  behind,
  type FormPosition,
  type FormSelection,
  inOrder,
  liveForms,
  selectedForms,
} from './form-selection.store.ts';
import { DEFAULT_ORDER, type FormOrder } from './list-query.ts';
import type { VisibleRange } from './visibility.ts';

/** The start of a page: a number of forms to skip, or the form after which it starts. */
export type PageStart = { readonly offset: number } | { readonly after: FormPosition };

/** The most forms that are skipped on the main connection. */
const SHALLOW = 1000;
/** With more index ranges than this, a member's page is not merged from them. */
const MAX_BRANCHES = 50;

const COLUMNS = [
  'forms.id',
  'forms.name',
  'forms.name_key',
  'forms.status',
  'forms.status_changed_at',
  'forms.updated_at',
  'forms.assignee_type',
  'forms.assignee_id',
  'forms.latitude',
  'forms.longitude',
  'forms.accuracy',
  'forms.template_id',
] as const;

type ColumnName<C> = C extends `forms.${infer Name}` ? Name : never;
export type FormListRow = Pick<
  Selectable<Tables['forms']>,
  ColumnName<(typeof COLUMNS)[number]> & keyof Tables['forms']
>;

/**
 * Returns at most `limit` forms of a selection from a start. The `next` links of pages start after a form, which an
 * index finds directly.
 * @param total the size of the selection, so that a page near the end is counted from the end
 */
export async function listForms(
  db: Database,
  selection: FormSelection,
  start: PageStart,
  limit: number,
  total: number,
): Promise<readonly FormListRow[]> {
  const { visibility, order } = selection;
  const near = 'after' in start || start.offset <= SHALLOW;
  if (isWhole(selection) && near) {
    if (visibility === 'all') return listAll(db.reader, selection, start, limit);
    const branches = visibility.reduce((sum, { ids }) => sum + ids.length, 0);
    if (order.key === 'lastUpdateDate' && branches <= MAX_BRANCHES) {
      return mergedPage(db.reader, selection, visibility, start, limit).execute();
    }
  }
  return db.scan<FormListRow>(scanPage(db.reader, selection, start, windowOf(start, limit, total)));
}

/** Returns the number of forms in a selection: a stored counter for the whole account, else counted. */
export async function countForms(db: Database, selection: FormSelection): Promise<number> {
  const { accountId, visibility } = selection;
  if (visibility === 'all' && isWhole(selection)) return readCounter(db.reader, accountId, 'forms');
  // Without an order, the most selective index is used.
  const unordered = { ...selection, order: DEFAULT_ORDER };
  const parts = selectedForms(db.reader, unordered).map((part) =>
    part
      .where((eb) => withinDeadline(db.reader, eb.ref('forms.id')))
      .select((eb) => eb.fn.countAll<number | string>().as('total')),
  );
  const rows = await db.scan<{ total: number | string }>(unionAll(parts));
  return rows.reduce((sum, { total }) => sum + Number(total), 0);
}

/** Returns the position of a row, after which the next page starts. */
export function positionOf(row: FormListRow, { key }: FormOrder): FormPosition {
  return [key === 'name' ? row.name_key : row.updated_at, row.id];
}

/** Returns whether only visibility limits the selection. */
function isWhole({ status, namePrefix, filter, templateId, found }: FormSelection): boolean {
  return [status, namePrefix, filter, templateId, found].every((each) => each === undefined);
}

function firstOf(db: Reader, accountId: string, order: FormOrder) {
  const index = order.key === 'name' ? 'name' : 'updated';
  return inOrder(liveForms(db, accountId, index).select(COLUMNS), order);
}

interface FromFront {
  readonly accountId: string;
  readonly limit: number;
  readonly offset: number;
}

interface Behind {
  readonly accountId: string;
  readonly sortValue: FormPosition[0];
  readonly id: string;
  readonly limit: number;
}

function pageQueries(order: FormOrder) {
  return {
    fromFront: precompile<FormListRow, FromFront>((db, { accountId, limit, offset }) =>
      firstOf(db, accountId, order).limit(limit).offset(offset),
    ),
    behind: precompile<FormListRow, Behind>((db, { accountId, sortValue, id, limit }) =>
      behind(firstOf(db, accountId, order), order, [sortValue, id]).limit(limit),
    ),
  };
}

// Compiled once: all integrations request these pages.
const PAGES = {
  lastUpdateDate: {
    asc: pageQueries({ key: 'lastUpdateDate', direction: 'asc' }),
    desc: pageQueries({ key: 'lastUpdateDate', direction: 'desc' }),
  },
  name: {
    asc: pageQueries({ key: 'name', direction: 'asc' }),
    desc: pageQueries({ key: 'name', direction: 'desc' }),
  },
} as const;

function listAll(
  db: Reader,
  { accountId, order }: FormSelection,
  start: PageStart,
  limit: number,
): Promise<readonly FormListRow[]> {
  const page = PAGES[order.key][order.direction];
  if (!('after' in start)) return page.fromFront(db, { accountId, limit, offset: start.offset });
  const [sortValue, id] = start.after;
  return page.behind(db, { accountId, sortValue, id, limit });
}

/**
 * Returns a member's page, merged from the index ranges that they may see. Each range is sorted already, so the cost
 * depends on the page and the number of groups, not on the number of forms.
 */
function mergedPage(
  db: Reader,
  { accountId, order }: FormSelection,
  ranges: readonly VisibleRange[],
  start: PageStart,
  limit: number,
) {
  const { direction } = order;
  const offset = 'after' in start ? 0 : start.offset;
  // A form is in at most two ranges: that of its creator and that of its assignee.
  const enough = ranges.length * (offset + limit);
  const branches = ranges
    .flatMap(({ column, ids }) => ids.map((id) => ({ column, id })))
    .map(({ column, id }) => {
      const range = liveForms(db, accountId, column)
        .where(`forms.${column}`, '=', id)
        .select(['forms.id', 'forms.updated_at as sort_value']);
      const rest = 'after' in start ? behind(range, order, start.after) : range;
      // SQLite merges the sorted ranges; PostgreSQL would read and sort them completely.
      if (engineOf(db) === 'sqlite') return rest;
      return db.selectFrom(inOrder(rest, order).limit(enough).as('forms')).selectAll();
    });
  const front = db
    .selectFrom(unionAll(branches).as('merged'))
    .selectAll()
    .orderBy('merged.sort_value', direction)
    .orderBy('merged.id', direction)
    .limit(enough);
  const positions = db
    .selectFrom(front.as('front'))
    .selectAll()
    .distinct()
    .orderBy('front.sort_value', direction)
    .orderBy('front.id', direction)
    .limit(limit)
    .offset(offset);
  return rowsAt(db, accountId, order, positions);
}

/** The rows of a page, counted from the start or the end of the order. */
interface Window {
  readonly backwards: boolean;
  readonly skip: number;
  readonly take: number;
}

// Skipping a million rows is slow. A page in the second half is counted from the end, so at most half are skipped.
function windowOf(start: PageStart, limit: number, total: number): Window {
  if ('after' in start) return { backwards: false, skip: 0, take: limit };
  const { offset } = start;
  if (offset >= total || offset < total / 2) return { backwards: false, skip: offset, take: limit };
  const take = Math.min(limit, total - offset);
  return { backwards: true, skip: total - offset - take, take };
}

/** Returns any page of any selection. It selects ids first, so that skipped rows are not read. */
function scanPage(
  db: Reader,
  selection: FormSelection,
  start: PageStart,
  { backwards, skip, take }: Window,
) {
  const { accountId, order } = selection;
  const sortColumn = order.key === 'name' ? 'forms.name_key' : 'forms.updated_at';
  const parts = selectedForms(db, selection).map((part) => {
    const positions = part.select(['forms.id', `${sortColumn} as sort_value`]);
    const rest = 'after' in start ? behind(positions, order, start.after) : positions;
    return isWhole(selection) && selection.visibility === 'all'
      ? rest
      : rest.where((eb) => withinDeadline(db, eb.ref('forms.id')));
  });
  const direction = (order.direction === 'desc') === backwards ? 'asc' : 'desc';
  const positions = db
    .selectFrom(unionAll(parts).as('seen'))
    .selectAll()
    .orderBy('seen.sort_value', direction)
    .orderBy('seen.id', direction)
    .limit(take)
    .offset(skip);
  return rowsAt(db, accountId, order, positions);
}

function unionAll<O>(parts: readonly SelectQueryBuilder<Tables, 'forms', O>[]) {
  return parts.reduce((all, part) => all.unionAll(part));
}

/** Returns the rows with these ids, in order. */
function rowsAt(
  db: Reader,
  accountId: string,
  { direction }: FormOrder,
  positions: SelectQueryBuilder<Tables, never, { id: string; sort_value: string | number }>,
) {
  return (
    db
      .selectFrom(positions.as('positions'))
      // The cross join makes SQLite keep this order; otherwise it may start with the forms.
      .crossJoin('forms')
      .where('forms.account_id', '=', accountId)
      .whereRef('forms.id', '=', 'positions.id')
      .select(COLUMNS)
      .orderBy('positions.sort_value', direction)
      .orderBy('positions.id', direction)
  );
}
