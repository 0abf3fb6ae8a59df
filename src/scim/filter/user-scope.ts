import { sql } from 'kysely';
import { jsonText } from '#db/dialect.ts';
import { isMeantBy, USER_COLUMNS } from '#directory/index.ts';
import { ENTERPRISE_USER, type ResolvedAttribute, userType } from '#scim/protocol/index.ts';
import {
  type ColumnIndex,
  type Columns,
  columnOperand,
  jsonOperand,
  metaOperand,
  referenceOperand,
} from './common-operands.ts';
import { groupLinkElements } from './group-link-elements.ts';
import type { Condition, Operand } from './operand.ts';
import { schemaElements } from './schema-elements.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Elements, Scope } from './selection.ts';
import { valueElements } from './value-elements.ts';

const MANAGER = `${ENTERPRISE_USER}:manager`;

/** The ranks of value rows lie between these, see value-elements.ts. */
const INDEXES: ReadonlyMap<string, ColumnIndex> = new Map([
  ['id', { name: 'sqlite_autoindex_users_1', rank: 0, unique: true }],
  ['userName', { name: 'users__user_name_key', rank: 1, unique: true }],
  ['externalId', { name: 'users_by_external_id_id', rank: 2 }],
  ['displayName', { name: 'users_by_display_name_key_id', rank: 4 }],
  [`${MANAGER}.value`, { name: 'users_by_manager_id_id', rank: 5 }],
  ['meta.lastModified', { name: 'users_by_updated_at_id', rank: 7 }],
  ['meta.created', { name: 'users_by_created_at_id', rank: 8 }],
]);

const COLUMNS: Columns = {
  table: 'users',
  columns: USER_COLUMNS,
  indexes: INDEXES,
  required: new Set(['id', 'userName', 'active', 'meta.created', 'meta.lastModified']),
};

/** Maps the User attributes to SQL: an index finds columns and value rows; all else is tested in the folded JSON. */
export function userScope(context: ScopeContext): Scope {
  return {
    db: context.db,
    operand: (attribute) =>
      columnOperand(context, COLUMNS, attribute) ??
      metaOperand(context, userType, attribute) ??
      referenceOperand(context, context.types.user, attribute, idsIn(context)) ??
      managerOperand(context, attribute) ??
      storedOperand(context, attribute),
    elements: (attribute) => elementsOf(context, attribute),
  };
}

function elementsOf(context: ScopeContext, attribute: ResolvedAttribute): Elements {
  switch (attribute.key) {
    case 'schemas':
      return schemaElements(context.types.user, (urn) => hasExtension(context, urn));
    case 'groups':
      return groupLinkElements(context);
    default:
      return valueElements(context, attribute);
  }
}

const idsIn = (context: ScopeContext) => new Map([[`${MANAGER}.value`, ofManager(context, 'id')]]);

/** Returns a column of the one user that the manager means by id or externalId; null for none or several. */
const ofManager = ({ accountId }: ScopeContext, column: 'id' | 'display_name_key') => sql`(
  select case when count(*) = 1 then min(m.${sql.ref(column)}) end from (
    select id, display_name_key from users
      where account_id = ${accountId} and id = r.manager_id and protected = 0
    union
    select m.id, m.display_name_key from users m
      where ${isMeantBy(sql.val(accountId), sql.ref('r.manager_id'))}
  ) m
)`;

/** Returns the operand of an attribute that comes from the manager's row. */
function managerOperand(context: ScopeContext, { key }: ResolvedAttribute): Operand | undefined {
  if (key !== `${MANAGER}.displayName`) return undefined;
  return { ref: ofManager(context, 'display_name_key'), kind: 'text' };
}

// `meta.version` is not stored, because it also depends on values of other resources.
function storedOperand(context: ScopeContext, attribute: ResolvedAttribute): Operand | undefined {
  const { path, extension, schema } = attribute;
  if (path[0] === 'meta') return undefined;
  return jsonOperand(context, sql`r.folded`, extension ? [schema, ...path] : path, attribute);
}

function hasExtension({ db }: ScopeContext, urn: string): Condition {
  const stored = sql<boolean>`${jsonText(db, sql`r.attributes`, [urn])} is not null`;
  return urn === ENTERPRISE_USER ? sql<boolean>`(r.manager_id is not null or ${stored})` : stored;
}
