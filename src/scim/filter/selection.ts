import { type RawBuilder, sql } from 'kysely';
import type { Filter, ResolvedAttribute } from '#scim/protocol/index.ts';
import { invalidFilter, refuseUnsupported } from '#scim/protocol/index.ts';
import { OPERATORS, SUPPORTED } from './operators.ts';

export type Condition = RawBuilder<boolean>;
export type FilterValue = string | number | boolean;

/** Where SQL finds the value of a simple attribute: in the resource's row `r`, or in an element's row `e`. */
export interface Operand {
  readonly ref: RawBuilder<unknown>;
  /** How the filter's value is written to compare with it; left out: as it is. */
  readonly bind?: (value: FilterValue) => unknown;
  /** An index finds the rows that equal a value. */
  readonly access?: {
    /** The narrowest of several and-ed terms leads: 0 is a key of the resource itself. */
    readonly rank: number;
    /** At most one resource has the value. */
    readonly unique?: boolean;
    /** The way in for what stands in another table than the resource. */
    readonly lead?: (value: FilterValue) => Lead;
  };
}

/**
 * A table that stands before the resource's own in FROM, so that its index decides which rows are read. It asks only
 * for columns of that index: without statistics SQLite takes all rows of an account for ten, and would rather read
 * them all than look beside the index.
 */
export interface Lead {
  readonly from: RawBuilder<unknown>;
  /** The id of the resource that its row belongs to. */
  readonly owner: RawBuilder<string>;
  readonly where: Condition;
  /** Rows come in order of owner, so that a page reads no more of them than it shows. */
  readonly ordered: boolean;
}

/** The elements of a multi-valued attribute: rows of another table. */
export interface Elements {
  readonly operand: (sub: ResolvedAttribute) => Operand | undefined;
  /** True when an element of resource `r` passes the test. */
  readonly exists: (test: Condition) => Condition;
}

/** What the attributes of a resource type are in SQL. */
export interface Scope {
  readonly operand: (attribute: ResolvedAttribute) => Operand | undefined;
  readonly elements: (attribute: ResolvedAttribute) => Elements | undefined;
  /** For what is neither, as `schemas`. */
  readonly special: (
    attribute: ResolvedAttribute,
    compare: (ref: RawBuilder<unknown>) => Condition,
  ) => Condition | undefined;
}

/** A filter in SQL, in two forms: a test of any row, and a way to the rows through an index. */
export interface Selection {
  /** True for each resource `r` that matches. */
  readonly test: Condition;
  readonly access?: Access;
}

export interface Access {
  readonly rank: number;
  readonly unique: boolean;
  /** Left out: an index of the resource's own table. */
  readonly lead?: Lead;
  /** What an index of the resource's own table answers. */
  readonly own?: Condition;
  /** What is left to ask of the rows found. */
  readonly rest: readonly Condition[];
}

/**
 * A typed filter in SQL, on both engines.
 * @throws ScimError `invalidFilter` for operators and attributes that can't be filtered on.
 */
export function selectionOf(filter: Filter, scope: Scope): Selection {
  refuseUnsupported(filter, SUPPORTED);
  return select(filter, scope);
}

type Node<K extends Filter['kind']> = Extract<Filter, { kind: K }>;

function select(filter: Filter, scope: Scope): Selection {
  switch (filter.kind) {
    case 'and':
      return both(filter.filters.map((part) => select(part, scope)));
    case 'compare':
      return compare(filter, scope);
    case 'element':
      return element(filter, scope);
    default:
      throw notFilterable(filter.kind);
  }
}

function both(parts: readonly Selection[]): Selection {
  const test = all(parts.map((part) => part.test));
  const [best] = parts
    .filter((part) => part.access !== undefined)
    .toSorted((a, b) => (a.access?.rank ?? 0) - (b.access?.rank ?? 0));
  if (!best?.access) return { test };
  const others = parts.filter((part) => part !== best).map((part) => part.test);
  return { test, access: { ...best.access, rest: [...best.access.rest, ...others] } };
}

function compare(filter: Node<'compare'>, scope: Scope): Selection {
  const { attribute, operator, value } = filter;
  const parent = attribute.parent;
  if (parent?.multiValued && scope.elements(parent)) {
    return element({ kind: 'element', attribute: parent, filter }, scope);
  }
  const compareTo = (ref: RawBuilder<unknown>, bound: unknown): Condition =>
    OPERATORS[operator]?.(ref, bound) ?? raise(notFilterable(operator));
  const special = scope.special(attribute, (ref) => compareTo(ref, value));
  if (special) return { test: special };
  const operand = scope.operand(attribute) ?? raise(notFilterable(attribute.key));
  const test = compareTo(operand.ref, operand.bind ? operand.bind(value) : value);
  const { access } = operand;
  if (operator !== 'eq' || access === undefined) return { test };
  const lead = access.lead?.(value);
  const { rank, unique = false } = access;
  return { test, access: { rank, unique, rest: [], ...(lead ? { lead } : { own: test }) } };
}

function element({ attribute, filter }: Node<'element'>, scope: Scope): Selection {
  const elements = scope.elements(attribute) ?? raise(notFilterable(attribute.key));
  const { test: inner, access } = select(filter, elementScope(elements));
  const test = elements.exists(inner);
  if (!access) return { test };
  // The lead knows one term: the element that has it must pass the others too.
  const rest = access.rest.length === 0 ? [] : [test];
  return { test, access: { ...access, unique: false, rest } };
}

const elementScope = (elements: Elements): Scope => ({
  operand: elements.operand,
  elements: () => undefined,
  special: () => undefined,
});

export function all(conditions: readonly Condition[]): Condition {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function notFilterable(what: string) {
  return invalidFilter(`${what} can't be filtered on.`);
}

function raise(error: Error): never {
  throw error;
}
