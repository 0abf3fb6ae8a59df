import type { RawBuilder } from 'kysely';
import type { Reader } from '#db/database.ts';
import { type Filter, invalidFilter, type ResolvedAttribute } from '#scim/protocol/index.ts';
import { type Access, accessToAll, accessToAny } from './access.ts';
import type { Condition, IndexTest, Lead, Operand } from './operand.ts';
import { all, any, isNot, isPresent, OPERATORS } from './operators.ts';

/** The elements of a multi-valued attribute, which are rows of another table. */
export interface Elements {
  /** Returns the SQL of a part of an element, or of the attribute itself when its elements are simple values. */
  readonly operand: (part: ResolvedAttribute) => Operand | undefined;
  /** True when an element of resource `r` passes the test; with `keyed`, the test identifies that one element. */
  readonly exists: (test: Condition, keyed: boolean) => Condition;
  /** Returns a value of the primary element of resource `r`, or of its first element. */
  readonly first: (ref: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** True when resource `r` has an element; undefined when an element may exist without a value. */
  readonly some?: Condition;
  /** Finds the resources with an element that passes a test, when the test uses only these parts. */
  readonly lead?: {
    readonly rank: number;
    readonly parts: ReadonlySet<string>;
    readonly from: (test: Condition) => Lead;
  };
  /** True when a resource can have so many elements that reading those of a hundred resources takes long. */
  readonly many: boolean;
}

/** Maps the attributes of a resource type to SQL. */
export interface Scope {
  readonly db: Reader;
  readonly operand: (attribute: ResolvedAttribute) => Operand | undefined;
  readonly elements: (attribute: ResolvedAttribute) => Elements | undefined;
}

/** A filter in SQL, in two forms: a test of any row, and an access to the rows through an index. */
export interface Selection {
  /** True for each resource `r` that matches, false or null for others. */
  readonly test: Condition;
  readonly access?: Access;
  /** The number of comparisons, which is the cost of testing one row. */
  readonly terms: number;
  /** The number of tests that may read very many other rows for each row. */
  readonly subqueries: number;
}

type Node<K extends Filter['kind']> = Extract<Filter, { kind: K }>;

/** SQLite allows slightly more in one statement. Tests of one attribute that `or` joins count as one. */
const MAX_SUBQUERIES = 100;

/**
 * Translates a typed filter to SQL for both engines.
 * @throws ScimError `invalidFilter` for the one attribute that storage cannot compare, a user's meta.version, and for
 * more than 100 separate tests of groups or members
 */
export function selectionOf(filter: Filter, scope: Scope): Selection {
  const selection = select(filter, scope);
  if (selection.subqueries <= MAX_SUBQUERIES) return selection;
  throw invalidFilter(
    `The filter asks about groups or members in ${selection.subqueries} places; at most ${MAX_SUBQUERIES} are taken.`,
  );
}

function select(filter: Filter, scope: Scope): Selection {
  switch (filter.kind) {
    case 'and':
      return combined(filter.kind, filter.filters, scope);
    case 'or':
      return combined(filter.kind, mergedByHolder(filter.filters, scope), scope);
    case 'not': {
      const { test, terms, subqueries } = select(filter.filter, scope);
      return { test: isNot(test), terms, subqueries };
    }
    case 'compare':
      return compare(filter, scope);
    case 'present':
      return present(filter, scope);
    case 'element':
      return element(filter, scope);
  }
}

function combined(kind: 'and' | 'or', filters: readonly Filter[], scope: Scope): Selection {
  const parts = filters.map((part) => select(part, scope));
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const tests = parts.map(({ test }) => test);
  const test = kind === 'and' ? all(tests) : any(tests);
  const access = kind === 'and' ? accessToAll(parts) : accessToAny(parts, test);
  return {
    test,
    ...(access && { access }),
    terms: parts.reduce((sum, { terms }) => sum + terms, 0),
    subqueries: parts.reduce((sum, { subqueries }) => sum + subqueries, 0),
  };
}

/**
 * Merges or-ed tests of one attribute: "some element is A or some element is B" equals "some element is A or B", which
 * reads the elements only once.
 */
function mergedByHolder(filters: readonly Filter[], scope: Scope): readonly Filter[] {
  const merged = new Map<ResolvedAttribute | Filter, Filter[]>();
  for (const filter of filters) {
    const [holder, inner] = heldIn(filter, scope);
    const others = merged.get(holder ?? filter) ?? [];
    merged.set(holder ?? filter, [...others, inner]);
  }
  return [...merged].map(([holder, inner]): Filter => {
    if ('kind' in holder) return holder;
    const [only] = inner;
    const filter = only && inner.length === 1 ? only : ({ kind: 'or', filters: inner } as const);
    return { kind: 'element', attribute: holder, filter };
  });
}

/** Returns the multi-valued attribute that a filter tests, and the test of one element. */
function heldIn(filter: Filter, scope: Scope): readonly [ResolvedAttribute | undefined, Filter] {
  if (filter.kind === 'element') return [filter.attribute, filter.filter];
  if (filter.kind !== 'compare' && filter.kind !== 'present') return [undefined, filter];
  const holder = holderOf(filter.attribute, scope);
  const isWhole = filter.kind === 'present' && holder === filter.attribute;
  return [isWhole ? undefined : holder, filter];
}

function compare(filter: Node<'compare'>, scope: Scope): Selection {
  const { attribute, operator, value } = filter;
  const holder = holderOf(attribute, scope);
  if (holder) return element({ kind: 'element', attribute: holder, filter }, scope);
  const operand = scope.operand(attribute) ?? raise(attribute);
  const bound = operand.bind ? operand.bind(value) : plain(value);
  const test = OPERATORS[operator](scope.db, operand, bound);
  const access = accessBy(operand, operator, bound, test);
  return { test, ...(access && { access }), terms: 1, subqueries: 0 };
}

function present(filter: Node<'present'>, scope: Scope): Selection {
  const { attribute } = filter;
  const holder = holderOf(attribute, scope);
  const some = holder === attribute ? scope.elements(attribute)?.some : undefined;
  if (some) return { test: some, terms: 1, subqueries: 0 };
  if (holder) return element({ kind: 'element', attribute: holder, filter }, scope);
  const operands = partsOf(attribute).flatMap((part) => scope.operand(part) ?? []);
  if (operands.length === 0) throw notFilterable(attribute);
  const test = any(operands.map(isPresent));
  return { test, terms: operands.length, subqueries: 0 };
}

function element({ attribute, filter }: Node<'element'>, scope: Scope): Selection {
  const elements = scope.elements(attribute) ?? raise(attribute);
  const { db } = scope;
  const inner = select(filter, { db, operand: elements.operand, elements: () => undefined });
  const { terms } = inner;
  const access = inner.access ?? accessFrom(elements, filter, inner.test);
  const keyed = access?.lead.ordered === true;
  const test = elements.exists(inner.test, keyed);
  const subqueries = elements.many && !keyed ? 1 : 0;
  if (!access) return { test, terms, subqueries };
  // The index finds rows by one term only: the same element must pass the other terms too.
  const rest = access.rest.length === 0 ? [] : [test];
  return { test, access: { ...access, unique: false, rest }, terms, subqueries };
}

function accessFrom({ lead }: Elements, filter: Filter, test: Condition): Access | undefined {
  if (!lead || !namesOf(filter).every((name) => lead.parts.has(name))) return undefined;
  return { rank: lead.rank, unique: false, lead: lead.from(test), rest: [] };
}

/** Returns the parts of an element that a filter tests. */
function namesOf(filter: Filter): readonly string[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(namesOf);
    case 'not':
    case 'element':
      return namesOf(filter.filter);
    default:
      return partsOf(filter.attribute).map(({ name }) => name);
  }
}

