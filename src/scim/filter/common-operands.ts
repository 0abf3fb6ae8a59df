import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '#db/dialect.ts';
import type { ResolvedAttribute, ResourceType } from '#scim/protocol/index.ts';
import type { ScopeContext } from './scope-context.ts';
import type { FilterValue, Operand } from './selection.ts';

/** The attributes that every resource type has, `r` being its row. */
export function commonOperand(
  context: ScopeContext,
  type: ResourceType,
  attribute: ResolvedAttribute,
): Operand | undefined {
  switch (attribute.key) {
    case 'id':
      return { ref: sql`r.id`, access: { rank: 0, unique: true } };
    case 'externalId':
      return { ref: sql`r.external_id`, access: { rank: 2 } };
    case 'meta.resourceType':
      return { ref: literal(type.name) };
    case 'meta.created':
      return { ref: sql`r.created_at`, bind: milliseconds };
    case 'meta.lastModified':
      return { ref: sql`r.updated_at`, bind: milliseconds };
    case 'meta.location':
      return { ref: location(context, type, sql`r.id`) };
    default:
      return undefined;
  }
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

export const flag = (value: FilterValue): number => (value === true ? 1 : 0);

const milliseconds = (value: FilterValue): number => Date.parse(String(value));
