import { type RawBuilder, sql } from 'kysely';
import { byCodePoint } from '#db/dialect.ts';
import { invalidValue, type ResolvedAttribute } from '#scim/protocol/index.ts';
import type { Operand } from './operand.ts';
import type { Elements, Scope } from './selection.ts';

/** Text beyond this is not looked at: a place in a list must fit into a cursor. In characters. */
const MAX_SORT_LENGTH = 512;

/** What a list is sorted by, in SQL. */
export interface SortKey {
  /** Of row `r`; null where there is no value. */
  readonly ref: RawBuilder<unknown>;
  readonly kind: Operand['kind'];
  /** Never null. */
  readonly required: boolean;
  /** The index of the resource's own table in which rows stand in this order, equal ones by id. */
  readonly index?: string;
}

/**
 * RFC 7644 §3.4.2.3: of a multi-valued attribute the primary element counts, else the first.
 * @throws ScimError `invalidValue` for the one attribute that storage can't sort by, a user's meta.version
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
