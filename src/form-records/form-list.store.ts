import type { Selectable, SelectQueryBuilder } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database, Reader } from '#db/database.ts';
import { engineOf, withinDeadline } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import { sumFormCounts } from '#templates/index.ts';
import {
  behind,
  type FormPosition,
  type FormSelection,
  formsOfRange,
  inOrder,
  isRestOfRange,
  isWhole,
  liveForms,
  orderIndex,
  SORT_COLUMN,
  selectedForms,
  upTo,
  visibilityFor,
} from './form-selection.store.ts';
import type { FormOrder } from './list-query.ts';
import {
  endOfLooks,
  frequentIn,
  type ListBounds,
  looksFirst,
  readByWords,
} from './long-lists.store.ts';
import type { VisibleRange } from './visibility.ts';

/** The start of a page: a number of forms to skip, or the form after which it starts. */
export type PageStart = { readonly offset: number } | { readonly after: FormPosition };

/** The most forms that are skipped on the main connection. */
const SHALLOW = 1000;
/** With more index ranges than this, a page is not merged from them. */
const MAX_BRANCHES = 50;
/** When a user sees less than this part of all forms, reading all of them in order is slower than sorting theirs. */
const FEW = 1 / 20;

/** The columns that lists of forms show. */
export const LISTED = [
  'forms.id',
  'forms.name',
  'forms.name_key',
  'forms.status',
  'forms.status_changed_at',
  'forms.updated_at',
  'forms.created_at',
  'forms.assignee_type',
  'forms.assignee_id',
  'forms.latitude',
  'forms.longitude',
  'forms.accuracy',
  'forms.template_id',
  'forms.due_at',
  'forms.assignment_id',
  'forms.device_completed_at',
  'forms.device_completed_with',
  'forms.revision',
  'forms.review_state',
  'forms.review_step',
  'forms.review_at',
  'forms.review_actor',
  'forms.review_revision',
] as const;

type ColumnName<C> = C extends `forms.${infer Name}` ? Name : never;
export type FormListRow = Pick<
  Selectable<Tables['forms']>,
  ColumnName<(typeof LISTED)[number]> & keyof Tables['forms']
>;

/**
 * Returns at most `limit` forms of a selection from a start. The `next` links of pages start after a form, which an
 * index finds directly.
 * @param total the size of the selection, so that a page near the end is counted from the end
 * @param bounds for tests
 */
export async function selectListedForms(
  db: Database,
  selection: FormSelection,
  start: PageStart,
  limit: number,
  total: number,
  bounds?: ListBounds,
): Promise<readonly FormListRow[]> {
  const { visibility } = selection;
  if (visibility !== 'all' && visibility.every(({ ids }) => ids.length === 0)) return [];
  const near = 'after' in start || start.offset <= SHALLOW;
  const page = near
    ? ((await readDirectly(db.reader, selection, start, limit)) ??
      (await readNearby(db, selection, start, limit, bounds)))
    : undefined;
  if (page) return page;
  const frequent = await frequentIn(db, selection, bounds);
  const inTurn = await seesMost(db, selection);
  const window = windowOf(start, limit, total);
  const read = frequent === undefined ? selection : readByWords(frequent);
  return db.scan<FormListRow>(scanPage(db.reader, read, start, window, { inTurn }));
}

/** Returns a page that indexes have in its order; undefined if they do not. */
function readDirectly(
  db: Reader,
  selection: FormSelection,
  start: PageStart,
  limit: number,
): Promise<readonly FormListRow[]> | undefined {
  const { visibility, order } = selection;
  if (!isWhole(selection) && !isDoneByPeople(selection)) return undefined;
  if (visibility === 'all') return listAll(db, selection, start, limit);
  const branches = visibility.reduce((sum, { ids }) => sum + ids.length, 0);
  if (order.key !== 'lastUpdateDate' || branches > MAX_BRANCHES) return undefined;
  return mergedPage(db, selection, visibility, start, limit).execute();
}

/** Returns a page from among the next forms of a long list; undefined if they do not fill it, or the list is short. */
async function readNearby(
  db: Database,
  selection: FormSelection,
  start: PageStart,
  limit: number,
  bounds: ListBounds | undefined,
): Promise<readonly FormListRow[] | undefined> {
  if (!(await looksFirst(db, selection, bounds))) return undefined;
  const [after, skip] = 'after' in start ? [start.after, 0] : [undefined, start.offset];
  const until = await endOfLooks(db, selection, after, bounds);
  const window = { backwards: false, skip, take: limit };
  const looks = { until, through: orderIndex(selection) };
  const rows = await db.scan<FormListRow>(scanPage(db.reader, selection, start, window, looks));
  return until === undefined || rows.length === limit ? rows : undefined;
}

/** Returns whether these are all complete forms of people and groups, which have indexes of their own. */
const isDoneByPeople = ({ status, ...others }: FormSelection): boolean =>
  status === 'complete' &&
  isWhole({ ...others, status: undefined }) &&
  others.visibility !== 'all' &&
  others.visibility.every(({ column }) => column !== 'template_id');

