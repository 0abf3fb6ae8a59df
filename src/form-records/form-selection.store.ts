import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { type AnswerFilter, fulfils } from '#answer-index/index.ts';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';
import { type Findings, isFound, isLookedUp, selectFound } from '#search/index.ts';
import type { FilterOperator, FormFilter } from './filter.ts';
import {
  areConditions,
  areOfFew,
  type FormConditions,
  indexedCondition,
  meets,
} from './form-filters.store.ts';
import type { FormOrder, ListQuery } from './list-query.ts';
import { type Visibility, type VisibleRange, visibilityWithin } from './visibility.ts';

/** The selected forms of an account, and their order. */
export interface FormSelection
  extends Pick<ListQuery, 'order' | 'status' | 'namePrefix' | 'filter'> {
  readonly accountId: string;
  readonly visibility: Visibility;
  /** Undefined selects the forms of all templates. */
  readonly templateId?: string | undefined;
  /** Conditions on the answers of forms of that template, all of which hold. */
  readonly answers?: readonly AnswerFilter[] | undefined;
  /** The result of a search; undefined without a search. */
  readonly found?: Findings | undefined;
  readonly conditions?: FormConditions | undefined;
}

/** A selection, whatever its order. */
type Unordered = Omit<FormSelection, 'order'>;

/** The position of a form in an order: its sort value and its id. */
export type FormPosition = readonly [value: string | number, id: string];

type FormQuery<O> = SelectQueryBuilder<Tables, 'forms', O>;
type Expressions = ExpressionBuilder<Tables, 'forms'>;
type Condition = ExpressionWrapper<Tables, 'forms', SqlBool>;

const INDEXES = {
  updated: 'forms_by_updated_at_id',
  name: 'forms_by_name_key_id_updated_at_status',
  status: 'forms_by_status_updated_at_id',
  template: 'forms_by_template_id_updated_at_id',
  created: 'forms_by_created_at_id',
  due: 'forms_due',
  dueOfTemplate: 'forms_due_of_template',
  templateByName: 'forms_by_template_id_name_key_id',
  templateByCreation: 'forms_by_template_id_created_at_id',
  templateByStatus: 'forms_by_template_id_status_updated_at_id',
  created_by: 'forms_by_created_by_updated_at_id',
  assignee_id: 'forms_by_assignee_id_updated_at_id_created_by',
  template_id: 'forms_by_template_id_updated_at_id',
  openOfTemplate: 'forms_open_of_template',
  openOfCreator: 'forms_open_of_creator',
  openOfAssignee: 'forms_open_of_assignee',
  doneOfCreator: 'forms_done_of_creator',
  doneOfAssignee: 'forms_done_of_assignee',
  review_by: 'forms_in_review',
} as const;
type Index = keyof typeof INDEXES;

/** The indexes of forms of one status, by the column of a range. */
const OF_STATUS = {
  draft: { created_by: 'openOfCreator', assignee_id: 'openOfAssignee' },
  complete: { created_by: 'doneOfCreator', assignee_id: 'doneOfAssignee' },
} as const;

/** The column of each order. */
export const SORT_COLUMN = {
  lastUpdateDate: 'forms.updated_at',
  createdDate: 'forms.created_at',
  name: 'forms.name_key',
  dueDate: 'forms.due_at',
} as const;

/** The account's forms that are not deleted, read through one index. */
export const liveForms = (db: Reader, accountId: string, index: Index): FormQuery<object> =>
  liveAmong(db, accountId, INDEXES[index], undefined);

/** The forms of a range, of one status if it is given, read through the index that has the fewest others. */
export function formsOfRange(
  db: Reader,
  accountId: string,
  { column }: Pick<VisibleRange, 'column'>,
  status: FormSelection['status'],
): FormQuery<object> {
  if (status === undefined || column === 'template_id' || column === 'review_by') {
    return liveForms(db, accountId, column);
  }
  // Only a literal shows that all rows are in the index.
  return liveForms(db, accountId, OF_STATUS[status][column]).where(
    sql<SqlBool>`forms.status = ${sql.lit(status)}`,
  );
}

/** Like {@link liveForms}; forms that a search found are looked up by their ids instead. */
function liveAmong(
  db: Reader,
  accountId: string,
  index: string,
  found: Findings | undefined,
): FormQuery<object> {
  return selectFound(db, found, 'forms', index)
    .where('forms.account_id', '=', accountId)
    .where('forms.deleted_at', 'is', null);
}

/**
 * Returns the selection as disjoint queries, each of which reads the best index.
 * @param inTurn reads the forms in the order of the list and skips those that are not visible, which is faster for one
 * page when most forms are visible
 * @param through the index that is read in turn
 */
