import type { Selectable, SelectQueryBuilder } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database, Reader } from '#db/database.ts';
import { engineOf, withinDeadline } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import { sumFormCounts } from '#templates/index.ts';
import { countOfStatus, readCounts } from './form-counts.store.ts';
import { areConditions } from './form-filters.store.ts';
import {
  behind,
  type FormPosition,
  type FormSelection,
  formsOfRange,
  inOrder,
  isRestOfRange,
  liveForms,
  SORT_COLUMN,
  selectedForms,
  visibilityFor,
} from './form-selection.store.ts';
import { DEFAULT_ORDER, type FormOrder } from './list-query.ts';
import type { VisibleRange } from './visibility.ts';

/** The start of a page: a number of forms to skip, or the form after which it starts. */
export type PageStart = { readonly offset: number } | { readonly after: FormPosition };

/** A selection, whatever its order. */
type Unordered = Omit<FormSelection, 'order'>;

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
 */
export async function selectListedForms(
  db: Database,
  selection: FormSelection,
  start: PageStart,
  limit: number,
  total: number,
): Promise<readonly FormListRow[]> {
  const { visibility, order } = selection;
  if (visibility !== 'all' && visibility.every(({ ids }) => ids.length === 0)) return [];
  const near = 'after' in start || start.offset <= SHALLOW;
  if (near && (isWhole(selection) || isDoneByPeople(selection))) {
    if (visibility === 'all') return listAll(db.reader, selection, start, limit);
    const branches = visibility.reduce((sum, { ids }) => sum + ids.length, 0);
    if (order.key === 'lastUpdateDate' && branches <= MAX_BRANCHES) {
      return mergedPage(db.reader, selection, visibility, start, limit).execute();
    }
  }
  const inTurn = await seesMost(db, selection);
  const window = windowOf(start, limit, total);
  return db.scan<FormListRow>(scanPage(db.reader, selection, start, window, inTurn));
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

/** Returns the number of forms in a selection: counted ahead as far as possible, else now. */
export async function countForms(db: Database, selection: FormSelection): Promise<number> {
  const { visibility } = selection;
  if (visibilityFor(selection) === 'all') {
    const stored = await countedAhead(db.reader, selection);
    if (stored !== undefined) return stored;
  }
  // Without an order, the most selective index is used.
  const parts = selectedForms(db.reader, { ...selection, order: DEFAULT_ORDER });
  const first = visibility === 'all' ? undefined : visibility[0];
  // The forms of whole templates are counted ahead, and the other parts leave them out.
  if (selection.templateId === undefined && first !== undefined && isWholeRange(first)) {
    const stored = await countedAhead(db.reader, selection, first.ids);
    if (stored !== undefined) return stored + (await countParts(db, parts.slice(1)));
  }
  return countParts(db, parts);
}

/**
 * Returns the number of forms in a selection as it was counted ahead, whoever sees them; undefined if it was not.
 * @param templateIds whose forms are counted, when the selection names no template
 */
export async function countedAhead(
  db: Reader,
  { accountId, templateId, ...selection }: FormSelection,
  templateIds: readonly string[] | undefined = templateId === undefined ? undefined : [templateId],
): Promise<number | undefined> {
  const { status, conditions: { created, ...conditions } = {} } = selection;
  if (isWhole({ accountId, ...selection })) {
    return templateIds === undefined
      ? readCounter(db, accountId, 'forms')
      : sumFormCounts(db, accountId, templateIds);
  }
  if (!isWhole({ accountId, ...selection, conditions, status: undefined })) return undefined;
  const counts = await readCounts(db, { accountId, templateIds, created });
  return counts && countOfStatus(counts, status);
}

const isWholeRange = ({ column, people }: VisibleRange): boolean =>
  column === 'template_id' && people === undefined;

async function countParts(db: Database, parts: ReturnType<typeof selectedForms>): Promise<number> {
  const counts = parts.map((part) =>
    part
      .where((eb) => withinDeadline(db.reader, eb.ref('forms.id')))
      .select((eb) => eb.fn.countAll<number | string>().as('total')),
  );
  const rows = await db.scan<{ total: number | string }>(unionAll(counts));
  return rows.reduce((sum, { total }) => sum + Number(total), 0);
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

/** Returns whether only visibility limits the selection. */
export function isWhole({ answers = [], conditions, ...selection }: Unordered): boolean {
  const { status, namePrefix, filter, templateId, found } = selection;
  const others = [status, namePrefix, filter, templateId, found];
  return (
    answers.length === 0 && !areConditions(conditions) && others.every((each) => each === undefined)
  );
}

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

/** Returns any page of any selection. It selects ids first, so that skipped rows are not read. */
function scanPage(
  db: Reader,
  selection: FormSelection,
  start: PageStart,
  { backwards, skip, take }: Window,
  inTurn: boolean,
) {
  const { accountId, order } = selection;
  const sortColumn = SORT_COLUMN[order.key];
  const parts = selectedForms(db, selection, inTurn).map((part) => {
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
