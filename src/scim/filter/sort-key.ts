import { type RawBuilder, sql } from 'kysely';
import { byCodePoint } from '#db/dialect.ts';
import { invalidValue, type ResolvedAttribute } from '#scim/protocol/index.ts';
import type { Operand } from './operand.ts';
import type { Elements, Scope } from './selection.ts';

/** Characters of a text that are compared; the position in a list has to fit into a cursor. */
const MAX_SORT_LENGTH = 512;

/** The sort key of a list in SQL. */
export interface SortKey {
  /** The value of row `r`; null when there is none. */
  readonly ref: RawBuilder<unknown>;
  readonly kind: Operand['kind'];
  /** True when `ref` is never null. */
  readonly required: boolean;
  /** The index of the resource's own table that has the rows in this order, equal ones by id. */
  readonly index?: string;
}

/**
 * Returns the sort key of an attribute. RFC 7644 §3.4.2.3: a multi-valued attribute sorts by its primary element, else
 * by its first one.
 * @throws ScimError `invalidValue` for the one attribute that storage cannot sort by, a user's meta.version
 */
export function sortKeyOf(attribute: ResolvedAttribute, scope: Scope): SortKey {
  const holder = attribute.multiValued ? attribute : attribute.parent;
  const elements = holder?.multiValued ? scope.elements(holder) : undefined;
  if (elements) return ofFirst(elements, attribute, scope);
  const operand = scope.operand(attribute);
  if (!operand) throw notSortable(attribute);
  const index = operand.access?.index;
  const { kind, required = false } = operand;
  return index === undefined
    ? { ref: comparable(operand, scope), kind, required }
    : { ref: operand.ref, kind, required, index };
}

function ofFirst(elements: Elements, attribute: ResolvedAttribute, scope: Scope): SortKey {
  const operand = elements.operand(attribute);
  if (!operand) throw notSortable(attribute);
  const { kind, ref: value, stored = value } = operand;
  const ref = comparable({ ref: elements.first(stored), kind }, scope);
  return { ref, kind, required: false };
}

function comparable(
  { ref, kind }: Pick<Operand, 'ref' | 'kind'>,
  { db }: Scope,
): RawBuilder<unknown> {
  return kind === 'text'
    ? byCodePoint(db, sql`substr(${ref}, 1, ${sql.lit(MAX_SORT_LENGTH)})`)
    : ref;
}

const notSortable = ({ key }: ResolvedAttribute) =>
  invalidValue('sortBy', `can't be ${key}, which is worked out when a resource is read.`);
