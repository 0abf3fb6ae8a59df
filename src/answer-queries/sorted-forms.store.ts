import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import { throughIndex, withinDeadline } from '#db/dialect.ts';
import { withSharedDeadline } from '#db/shared-deadline.ts';
import type { Tables } from '#db/tables.ts';
import {
  type BoundedCount,
  type FormListRow,
  type FormSelection,
  indexedCondition,
  isSelected,
  LISTED,
  MAX_COUNTED,
  selectedForms,
} from '#form-records/index.ts';
import { sumFormCounts } from '#templates/index.ts';
import type { AnswerOrder } from './answer-order.ts';
import { listVersionsOfForms } from './form-answers.store.ts';
import { isInSegment, type Segment, segmentsOf } from './order-segments.ts';
import {
  aliasOf,
  columnOf,
  isAfter,
  type OrderPosition,
  RANKS,
  rankOf,
  type Term,
  termRange,
  termsOf,
} from './order-terms.store.ts';

/** A selection of forms of one template. */
export interface TemplateSelection extends Omit<FormSelection, 'order'> {
  readonly templateId: string;
}

export type SortedRow = FormListRow & { readonly [position: `o${number}`]: string | number };

/** When less than this part of a template's forms is selected, sorting them is faster than reading all in order. */
const FEW = 1 / 20;

const INDEXES = {
  name: 'forms_by_template_id_name_key_id',
  lastUpdateDate: 'forms_by_template_id_updated_at_id',
  createdDate: 'forms_by_created_at_id',
  number: 'forms__number',
} as const;

/**
 * Returns a page of the selected forms in an order. Few forms are sorted; many are read in order from the indexes of
 * values and forms, within two seconds together.
 * @param after the position of the last form of the page before
 * @param size the number of selected forms
 * @throws AppError `query-too-slow`
 */
export async function listSorted(
  db: Database,
  selection: TemplateSelection,
  order: AnswerOrder,
  after: OrderPosition | undefined,
  limit: number,
  { count, isExact }: BoundedCount,
): Promise<readonly SortedRow[]> {
  const { accountId, templateId } = selection;
  const all = await sumFormCounts(db.reader, accountId, [templateId]);
  const isFew = isExact && count <= MAX_COUNTED && count < FEW * all;
  // Forms that were found already are read by their ids.
  if (isFew || selection.found?.ids !== undefined) {
    return scan(db, sortedPage(db.reader, selection, order, after, limit));
  }
  const limited = withSharedDeadline(db);
  const isEmpty = emptyUnits(limited, selection);
  const rows: SortedRow[] = [];
  const segments = segmentsOf(order);
  const first = after ? segments.findIndex((each) => isInSegment(order, each, after)) : 0;
  for (const [i, segment] of segments.slice(Math.max(0, first)).entries()) {
    if (rows.length >= limit) break;
    const from = i === 0 ? after : undefined;
    if (from === undefined && (await isEmpty(segment))) continue;
    const page = segmentPage(db.reader, selection, order, segment, from, limit - rows.length);
    rows.push(...(await scan(limited, page)));
  }
  return rows;
}

/**
 * Returns a check whether a part has the numbers in a unit that no form has yet. Reading such a part would pass over all
 * numbers of the field. The check reads the versions of all forms instead, once for all units.
 */
function emptyUnits(
  db: Database,
  selection: TemplateSelection,
): (segment: Segment) => Promise<boolean> {
  let found: Promise<ReadonlySet<string>> | undefined;
  return async ({ by }) => {
    if (!('field' in by) || by.mayHold === undefined) return false;
    found ??= listVersionsOfForms(db, selection);
    return !by.mayHold(await found);
  };
}

/** Returns the position of a form in an order. */
export const positionIn = (order: AnswerOrder, row: SortedRow): OrderPosition =>
  termsOf(order).map((_, i) => row[`o${i}`] ?? '');

const scan = (db: Database, page: RawBuilder<SortedRow>): Promise<readonly SortedRow[]> =>
  // Both engines keep the order of a subquery to which nothing is joined.
  db.scan(db.reader.selectFrom(sql<SortedRow>`(${page})`.as('page')).selectAll());

/** Reads all selected forms and sorts them. */
function sortedPage(
  db: Reader,
  selection: TemplateSelection,
  order: AnswerOrder,
  after: OrderPosition | undefined,
  limit: number,
): RawBuilder<SortedRow> {
  const { accountId } = selection;
  const parts = selectedForms(db, {
    ...selection,
    order: { key: 'lastUpdateDate', direction: 'asc' },
  })
    .map((part) => part.where((eb) => withinDeadline(db, eb.ref('forms.id'))).select('forms.id'))
    .reduce((union, part) => union.unionAll(part));
  const terms = termsOf(order);
  return sql`select ${shown(terms)}
    from ${parts} as seen cross join forms ${valuesOf(accountId, order, undefined)}
    where forms.account_id = ${accountId} and forms.id = seen.id
    ${after ? sql`and ${isAfter(terms, after)}` : sql``}
    ${sorted(terms, limit)}`;
}

/** Reads one part of the order through its index. */
function segmentPage(
  db: Reader,
  selection: TemplateSelection,
  order: AnswerOrder,
  segment: Segment,
  after: OrderPosition | undefined,
  limit: number,
): RawBuilder<SortedRow> {
  const { accountId, templateId } = selection;
  const terms = termsOf(order);
  const { by, blank, status } = segment;
  const driver = 'field' in by ? by.at : undefined;
  const conditions = [
    sql`forms.account_id = ${accountId}`,
    sql`forms.template_id = ${templateId}`,
    sql`forms.deleted_at is null`,
    withinDeadline(db, sql.ref('forms.id')),
    isSelected(db, expressionBuilder<Tables, 'forms'>(), {
      ...selection,
      order: { key: 'lastUpdateDate', direction: 'asc' },
    }),
    ...blank.map((at) => sql`${rankOf(aliasOf(at))} = ${sql.lit(RANKS.blank)}`),
    ...(status ? [sql`forms.status = ${status.is}`] : []),
    ...('field' in by ? [ofField(selection, by), ...ofUnit(order, by)] : []),
    ...(after ? [beyond(order, terms, segment, after)] : []),
  ];
  return sql`select ${shown(terms)}
    from ${source(db, segment, selection)} ${valuesOf(accountId, order, driver)}
    where ${sql.join(conditions, sql` and `)}
    ${sorted(terms, limit, segment, order)}`;
}

