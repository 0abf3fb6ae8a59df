import {
  type CreatedDays,
  type DueDays,
  FORM_FILTER_NAMES,
  type FormConditions,
  type FormStatus,
  readFormFilters,
} from '#form-basics/index.ts';
import {
  badParameter,
  type KnownParameters,
  readKnown,
  readPageNumber,
  readPageSize,
} from '#http/v2/parameters.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';
import type { FormFilter } from './filter.ts';
import { parseFilter } from './parse-filter.ts';

export interface FormOrder {
  /** `dueDate`: of forms that are due, and no others. */
  readonly key: 'lastUpdateDate' | 'createdDate' | 'name' | 'dueDate';
  readonly direction: 'asc' | 'desc';
}

export const DEFAULT_ORDER: FormOrder = { key: 'lastUpdateDate', direction: 'asc' };

/** The checked parameters of a list of forms. Its days are unread: they depend on the time zone of the account. */
export interface ListQuery extends CreatedDays, DueDays {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly order: FormOrder;
  /** The order of a list of the forms of one template, unread, if it is none that every list has. */
  readonly answerSort: string | undefined;
  readonly status: FormStatus | undefined;
  /** The prefix, case-folded. */
  readonly namePrefix: string | undefined;
  readonly filter: FormFilter | undefined;
  /** The start of words of names, numbers and searchable answers. */
  readonly search: string | undefined;
  /** The id of a template, as it was sent. */
  readonly template: string | undefined;
  readonly conditions: FormConditions;
  /** Conditions on answers, unread; undefined in a list of the forms of all templates. */
  readonly where: string | undefined;
  /** The sealed position where the previous page ended. */
  readonly after: string | undefined;
  /** The cursor of a poller; only the page size can be combined with it. */
  readonly changedSince: string | undefined;
}

const NAMES = [
  'pageNumber',
  'pageSize',
  'filter',
  'search',
  'template',
  ...FORM_FILTER_NAMES,
  'createdFrom',
  'createdTo',
  'overdue',
  'dueFrom',
  'dueTo',
  'where',
  'status',
  'name',
  'sort',
  'direction',
  'after',
  'changedSince',
] as const;
type Name = (typeof NAMES)[number];

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
  const parameters = readKnown(query, NAMES);
  const sort = parameters.get('sort');
  const hasAnswers = ofTemplate || parameters.has('template');
  const isOwnOrder =
    hasAnswers && sort !== undefined && !parameters.has('direction') && !isOfEveryList(sort);
  const filter = parameters.get('filter');
  const changedSince = parameters.get('changedSince');
  if (changedSince !== undefined) refuseBeside(parameters);
  return {
    pageNumber: readPageNumber(parameters),
    pageSize: readPageSize(parameters),
    order: isOwnOrder ? DEFAULT_ORDER : readOrder(parameters),
    answerSort: isOwnOrder ? sort : undefined,
    status: readStatus(parameters.get('status')),
    namePrefix: readPrefix(parameters.get('name')),
    filter: filter === undefined ? undefined : parseFilter(filter),
    search: readSearch(parameters.get('search')),
    template: parameters.get('template'),
    conditions: readFormFilters((name) => parameters.get(name)),
    createdFrom: parameters.get('createdFrom'),
    createdTo: parameters.get('createdTo'),
    overdue: readFlag(parameters, 'overdue'),
    dueFrom: parameters.get('dueFrom'),
    dueTo: parameters.get('dueTo'),
    where: parameters.get('where'),
    after: parameters.get('after'),
    changedSince,
  };
}

// With a filter, a form that stops matching would be missing from the changes, and the client would not notice.
function refuseBeside(parameters: KnownParameters<Name>): void {
  const allowed: readonly Name[] = ['changedSince', 'pageSize'];
  const name = NAMES.find((each) => parameters.has(each) && !allowed.includes(each));
  if (name === undefined) return;
  throw badParameter(name, 'changedSince tells of every change: only pageSize stands beside it.');
}

function readStatus(text: string | undefined): FormStatus | undefined {
  if (text === undefined || text === 'complete' || text === 'draft') return text;
  throw badParameter('status', 'this must be complete or draft.');
}

function readFlag(parameters: KnownParameters<Name>, name: Name): boolean | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  throw badParameter(name, 'this must be true or false.');
}

/** The longest text that is searched for, in characters. */
export const MAX_SEARCH_LENGTH = 200;

function readSearch(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= MAX_SEARCH_LENGTH) return text;
  throw badParameter('search', `this must have at most ${MAX_SEARCH_LENGTH} characters.`, {
    reason: 'too-long',
    limit: MAX_SEARCH_LENGTH,
  });
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
function readOrder(parameters: KnownParameters<Name>): FormOrder {
  const isOfDue =
    parameters.get('overdue') === 'true' || parameters.has('dueFrom') || parameters.has('dueTo');
  const usual = isOfDue ? 'dueDate' : DEFAULT_ORDER.key;
  const [field, inline, ...rest] = (parameters.get('sort') ?? usual).trim().split(/\s+/);
  const key = SORT_KEYS.get((field ?? '').toLowerCase());
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
  const separate = parameters.get('direction');
  if (inline !== undefined && separate !== undefined) {
    throw badParameter('direction', 'sort names a direction already. Give one of them.');
  }
  if (inline !== undefined) return { key, direction: readDirection(inline, 'sort') };
  return { key, direction: readDirection(separate ?? DEFAULT_ORDER.direction, 'direction') };
}

function readDirection(text: string, name: string): FormOrder['direction'] {
  const direction = text.toLowerCase();
  if (direction === 'asc' || direction === 'desc') return direction;
  throw badParameter(name, 'the direction must be asc or desc.');
}
