import { type RawBuilder, sql } from 'kysely';
import { keyOfName, NAMED, nameKeys } from '#db/collapsed.ts';
import { jsonFlag, jsonNumber, jsonText, throughIndex } from '#db/dialect.ts';
import type { IndexedColumn } from '#directory/index.ts';
import type { ResolvedAttribute, ResourceType } from '#scim/protocol/index.ts';
import type { IndexedOperand, IndexTest, Operand } from './operand.ts';
import type { ScopeContext } from './scope-context.ts';

/** A column that an index starts with, after the account; the index ends in `id`, or the column is unique. */
export interface ColumnIndex {
  readonly name: string;
  /** Of several and-ed terms, the index with the lowest rank is used: it usually leaves the fewest rows. */
  readonly rank: number;
  readonly unique?: true;
}

/** The columns of a resource type's table, by attribute. */
export interface Columns {
  readonly table: 'users' | 'groups';
  readonly columns: ReadonlyMap<string, IndexedColumn<string>>;
  readonly indexes: ReadonlyMap<string, ColumnIndex>;
  /** Attributes whose column is never null. */
  readonly required: ReadonlySet<string>;
}

const asTime = (value: string | number | boolean): number => Date.parse(String(value));

/** Returns the operand of an attribute that is a column of row `r`. */
export function columnOperand(
  context: ScopeContext,
  { table, columns, indexes, required }: Columns,
  { key }: ResolvedAttribute,
): Operand | undefined {
  const found = columns.get(key);
  if (!found) return undefined;
  const { column, compare } = found;
  const index = indexes.get(key);
  return {
    ref: sql.ref(`r.${column}`),
    kind: compare === 'key' || compare === 'exact' ? 'text' : 'number',
    ...(compare === 'time' && { bind: asTime }),
    ...(column === NAMED[table].column && { meant: nameIn(context, table) }),
    ...(required.has(key) && { required: true }),
    ...(index && { access: ownAccess(context, table, index) }),
  };
}

const nameIn =
  ({ db, accountId }: ScopeContext, table: Columns['table']) =>
  (value: string | number) =>
    keyOfName(db, table, sql`${accountId}`, nameKeys(String(value)));

function ownAccess(
  { db, accountId }: ScopeContext,
  table: Columns['table'],
  { name, rank, unique }: ColumnIndex,
): IndexedOperand {
  return {
    index: name,
    rank,
    ...(unique && { unique }),
    lead: ({ operator, condition }) =>
      isRange(operator)
        ? {
            from: throughIndex(db, table, 'r', name),
            owner: sql<string>`r.id`,
            where: sql<boolean>`(r.account_id = ${accountId} and ${condition})`,
            own: name,
            ordered: operator === 'eq',
            bounded: true,
          }
        : undefined,
  };
}

/** Returns whether an operator's matches are adjacent in an index; the others need a scan of the whole index. */
export const isRange = (operator: IndexTest['operator']): boolean =>
  operator !== 'co' && operator !== 'ew';

/** Returns the operand of an attribute that follows from the type and the id of a resource. */
export function metaOperand(
  context: ScopeContext,
  type: ResourceType,
  { key }: ResolvedAttribute,
): Operand | undefined {
  if (key === 'meta.resourceType') {
    return { ref: literal(type.name), kind: 'text', required: true };
  }
  if (key === 'meta.location') {
    return { ref: location(context, type, sql`r.id`), kind: 'text', required: true };
  }
  return undefined;
}

/** Returns a value in folded JSON: a single-valued attribute without a column, or a part of an element. */
export function jsonOperand(
  { db }: ScopeContext,
  column: RawBuilder<unknown>,
  path: readonly string[],
  { name, type }: ResolvedAttribute,
): Operand {
  switch (type) {
    case 'boolean': {
      const flag = jsonFlag(db, column, path);
      return name === 'primary'
        ? primaryOperand(sql`coalesce(${flag}, 0)`, flag)
        : { ref: flag, kind: 'number' };
    }
    case 'integer':
    case 'decimal':
      return { ref: jsonNumber(db, column, path), kind: 'number' };
    default:
      return { ref: jsonText(db, column, path), kind: 'text' };
  }
}

/** RFC 7643 §2.4: an element that omits `primary` is not primary, but `pr` does not find a value there. */
export const primaryOperand = (ref: RawBuilder<unknown>, stored: RawBuilder<unknown>): Operand => ({
  ref,
  stored,
  kind: 'number',
});

/**
 * Returns the `$ref` beside the id of another resource, which is computed from that id and never stored. `ids` are the
 * columns that hold such an id; other ids are in the JSON as sent.
 */
export function referenceOperand(
  { db, baseUrl }: ScopeContext,
  { singleReferences }: ResourceType,
  { name, parent }: ResolvedAttribute,
  ids: ReadonlyMap<string, RawBuilder<unknown>>,
): Operand | undefined {
  if (name !== '$ref' || !parent) return undefined;
  const extension = parent.extension ? parent.schema : undefined;
  const reference = singleReferences.find(
    (it) => it.name === parent.name && it.extension === extension,
  );
  if (!reference) return undefined;
  const path = [...(extension === undefined ? [] : [extension]), ...parent.path, 'value'];
  const id = ids.get(`${parent.key}.value`) ?? jsonText(db, sql`r.attributes`, path);
  return { ref: sql`(${literal(`${baseUrl}${reference.endpoint}/`)} || ${id})`, kind: 'text' };
}

/** Returns the URI of a resource, as in `meta.location` and `$ref`. */
export function location(
  { baseUrl }: ScopeContext,
  type: ResourceType,
  id: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql<string>`(${literal(`${baseUrl}${type.endpoint}/`)} || ${id})`;
}

/** Returns a constant as text, because PostgreSQL cannot infer the type of a bare parameter. */
export function literal(text: string): RawBuilder<string> {
  return sql<string>`cast(${text} as text)`;
}
