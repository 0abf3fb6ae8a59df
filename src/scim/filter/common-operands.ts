import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '#db/dialect.ts';
import type { IndexedColumn } from '#directory/index.ts';
import type { ResolvedAttribute, ResourceType } from '#scim/protocol/index.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Operand } from './selection.ts';

type Access = NonNullable<Operand['access']>;

const BIND: Readonly<Record<IndexedColumn<string>['compare'], Operand['bind']>> = {
  key: undefined,
  exact: undefined,
  flag: (value) => (value === true ? 1 : 0),
  time: (value) => Date.parse(String(value)),
};

/** An attribute that is a column of row `r`; `access` tells which columns an index finds. */
export function columnOperand(
  columns: ReadonlyMap<string, IndexedColumn<string>>,
  access: ReadonlyMap<string, Access>,
  attribute: ResolvedAttribute,
): Operand | undefined {
  const found = columns.get(attribute.key);
  if (!found) return undefined;
  const bind = BIND[found.compare];
  const way = access.get(attribute.key);
  return {
    ref: sql.ref(`r.${found.column}`),
    ...(bind && { bind }),
    ...(way && { access: way }),
  };
}

/** What follows from the type and the id of any resource. */
export function metaOperand(
  context: ScopeContext,
  type: ResourceType,
  attribute: ResolvedAttribute,
): Operand | undefined {
  if (attribute.key === 'meta.resourceType') return { ref: literal(type.name) };
  if (attribute.key === 'meta.location') return { ref: location(context, type, sql`r.id`) };
  return undefined;
}

/** A single-valued attribute that has no column: read from the folded JSON of the row. */
export function jsonOperand({ db }: ScopeContext, attribute: ResolvedAttribute): Operand {
  const { extension, schema, path } = attribute;
  return { ref: jsonText(db, sql`r.folded`, extension ? [schema, ...path] : path) };
}

/** The URI of a resource, as `meta.location` and `$ref` have it. */
export function location(
  { baseUrl }: ScopeContext,
  type: ResourceType,
  id: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql<string>`(${literal(`${baseUrl}${type.endpoint}/`)} || ${id})`;
}

/** A constant as text: PostgreSQL can't tell the type of a bare parameter. */
export function literal(text: string): RawBuilder<string> {
  return sql<string>`cast(${text} as text)`;
}