/** Returns whether rights on templates show the viewer a good part of all forms. */
async function seesMost(db: Database, selection: FormSelection): Promise<boolean> {
  const { accountId, templateId } = selection;
  const visibility = visibilityFor(selection);
  if (visibility === 'all' || templateId !== undefined) return false;
  const ids = visibility.flatMap(({ column, ids }) => (column === 'template_id' ? ids : []));
  if (ids.length === 0) return false;
  const seen = await sumFormCounts(db.reader, accountId, ids);
  return seen >= FEW * (await readCounter(db.reader, accountId, 'forms'));
}

/** Returns the position of a row, after which the next page starts. */
export function positionOf(row: FormListRow, { key }: FormOrder): FormPosition {
  return [SORT_VALUE[key](row), row.id];
}

const SORT_VALUE = {
  lastUpdateDate: (row: FormListRow) => row.updated_at,
  createdDate: (row: FormListRow) => row.created_at,
  name: (row: FormListRow) => row.name_key,
  // Only forms that are due are in this order.
  dueDate: (row: FormListRow) => row.due_at ?? 0,
} as const;

const INDEX_OF = {
  lastUpdateDate: 'updated',
  createdDate: 'created',
  name: 'name',
  dueDate: 'due',
} as const;

function firstOf(db: Reader, accountId: string, order: FormOrder) {
  const index = INDEX_OF[order.key];
  return inOrder(liveForms(db, accountId, index).select(LISTED), order);
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
  createdDate: {
    asc: pageQueries({ key: 'createdDate', direction: 'asc' }),
    desc: pageQueries({ key: 'createdDate', direction: 'desc' }),
  },
  name: {
    asc: pageQueries({ key: 'name', direction: 'asc' }),
    desc: pageQueries({ key: 'name', direction: 'desc' }),
  },
  dueDate: {
    asc: pageQueries({ key: 'dueDate', direction: 'asc' }),
    desc: pageQueries({ key: 'dueDate', direction: 'desc' }),
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
 * Returns the page of somebody who does not see everything, merged from the index ranges that they may see. Each range is sorted already, so the cost
 * depends on the page and the number of groups, not on the number of forms.
 */
function mergedPage(
  db: Reader,
  { accountId, order, status }: FormSelection,
  ranges: readonly VisibleRange[],
  start: PageStart,
  limit: number,
) {
  const { direction } = order;
  const offset = 'after' in start ? 0 : start.offset;
  // A form is in at most one part of each range.
  const enough = ranges.length * (offset + limit);
  const branches = ranges
    .flatMap(({ ids, ...range }) => ids.map((id) => ({ id, range })))
    .map(({ id, range: rest }) => {
      const { column } = rest;
      const range = formsOfRange(db, accountId, rest, status)
        .where(`forms.${column}`, '=', id)
        .where((eb) => isRestOfRange(db, eb, rest))
        .select(['forms.id', 'forms.updated_at as sort_value']);
      const left = 'after' in start ? behind(range, order, start.after) : range;
      // SQLite merges the sorted ranges; PostgreSQL would read and sort them completely.
      if (engineOf(db) === 'sqlite') return left;
      return db.selectFrom(inOrder(left, order).limit(enough).as('forms')).selectAll();
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

/** How a page is read, unless through the best index for its conditions and rights. */
interface Reading {
  /** See {@link selectedForms}. */
  readonly inTurn?: boolean;
  /** The index that is read in turn. */
  readonly through?: string | undefined;
  /** The last position that is looked at. */
  readonly until?: FormPosition | undefined;
}

/** Returns any page of any selection. It selects ids first, so that skipped rows are not read. */
function scanPage(
  db: Reader,
  selection: FormSelection,
  start: PageStart,
  { backwards, skip, take }: Window,
  { inTurn, through, until }: Reading,
) {
  const { accountId, order } = selection;
  const sortColumn = SORT_COLUMN[order.key];
  const parts = selectedForms(db, selection, inTurn, through).map((part) => {
    const positions = part.select(['forms.id', `${sortColumn} as sort_value`]);
    const begun = 'after' in start ? behind(positions, order, start.after) : positions;
    const rest = until === undefined ? begun : upTo(begun, order, until);
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

export function unionAll<O>(parts: readonly SelectQueryBuilder<Tables, 'forms', O>[]) {
  return parts.reduce((all, part) => all.unionAll(part));
}

/** Returns the rows with these ids, in order. */
function rowsAt(
  db: Reader,
  accountId: string,
  { direction }: FormOrder,
  positions: SelectQueryBuilder<Tables, never, { id: string; sort_value: string | number | null }>,
) {
  return (
    db
      .selectFrom(positions.as('positions'))
      // The cross join makes SQLite keep this order; otherwise it may start with the forms.
      .crossJoin('forms')
      .where('forms.account_id', '=', accountId)
      .whereRef('forms.id', '=', 'positions.id')
      .select(LISTED)
      .orderBy('positions.sort_value', direction)
      .orderBy('positions.id', direction)
  );
}
