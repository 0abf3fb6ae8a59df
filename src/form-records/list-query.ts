import type { Static } from 'typebox';
import type { FormStatus } from '#form-basics/index.ts';
import { badParameter, DEFAULT_PAGE_SIZE, readParameters } from '#http/v2/parameters.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';
import { refuseFilters } from './change-feed.ts';
import type { FormFilter } from './filter.ts';
import { type FormConditions, readFormFilters } from './form-filters.store.ts';
import { FORM_LIST_QUERY } from './list-query.shapes.ts';
import { parseFilter } from './parse-filter.ts';

export interface FormOrder {
  /** `dueDate`: of forms that are due, and no others. */
  readonly key: 'lastUpdateDate' | 'createdDate' | 'name' | 'dueDate';
  readonly direction: 'asc' | 'desc';
}

export const DEFAULT_ORDER: FormOrder = { key: 'lastUpdateDate', direction: 'asc' };

type Parameters = Static<typeof FORM_LIST_QUERY>;

/**
 * The checked parameters of a list of forms. Its days are unread: they depend on the time zone of the account. So are
 * `where`, conditions on the answers of one template, and `after`, the sealed position where the previous page ended.
 */
export interface ListQuery
  extends Pick<
    Parameters,
    | 'search'
    | 'template'
    | 'createdFrom'
    | 'createdTo'
    | 'overdue'
    | 'dueFrom'
    | 'dueTo'
    | 'where'
    | 'after'
    | 'changedSince'
  > {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly status: FormStatus | undefined;
  readonly order: FormOrder;
  /** The order of a list of the forms of one template, unread, if it is none that every list has. */
  readonly answerSort: string | undefined;
  /** The prefix, case-folded. */
  readonly namePrefix: string | undefined;
  readonly filter: FormFilter | undefined;
  readonly conditions: FormConditions;
}

const SORT_KEYS: ReadonlyMap<string, FormOrder['key']> = new Map([
  ['lastupdatedate', 'lastUpdateDate'],
  ['lastupdateddate', 'lastUpdateDate'],
  ['createddate', 'createdDate'],
  ['name', 'name'],
  ['duedate', 'dueDate'],
]);

/**
 * Parses the parameters.
 * @param ofTemplate whether the list is of the forms of one template, which have more orders
 * @throws AppError `invalid-parameter` naming the parameter and the allowed values.
 */
export function parseListQuery(query: URLSearchParams, ofTemplate = false): ListQuery {
  const asked = readParameters(FORM_LIST_QUERY, query, ['direction']);
  const { name, sort, direction, filter, ...rest } = asked;
  const hasAnswers = ofTemplate || rest.template !== undefined;
  const isOwnOrder =
    hasAnswers && sort !== undefined && direction === undefined && !isOfEveryList(sort);
  if (asked.changedSince !== undefined) {
    refuseFilters({ ...asked, changedSince: undefined, pageSize: undefined });
  }
  return {
    ...rest,
    pageNumber: rest.pageNumber ?? 1,
    pageSize: rest.pageSize ?? DEFAULT_PAGE_SIZE,
    status: rest.status,
    order: isOwnOrder ? DEFAULT_ORDER : readOrder(asked),
    answerSort: isOwnOrder ? sort : undefined,
    namePrefix: readPrefix(name),
    filter: filter === undefined ? undefined : parseFilter(filter),
    conditions: readFormFilters(asked),
  };
}

function readPrefix(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const prefix = fold(text);
  if (prefix.length <= MAX_KEY_LENGTH) return prefix;
  throw badParameter('name', `this must have at most ${MAX_KEY_LENGTH} characters.`, {
    reason: 'too-long',
    limit: MAX_KEY_LENGTH,
  });
}

const isOfEveryList = (sort: string): boolean =>
  !sort.includes(',') && SORT_KEYS.has((sort.trim().split(/\s+/)[0] ?? '').toLowerCase());

/** Reads `sort=name desc`, or `sort=name` and `direction=desc`. */
function readOrder({ sort, direction, overdue, dueFrom, dueTo }: Parameters): FormOrder {
  const isOfDue = overdue === true || dueFrom !== undefined || dueTo !== undefined;
  const usual = isOfDue ? 'dueDate' : DEFAULT_ORDER.key;
  const [field = '', inline, ...rest] = (sort ?? usual).trim().split(/\s+/);
  const key = SORT_KEYS.get(field.toLowerCase());
  if (key === undefined || rest.length > 0) {
    throw badParameter(
      'sort',
      'this must be lastUpdateDate, createdDate, name or dueDate, then asc or desc if need be, for instance "lastUpdateDate desc".',
    );
  }
  if (key === 'dueDate' && !isOfDue) {
    throw badParameter(
      'sort',
      'forms that are never due have no place in this order. Send overdue, dueFrom or dueTo, too.',
    );
  }
  if (inline === undefined) return { key, direction: direction ?? DEFAULT_ORDER.direction };
  if (direction !== undefined) {
    throw badParameter('direction', 'sort names a direction already. Give one of them.');
  }
  return { key, direction: readDirection(inline) };
}

function readDirection(text: string): FormOrder['direction'] {
  const direction = text.toLowerCase();
  if (direction === 'asc' || direction === 'desc') return direction;
  throw badParameter('sort', 'the direction must be asc or desc.');
}