/** Returns the multi-valued attribute: the attribute itself, or its parent. */
function holderOf(attribute: ResolvedAttribute, scope: Scope): ResolvedAttribute | undefined {
  const holder = attribute.multiValued ? attribute : attribute.parent;
  return holder?.multiValued && scope.elements(holder) ? holder : undefined;
}

const partsOf = (attribute: ResolvedAttribute): readonly ResolvedAttribute[] =>
  attribute.subAttributes.length > 0 ? attribute.subAttributes : [attribute];

const plain = (value: string | number | boolean): string | number =>
  typeof value === 'boolean' ? Number(value) : value;

/** Added to the rank of an index: `eq` comes first, then ranges, then operators that need the whole index. */
const RANKS: Readonly<Record<IndexTest['operator'], number>> = {
  ...{ eq: 0, sw: 10, gt: 20, ge: 20, lt: 20, le: 20 },
  ...{ co: 30, ew: 30 },
};

function accessBy(
  { access }: Operand,
  operator: Node<'compare'>['operator'],
  value: string | number,
  condition: Condition,
): Access | undefined {
  if (!access || operator === 'ne') return undefined;
  const lead = access.lead({ operator, value, condition });
  if (!lead) return undefined;
  const unique = operator === 'eq' && access.unique === true;
  return { rank: access.rank + RANKS[operator], unique, lead, rest: [] };
}

function notFilterable({ key }: ResolvedAttribute) {
  return invalidFilter(`${key} can't be filtered on.`, key);
}

function raise(attribute: ResolvedAttribute): never {
  throw notFilterable(attribute);
}