export function selectedForms(
  db: Reader,
  selection: FormSelection,
  inTurn = false,
  through?: string,
): readonly FormQuery<object>[] {
  const { accountId, found, conditions: asked = {} } = selection;
  const visibility = visibilityFor(selection);
  const isOne =
    visibility === 'all' || areOfFew(asked) || (found !== undefined && isLookedUp(found));
  if (isOne || inTurn || through !== undefined) {
    const all = liveAmong(db, accountId, through ?? bestIndex(selection), found);
    return [
      all.where((eb) => eb.and([isSeen(db, eb, visibility), ...conditions(db, eb, selection)])),
    ];
  }
  return visibility.map((range, i) =>
    formsOfRange(db, accountId, range, selection.status).where((eb) =>
      eb.and([
        isInRange(db, eb, range),
        ...visibility.slice(0, i).map((before) => eb.not(isInRange(db, eb, before))),
        ...conditions(db, eb, selection),
      ]),
    ),
  );
}

/** Returns the visibility of the selected forms: within one template, its other ranges do not matter. */
export const visibilityFor = ({
  visibility,
  templateId,
}: Pick<FormSelection, 'visibility' | 'templateId'>): Visibility =>
  templateId === undefined ? visibility : visibilityWithin(visibility, templateId);

/** Orders by the sort value, then by id in the same direction. */
export function inOrder<O>(query: FormQuery<O>, { key, direction }: FormOrder): FormQuery<O> {
  return query.orderBy(SORT_COLUMN[key], direction).orderBy('forms.id', direction);
}

/** Restricts a query to the forms after a position in the order. */
export function behind<O>(
  query: FormQuery<O>,
  { key, direction }: FormOrder,
  position: FormPosition,
): FormQuery<O> {
  return query.where(compared(key, direction === 'asc' ? '>' : '<', position));
}

/** Restricts a query to the forms up to a position in the order, the one there included. */
export function upTo<O>(
  query: FormQuery<O>,
  { key, direction }: FormOrder,
  position: FormPosition,
): FormQuery<O> {
  return query.where(compared(key, direction === 'asc' ? '<=' : '>=', position));
}

const compared = (
  key: FormOrder['key'],
  operator: '<' | '<=' | '>' | '>=',
  [value, id]: FormPosition,
) => sql<boolean>`(${sql.ref(SORT_COLUMN[key])}, forms.id) ${sql.raw(operator)} (${value}, ${id})`;

// Most of these indexes contain what lists are filtered by, so that a scan does not read the table.
const bestIndex = (selection: FormSelection): string =>
  narrowestIndex(selection)?.index ?? orderIndex(selection);

interface IndexedCondition {
  readonly index: string;
  readonly keeps: (eb: Expressions) => Condition;
}

/** Returns the condition that leaves the fewest forms, with the index that has them; undefined if none has one. */
export function narrowestIndex(selection: FormSelection): IndexedCondition | undefined {
  const { namePrefix, status, templateId, conditions = {} } = selection;
  const isOfTemplate = templateId !== undefined;
  const first = indexedCondition(conditions, isOfTemplate);
  if (first !== undefined) return first;
  if (namePrefix !== undefined) {
    const index = isOfTemplate ? INDEXES.templateByName : INDEXES.name;
    return { index, keeps: (eb) => startsWith(eb, namePrefix) };
  }
  if (status === undefined) return undefined;
  const index = isOfTemplate ? INDEXES.templateByStatus : INDEXES.status;
  return { index, keeps: (eb) => eb.and([eb('forms.status', '=', status)]) };
}

/** Returns the index that has the forms of a list, of one template if it is given, in its order. */
export function orderIndex({ order: { key }, templateId, status }: FormSelection): string {
  const isByStatus = status !== undefined && key === 'lastUpdateDate';
  if (templateId === undefined) return isByStatus ? INDEXES.status : INDEXES[ORDERS[key].ofAll];
  return INDEXES[isByStatus ? 'templateByStatus' : ORDERS[key].ofTemplate];
}

const ORDERS = {
  lastUpdateDate: { ofAll: 'updated', ofTemplate: 'template' },
  createdDate: { ofAll: 'created', ofTemplate: 'templateByCreation' },
  name: { ofAll: 'name', ofTemplate: 'templateByName' },
  dueDate: { ofAll: 'due', ofTemplate: 'dueOfTemplate' },
} as const;

/** The forms of a list besides its conditions, read through an index; those of its status if the index has one. */
export function formsThrough(
  db: Reader,
  { accountId, templateId, status }: FormSelection,
  index: string,
): FormQuery<object> {
  const isByStatus = index === INDEXES.status || index === INDEXES.templateByStatus;
  const isByDue = index === INDEXES.due || index === INDEXES.dueOfTemplate;
  const all = liveAmong(db, accountId, index, undefined);
  const inTemplate =
    templateId === undefined ? all : all.where('forms.template_id', '=', templateId);
  // The index of due dates has no other forms.
  const due = isByDue ? inTemplate.where('forms.due_at', 'is not', null) : inTemplate;
  return isByStatus && status !== undefined ? due.where('forms.status', '=', status) : due;
}

