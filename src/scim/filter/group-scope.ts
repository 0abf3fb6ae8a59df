import { sql } from 'kysely';
import { jsonText } from '#db/dialect.ts';
import { GROUP_COLUMNS } from '#directory/index.ts';
import { groupType, type ResolvedAttribute } from '#scim/protocol/index.ts';
import {
  type ColumnIndex,
  type Columns,
  columnOperand,
  jsonOperand,
  metaOperand,
  referenceOperand,
} from './common-operands.ts';
import { memberElements } from './member-elements.ts';
import type { Operand } from './operand.ts';
import { schemaElements } from './schema-elements.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './selection.ts';

const INDEXES: ReadonlyMap<string, ColumnIndex> = new Map([
  ['id', { name: 'sqlite_autoindex_groups_1', rank: 0, unique: true }],
  ['displayName', { name: 'groups__display_name_key', rank: 1, unique: true }],
  ['externalId', { name: 'groups_by_external_id_id', rank: 2 }],
  ['meta.lastModified', { name: 'groups_by_updated_at_id', rank: 7 }],
  ['meta.created', { name: 'groups_by_created_at_id', rank: 8 }],
]);

const COLUMNS: Columns = {
  table: 'groups',
  columns: GROUP_COLUMNS,
  indexes: INDEXES,
  required: new Set(['id', 'displayName', 'meta.created', 'meta.lastModified']),
};

/** No column of a group holds the id of another resource. */
const NO_IDS = new Map<string, never>();

/** Returns the SQL of each attribute of a Group. */
export function groupScope(context: ScopeContext): Scope {
  const { db } = context;
  return {
    db,
    operand: (attribute) =>
      columnOperand(context, COLUMNS, attribute) ??
      metaOperand(context, groupType, attribute) ??
      versionOperand(attribute) ??
      referenceOperand(context, context.types.group, attribute, NO_IDS) ??
      storedOperand(context, attribute),
    elements: ({ key }) => {
      if (key === 'members') return memberElements(context);
      if (key !== 'schemas') return undefined;
      return schemaElements(
        context.types.group,
        (urn) => sql<boolean>`${jsonText(db, sql`r.attributes`, [urn])} is not null`,
      );
    },
  };
}

/** The entity tag as `groupTag` writes it. */
function versionOperand({ key }: ResolvedAttribute): Operand | undefined {
  if (key !== 'meta.version') return undefined;
  const renames = sql`case when r.renames > 0 then '.' || cast(r.renames as text) else '' end`;
  const ref = sql`('W/"' || cast(r.version as text) || ${renames} || '"')`;
  return { ref, kind: 'text', required: true };
}

function storedOperand(context: ScopeContext, attribute: ResolvedAttribute): Operand | undefined {
  const { multiValued, extension, schema, path } = attribute;
  if (multiValued) return undefined;
  return jsonOperand(context, sql`r.folded`, extension ? [schema, ...path] : path, attribute);
}