function source(
  db: Reader,
  { by }: Segment,
  { conditions }: TemplateSelection,
): RawBuilder<unknown> {
  if (!('field' in by)) {
    // Too many forms have these days for the index of their days, which has another order.
    const others = { ...conditions, created: undefined, updated: undefined };
    const found = by.column === 'lastUpdateDate' ? indexedCondition(others, true) : undefined;
    return throughIndex(db, 'forms', 'forms', found?.index ?? INDEXES[by.column]);
  }
  const values = throughIndex(db, 'answer_values', aliasOf(by.at), `answer_values_by_${by.value}`);
  // The cross join makes SQLite read the values first.
  return sql`${values} cross join forms`;
}

/** The condition that the value of the index belongs to a field of the template, and to the form. */
function ofField(
  { accountId, templateId }: TemplateSelection,
  by: Extract<Segment['by'], { readonly field: string }>,
): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${aliasOf(by.at)}.${column}`);
  return sql`${of('account_id')} = ${accountId} and ${of('template_id')} = ${templateId}
    and ${of('field')} = ${by.field} and ${of(by.value)} is not null
    and ${of('in_row')} = 0 and ${of('in_answer')} = 0 and ${of('form_id')} = forms.id`;
}

/** The condition that a number is in the unit of a part. */
function ofUnit(
  order: AnswerOrder,
  { at, value, rank }: Extract<Segment['by'], { readonly field: string }>,
): readonly RawBuilder<unknown>[] {
  const key = order[at];
  if (value === 'text' || !key || !('field' in key) || key.units.length < 2) return [];
  return [sql`${rankOf(aliasOf(at), key.units)} = ${sql.lit(rank)}`];
}

/** The first values of the fields that the keys name, except for one that is read already. */
function valuesOf(
  accountId: string,
  order: AnswerOrder,
  driver: number | undefined,
): RawBuilder<unknown> {
  const joins = order.flatMap((key, at) => {
    if (!('field' in key) || at === driver) return [];
    const of = (column: string) => sql.ref(`${aliasOf(at)}.${column}`);
    return [
      sql`left join answer_values as ${sql.ref(aliasOf(at))} on ${of('account_id')} = ${accountId}
        and ${of('form_id')} = forms.id and ${of('field')} = ${key.field}
        and ${of('in_row')} = 0 and ${of('in_answer')} = 0`,
    ];
  });
  return joins.length === 0 ? sql`` : sql.join(joins, sql` `);
}

const shown = (terms: readonly Term[]): RawBuilder<unknown> =>
  sql.join([
    ...LISTED.map((column) => sql.ref(column)),
    ...terms.map(({ by }, i) => sql`${by} as ${sql.ref(`o${i}`)}`),
  ]);

/** Terms that are the same for all forms of a part are left out, so that the index is in order. */
function sorted(
  terms: readonly Term[],
  limit: number,
  segment?: Segment,
  order?: AnswerOrder,
): RawBuilder<unknown> {
  const left = segment && order ? varying(terms, segment, order) : terms;
  const by = left.map((term) =>
    term.direction === 'asc' ? sql`${term.by} asc` : sql`${term.by} desc`,
  );
  return sql`order by ${sql.join(by)} limit ${limit}`;
}

/** The terms that differ among the forms of a part, as its index has them. */
function varying(terms: readonly Term[], segment: Segment, order: AnswerOrder): readonly Term[] {
  const { by, direction } = segment;
  if (by.at === undefined) return [{ by: sql.ref('forms.number'), direction }];
  const [start, size] = termRange(order, by.at);
  const lead = { by: leadOf(segment), direction };
  const rest = terms.slice(start + size, -2);
  const id = { by: idOf(segment), direction: terms.at(-1)?.direction ?? 'asc' };
  return [lead, ...rest, id];
}

const leadOf = ({ by }: Segment): RawBuilder<unknown> =>
  'field' in by ? sql.ref(`${aliasOf(by.at)}.${by.value}`) : columnOf(by.column);
const idOf = ({ by }: Segment): RawBuilder<unknown> =>
  sql.ref('field' in by ? `${aliasOf(by.at)}.form_id` : 'forms.id');

/** The condition that a form of a part comes after a position in it, as a range of its index. */
function beyond(
  order: AnswerOrder,
  terms: readonly Term[],
  segment: Segment,
  after: OrderPosition,
): RawBuilder<unknown> {
  const { by, direction } = segment;
  const operator = sql.raw(direction === 'asc' ? '>' : '<');
  if (by.at === undefined) return sql`forms.number > ${after.at(-2) ?? 0}`;
  const [start] = termRange(order, by.at);
  const offset = 'field' in by ? (by.value === 'number' ? 1 : 2) : 0;
  const value = after[start + offset] ?? '';
  const isLast = by.at === order.length - 1;
  if (isLast) {
    return sql`(${leadOf(segment)}, ${idOf(segment)}) ${operator} (${value}, ${after.at(-1) ?? ''})`;
  }
  return sql`${leadOf(segment)} ${operator}= ${value} and ${isAfter(terms, after)}`;
}
