// Pages of long lists whose filters, or whose searched words, many forms have. No index has the forms of a filter in every
// order. So a page is looked for among the next forms of the list, and when they do not fill it, the filter is
// read by its own index: what it finds may lie far from there, such as the forms of a word that nobody uses any more.
import { sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import { selectThrough, withinDeadline } from '#db/dialect.ts';
import { byWords, type Findings, hasWords, idsByWords, isLookedUp } from '#search/index.ts';
import { sumFormCounts } from '#templates/index.ts';
import {
  behind,
  type FormPosition,
  type FormSelection,
  formsThrough,
  inOrder,
  isWhole,
  narrowestIndex,
  orderIndex,
  SORT_COLUMN,
  visibilityFor,
} from './form-selection.store.ts';

/** Limits that decide how a page of a long list is read. */
export interface ListBounds {
  /** A list of at most so many forms is read from end to end. */
  readonly fewForms: number;
  /** At most so many forms of a filter are sorted at once. */
  readonly fewMatches: number;
  /** Forms that are looked at for one page. */
  readonly looks: number;
}

const BOUNDS: ListBounds = { fewForms: 20_000, fewMatches: 1000, looks: 4000 };

type Unordered = Omit<FormSelection, 'order'>;
/** A selection by a search that found too many forms to look each of them up. */
type Frequent<S> = S & { readonly found: Findings };

/** Returns whether a page is looked for among the next forms of the list. */
export async function looksFirst(
  db: Database,
  selection: FormSelection,
  bounds: ListBounds = BOUNDS,
): Promise<boolean> {
  const { found } = selection;
  if ((found !== undefined && isLookedUp(found)) || isReadInOrder(selection)) return false;
  return (await isLong(db, selection, bounds)) && !(await hasFew(db.reader, selection, bounds));
}

/** Returns whether one index has all conditions in the order of the list, so that the page is read directly. */
function isReadInOrder(selection: FormSelection): boolean {
  if (selection.found !== undefined || visibilityFor(selection) !== 'all') return false;
  const { order, conditions = {} } = selection;
  const index = narrowestIndex(selection)?.index ?? orderIndex(selection);
  const isOfPerson = conditions.creator !== undefined || conditions.assignee !== undefined;
  return index === orderIndex(selection) || (isOfPerson && order.key === 'lastUpdateDate');
}

async function hasFew(
  db: Reader,
  selection: FormSelection,
  { fewMatches }: ListBounds,
): Promise<boolean> {
  const narrowest = narrowestIndex(selection);
  if (narrowest === undefined) return false;
  const some = formsThrough(db, selection, narrowest.index)
    .where(narrowest.keeps)
    .select('forms.id')
    .limit(fewMatches + 1);
  const { forms } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number | string>().as('forms'))
    .executeTakeFirstOrThrow();
  return Number(forms) <= fewMatches;
}

/** Returns whether somebody may see more than a few forms of a list besides their own. */
async function isLong(db: Database, selection: Unordered, { fewForms }: ListBounds) {
  const { accountId, templateId } = selection;
  const visibility = visibilityFor(selection);
  if (visibility === 'all' && templateId === undefined) return true;
  const templateIds =
    visibility === 'all'
      ? [templateId ?? '']
      : visibility.flatMap(({ column, ids }) => (column === 'template_id' ? ids : []));
  if (templateIds.length === 0) return false;
  return (await sumFormCounts(db.reader, accountId, templateIds)) > fewForms;
}

/** Returns the position of the last form that is looked at; undefined if the list ends before. */
export async function endOfLooks(
  db: Database,
  selection: FormSelection,
  after: FormPosition | undefined,
  { looks }: ListBounds = BOUNDS,
): Promise<FormPosition | undefined> {
  const { order } = selection;
  const list = formsThrough(db.reader, selection, orderIndex(selection)).select([
    'forms.id',
    `${SORT_COLUMN[order.key]} as sort_value`,
  ]);
  const rest = after === undefined ? list : behind(list, order, after);
  const [row] = await inOrder(rest, order)
    .limit(1)
    .offset(looks - 1)
    .execute();
  return row && [row.sort_value ?? 0, row.id];
}

/** Returns the selection if its words are those of many forms, and its list is long without them; otherwise undefined. */
export async function frequentIn<S extends Unordered>(
  db: Database,
  selection: S,
  bounds: ListBounds = BOUNDS,
): Promise<Frequent<S> | undefined> {
  const { found } = selection;
  if (found === undefined || isLookedUp(found)) return undefined;
  return (await isLong(db, selection, bounds)) ? { ...selection, found } : undefined;
}

/** Returns the selection read by its words. */
export const readByWords = <S>(selection: Frequent<S>): Frequent<S> => ({
  ...selection,
  found: byWords(selection.found),
});

/** Returns whether a selection is all that a search finds in an account. */
export const isWholeSearch = (selection: Unordered): boolean =>
  selection.visibility === 'all' && isWhole({ ...selection, found: undefined });

/** Counts all forms that a search finds in an account: those with the words, without the deleted ones. */
export async function countSearch(
  db: Database,
  { accountId, found }: Frequent<Pick<FormSelection, 'accountId'>>,
): Promise<number> {
  const { reader } = db;
  const deleted = selectThrough(reader, 'forms', 'forms_deleted')
    .select((eb) => eb.fn.countAll<number | string>().as('forms'))
    .where('forms.account_id', '=', accountId)
    .where('forms.deleted_at', 'is not', null)
    .where((eb) => withinDeadline(reader, eb.ref('forms.id')))
    .where((eb) => hasWords(reader, found, eb.ref('forms.id')));
  const query = sql<{ found: number | string; deleted: number | string }>`select
    (select count(*) from (${idsByWords(reader, found)}) as ids) as found, (${deleted}) as deleted`;
  const [row] = await db.scan<{ found: number | string; deleted: number | string }>({
    compile: () => query.compile(reader),
  });
  return Number(row?.found ?? 0) - Number(row?.deleted ?? 0);
}
