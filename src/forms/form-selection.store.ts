import type { ExpressionBuilder, ExpressionWrapper, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { endOfPrefix } from './end-of-prefix.ts';
import type { FilterOperator, FormFilter } from './filter.ts';
import type { FormOrder, ListQuery } from './list-query.ts';
import { isVisibleRow, type Sight } from './visibility.store.ts';

/** Which forms of an account, in which order. */
export interface FormSelection
  extends Pick<ListQuery, 'order' | 'status' | 'namePrefix' | 'filter'> {
  readonly accountId: string;
  readonly sight: Sight;
}

/** Where a form stands in an order: its sort value and its id. */
export type FormPlace = readonly [value: string | number, id: string];

type FormQuery<O> = SelectQueryBuilder<Tables, 'forms', O>;
type Expressions = ExpressionBuilder<Tables, 'forms'>;
type Condition = ExpressionWrapper<Tables, 'forms', SqlBool>;

const SORT_COLUMN = { lastUpdateDate: 'forms.updated_at', name: 'forms.name_key' } as const;

/** The account's forms that are not deleted. */
export function liveForms(db: Reader, accountId: string): FormQuery<object> {
  return db
    .selectFrom('forms')
    .where('forms.account_id', '=', accountId)
    .where('forms.deleted_at', 'is', null);
}

/** Forms of the selection, in no order yet. */
export function selectedForms(db: Reader, selection: FormSelection): FormQuery<object> {
  const { accountId, sight, status, namePrefix, filter } = selection;
  return liveForms(db, accountId).where((eb) =>
    eb.and([
      ...(sight === 'all' ? [] : [isVisibleRow(db, eb, sight)]),
      ...(status === undefined ? [] : [eb('forms.status', '=', status)]),
      ...(namePrefix === undefined ? [] : [startsWith(eb, namePrefix)]),
      ...(filter === undefined ? [] : [matches(eb, filter)]),
    ]),
  );
}

/** By the sort value, then by id in the same direction. */
export function inOrder<O>(query: FormQuery<O>, { key, direction }: FormOrder): FormQuery<O> {
  return query.orderBy(SORT_COLUMN[key], direction).orderBy('forms.id', direction);
}

/** What stands behind a place of the order. */
export function behind<O>(
  query: FormQuery<O>,
  { key, direction }: FormOrder,
  [value, id]: FormPlace,
): FormQuery<O> {
  const operator = direction === 'asc' ? '>' : '<';
  return key === 'name'
    ? query.where((eb) =>
        eb(eb.refTuple('forms.name_key', 'forms.id'), operator, eb.tuple(String(value), id)),
      )
    : query.where((eb) =>
        eb(eb.refTuple('forms.updated_at', 'forms.id'), operator, eb.tuple(Number(value), id)),
      );
}

function startsWith(eb: Expressions, prefix: string): Condition {
  const end = endOfPrefix(prefix);
  return eb.and([
    eb('forms.name_key', '>=', prefix),
    ...(end === undefined ? [] : [eb('forms.name_key', '<', end)]),
  ]);
}

const SQL_OPERATOR = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
/** Stored times are whole milliseconds: what a comparison with a part of one comes down to. */
const BETWEEN_MILLISECONDS = { eq: false, ne: true, gt: '>', ge: '>', lt: '<=', le: '<=' } as const;

function matches(eb: Expressions, filter: FormFilter): Condition {
  if (filter.kind !== 'compare') {
    const parts = filter.filters.map((each) => matches(eb, each));
    return filter.kind === 'and' ? eb.and(parts) : eb.or(parts);
  }
  const operator = sqlOperator(filter.operator, filter.value.ticks);
  if (operator === true) return eb.and([]);
  if (operator === false) return eb.or([]);
  return eb.and([eb('forms.updated_at', operator, filter.value.ms)]);
}

function sqlOperator(operator: FilterOperator, ticks: number) {
  return ticks === 0 ? SQL_OPERATOR[operator] : BETWEEN_MILLISECONDS[operator];
}
