import {
  badParameter,
  type KnownParameters,
  readKnown,
  readPageNumber,
  readPageSize,
} from '#http/v2/parameters.ts';
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';
import type { FormFilter } from './filter.ts';
import type { FormStatus } from './form.ts';
import { parseFilter } from './parse-filter.ts';

export interface FormOrder {
  readonly key: 'lastUpdateDate' | 'name';
  readonly direction: 'asc' | 'desc';
}

export const DEFAULT_ORDER: FormOrder = { key: 'lastUpdateDate', direction: 'asc' };

/** What a list of forms was asked for; every part checked. */
export interface ListQuery {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly order: FormOrder;
  readonly status: FormStatus | undefined;
  /** Folded. */
  readonly namePrefix: string | undefined;
  readonly filter: FormFilter | undefined;
  /** The sealed place where the page before ended. */
  readonly after: string | undefined;
  /** How far a poller got in the order of changes; it stands alone but for the page size. */
  readonly changedSince: string | undefined;
}

const NAMES = [
  'pageNumber',
  'pageSize',
  'filter',
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
  ['name', 'name'],
]);

/** @throws AppError `invalid-parameter` naming the parameter and what would be right. */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const parameters = readKnown(query, NAMES);
  const filter = parameters.get('filter');
  const changedSince = parameters.get('changedSince');
  if (changedSince !== undefined) refuseBeside(parameters);
  return {
    pageNumber: readPageNumber(parameters),
    pageSize: readPageSize(parameters),
    order: readOrder(parameters),
    status: readStatus(parameters.get('status')),
    namePrefix: readPrefix(parameters.get('name')),
    filter: filter === undefined ? undefined : parseFilter(filter),
    after: parameters.get('after'),
    changedSince,
  };
}

// A form that no longer matches would be missing from the changes, and nobody would hear why.
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

function readPrefix(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const prefix = fold(text);
  if (prefix.length <= MAX_KEY_LENGTH) return prefix;
  throw badParameter('name', `this must be at most ${MAX_KEY_LENGTH} characters.`);
}

/** `sort=name desc`, or `sort=name` and `direction=desc`. */
function readOrder(parameters: KnownParameters<Name>): FormOrder {
  const [field, inline, ...rest] = (parameters.get('sort') ?? DEFAULT_ORDER.key)
    .trim()
    .split(/\s+/);
  const key = SORT_KEYS.get((field ?? '').toLowerCase());
  if (key === undefined || rest.length > 0) {
    throw badParameter(
      'sort',
      'this must be lastUpdateDate or name, then asc or desc if need be, for instance "lastUpdateDate desc".',
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