/** Returns whether only visibility limits the selection. */
export function isWhole({ answers = [], conditions, ...selection }: Unordered): boolean {
  const { status, namePrefix, filter, templateId, found } = selection;
  const others = [status, namePrefix, filter, templateId, found];
  return (
    answers.length === 0 && !areConditions(conditions) && others.every((each) => each === undefined)
  );
}

const isInRange = (db: Reader, eb: Expressions, range: VisibleRange): Condition =>
  eb.and([isIn(db, eb.ref(`forms.${range.column}`), range.ids), isRestOfRange(db, eb, range)]);

/** Returns what a range asks of a form beside one of its ids. */
export const isRestOfRange = (
  db: Reader,
  eb: Expressions,
  { column, people, decider }: Omit<VisibleRange, 'ids'>,
): Condition =>
  eb.and([
    ...(people === undefined ? [] : [isOf(db, eb, people)]),
    // A node of 0.2.0 leaves the panel of a form that it reopens.
    ...(column === 'review_by' ? [eb.and([eb('forms.status', '=', 'complete')])] : []),
    ...(decider === undefined ? [] : [isOfOthers(eb, decider)]),
  ]);

/** Returns whether a user may decide on a form that they are asked for: it is not their own, or its template allows that. */
function isOfOthers(eb: Expressions, userId: string): Condition {
  return eb.and([
    eb.or([
      eb('forms.review_own', '=', 1),
      eb.and([
        eb(eb.fn.coalesce('forms.completed_by', eb.val('')), '<>', userId),
        eb('forms.assignee_id', '<>', userId),
      ]),
    ]),
  ]);
}

/** Returns whether the creator or the assignee of a form is among the people. */
function isOf(db: Reader, eb: Expressions, people: ReadonlySet<string>): Condition {
  const ids = [...people];
  return eb.and([
    eb.or([isIn(db, eb.ref('forms.created_by'), ids), isIn(db, eb.ref('forms.assignee_id'), ids)]),
  ]);
}

/** Returns whether a form is in any of the ranges. It suits forms that were selected in another way. */
export function isSeen(db: Reader, eb: Expressions, visibility: Visibility): Condition {
  return visibility === 'all'
    ? eb.and([])
    : eb.or(visibility.map((range) => isInRange(db, eb, range)));
}

/** Returns whether a form that is not deleted belongs to a selection. It suits forms that were selected in another way. */
export const isSelected = (db: Reader, eb: Expressions, selection: FormSelection): Condition =>
  eb.and([isSeen(db, eb, visibilityFor(selection)), ...conditions(db, eb, selection)]);

function conditions(db: Reader, eb: Expressions, selection: FormSelection): Condition[] {
  const { accountId, status, namePrefix, filter, templateId, found, answers = [] } = selection;
  return [
    ...(templateId === undefined
      ? []
      : answers.map((each) => fulfils(db, eb, { accountId, templateId }, each))),
    ...(found === undefined ? [] : [eb.and([isFound(db, found, eb.ref('forms.id'))])]),
    ...(templateId === undefined ? [] : [eb.and([eb('forms.template_id', '=', templateId)])]),
    ...(status === undefined ? [] : [eb.and([eb('forms.status', '=', status)])]),
    ...(namePrefix === undefined ? [] : [startsWith(eb, namePrefix)]),
    ...(filter === undefined ? [] : [matches(eb, filter)]),
    ...meets(eb, selection.conditions ?? {}),
  ];
}

function startsWith(eb: Expressions, prefix: string): Condition {
  const end = endOfPrefix(prefix);
  return eb.and([
    eb('forms.name_key', '>=', prefix),
    ...(end === undefined ? [] : [eb('forms.name_key', '<', end)]),
  ]);
}

const SQL_OPERATOR = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
/** Stored times are whole milliseconds. These operators compare them with a fraction of a millisecond. */
const BETWEEN_MILLISECONDS = { eq: false, ne: true, gt: '>', ge: '>', lt: '<=', le: '<=' } as const;

function matches(eb: Expressions, filter: FormFilter): Condition {
  if (filter.kind !== 'compare') {
    const parts = filter.filters.map((each) => matches(eb, each));
    return filter.kind === 'and' ? eb.and(parts) : eb.or(parts);
  }
  const operator = sqlOperator(filter.operator, filter.value.ticks);
  if (operator === true) return eb.and([]);
  if (operator === false) return eb.or([]);
  return eb.and([eb(SORT_COLUMN[filter.field], operator, filter.value.ms)]);
}

function sqlOperator(operator: FilterOperator, ticks: number) {
  return ticks === 0 ? SQL_OPERATOR[operator] : BETWEEN_MILLISECONDS[operator];
}
