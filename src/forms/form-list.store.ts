import type { Selectable } from 'kysely';
import { readCounter } from '#db/counters.ts';
import type { Database, Reader } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import {
  behind,
  type FormPlace,
  type FormSelection,
  inOrder,
  liveForms,
  selectedForms,
} from './form-selection.store.ts';
import type { FormOrder } from './list-query.ts';
import type { Sight } from './visibility.store.ts';

/** Where a page starts: so many forms from the front, or behind a place. */
export type PageStart = { readonly offset: number } | { readonly after: FormPlace };

/** Forms in front that may be stepped over on the main connection. */
const SHALLOW = 1000;
/** More groups than this, and a member's page is not put together branch by branch. */
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

/** At most `limit` forms of a selection from a start. An index answers every start that a link names. */
export async function listForms(
  db: Database,
  selection: FormSelection,
  start: PageStart,
  limit: number,
): Promise<readonly FormListRow[]> {
  const { sight, order } = selection;
  const near = 'after' in start || start.offset <= SHALLOW;
  if (isWhole(selection) && near) {
    if (sight === 'all') return listAll(db.reader, selection, start, limit);
    const branches = sight.reduce((sum, { ids }) => sum + ids.length, 0);
    if (order.key === 'lastUpdateDate' && branches <= MAX_BRANCHES) {
      return branchPage(db.reader, selection, sight, start, limit).execute();
    }
  }
  return db.scan<FormListRow>(scanPage(db.reader, selection, start, limit));
}

/** How many forms a selection has: kept for the whole account, else counted. */
export async function countForms(db: Database, selection: FormSelection): Promise<number> {
  const { accountId, sight } = selection;
  if (sight === 'all' && isWhole(selection)) return readCounter(db.reader, accountId, 'forms');
  const query = selectedForms(db.reader, selection)
    .where((eb) => withinDeadline(db.reader, eb.ref('forms.id')))
    .select((eb) => eb.fn.countAll<number | string>().as('total'));
  const [row] = await db.scan<{ total: number | string }>(query);
  return Number(row?.total ?? 0);
}

/** The place of a row, for the page that comes behind it. */
export function placeOf(row: FormListRow, { key }: FormOrder): FormPlace {
  return [key === 'name' ? row.name_key : row.updated_at, row.id];
}

/** Nothing but visibility narrows it. */
function isWhole({ status, namePrefix, filter }: FormSelection): boolean {
  return status === undefined && namePrefix === undefined && filter === undefined;
}

function firstOf(db: Reader, order: FormOrder) {
  return inOrder(liveForms(db, '').select(COLUMNS), order).limit(1);
}

function pageQueries(order: FormOrder) {
  return {
    fromFront: precompile<FormListRow>((db) => firstOf(db, order).offset(1)),
    behind: precompile<FormListRow>((db) => behind(firstOf(db, order), order, ['', ''])),
  };
}

// Compiled once: the page that every integration asks for.
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
  return 'after' in start
    ? page.behind(db, [accountId, ...start.after, limit])
    : page.fromFront(db, [accountId, limit, start.offset]);
}

/**
 * A member's page: the front of each index range he may see, put together. Its cost follows the page
 * and his groups, not how many forms there are.
 */
function branchPage(
  db: Reader,
  { accountId, order }: FormSelection,
  sight: Exclude<Sight, 'all'>,
  start: PageStart,
  limit: number,
) {
  const offset = 'after' in start ? 0 : start.offset;
  const places = sight
    .flatMap(({ column, ids }) => ids.map((id) => ({ column, id })))
    .map(({ column, id }) => {
      const range = liveForms(db, accountId)
        .where(`forms.${column}`, '=', id)
        .select(['forms.id', 'forms.updated_at']);
      const rest = 'after' in start ? behind(range, order, start.after) : range;
      const front = inOrder(rest, order).limit(offset + limit);
      return db.selectFrom(front.as('front')).select(['front.id', 'front.updated_at']);
    })
    .reduce((all, branch) => all.union(branch));
  const page = db
    .selectFrom(places.as('places'))
    .select('places.id')
    .orderBy('places.updated_at', order.direction)
    .orderBy('places.id', order.direction)
    .limit(limit)
    .offset(offset);
  const rows = liveForms(db, accountId).where('forms.id', 'in', page).select(COLUMNS);
  return inOrder(rows, order);
}

/** Any page of any selection. Ids first, so that rows which are stepped over are not read. */
function scanPage(db: Reader, selection: FormSelection, start: PageStart, limit: number) {
  const { accountId, order } = selection;
  const selected = selectedForms(db, selection).select('forms.id');
  const timed =
    isWhole(selection) && selection.sight === 'all'
      ? selected
      : selected.where((eb) => withinDeadline(db, eb.ref('forms.id')));
  const rest = 'after' in start ? behind(timed, order, start.after) : timed;
  const ordered = inOrder(rest, order).limit(limit);
  const page = 'after' in start ? ordered : ordered.offset(start.offset);
  const rows = liveForms(db, accountId).where('forms.id', 'in', page).select(COLUMNS);
  return inOrder(rows, order);
}
