import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '#db/dialect.ts';
import { USER_COLUMNS } from '#directory/index.ts';
import {
  CORE_USER,
  ENTERPRISE_USER,
  type ResolvedAttribute,
  userType,
} from '#scim/protocol/index.ts';
import { columnOperand, jsonOperand, literal, location, metaOperand } from './common-operands.ts';
import { groupLinkElements } from './group-link-elements.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Condition, Elements, Operand, Scope } from './selection.ts';
import { valueElements } from './value-elements.ts';

const MANAGER = `${ENTERPRISE_USER}:manager`;

/** Columns that start an index; value rows rank among them, see value-elements.ts. */
const ACCESS = new Map([
  ['id', { rank: 0, unique: true }],
  ['userName', { rank: 1, unique: true }],
  ['externalId', { rank: 2 }],
  ['displayName', { rank: 4 }],
  [`${MANAGER}.value`, { rank: 5 }],
]);

/** The User attributes in SQL: what has a column or a value row is found by index, the rest in the folded JSON. */
export function userScope(context: ScopeContext): Scope {
  return {
    operand: (attribute) =>
      columnOperand(USER_COLUMNS, ACCESS, attribute) ??
      metaOperand(context, userType, attribute) ??
      managerOperand(context, attribute) ??
      storedOperand(context, attribute),
    elements: (attribute) => elementsOf(context, attribute),
    special: (attribute, compare) =>
      attribute.key === 'schemas' ? schemas(context, compare) : undefined,
  };
}

function elementsOf(context: ScopeContext, attribute: ResolvedAttribute): Elements | undefined {
  if (attribute.key === 'schemas') return undefined;
  return attribute.key === 'groups'
    ? groupLinkElements(context)
    : valueElements(context, attribute);
}

/** What follows from the manager's row. */
function managerOperand(context: ScopeContext, attribute: ResolvedAttribute): Operand | undefined {
  if (attribute.key === `${MANAGER}.$ref`) {
    return { ref: location(context, userType, sql`r.manager_id`) };
  }
  if (attribute.key !== `${MANAGER}.displayName`) return undefined;
  return {
    ref: sql`(select m.display_name_key from users as m where m.account_id = ${context.accountId}
      and m.id = r.manager_id and m.protected = 0)`,
  };
}

// What is never stored has nothing to compare with: meta.version, password.
function storedOperand(context: ScopeContext, attribute: ResolvedAttribute): Operand | undefined {
  const { path, multiValued, definition } = attribute;
  if (path[0] === 'meta' || multiValued || definition.returned === 'never') return undefined;
  return jsonOperand(context, attribute);
}

function schemas(
  { db }: ScopeContext,
  compare: (ref: RawBuilder<unknown>) => Condition,
): Condition {
  const extended = sql<boolean>`(r.manager_id is not null
    or ${jsonText(db, sql`r.attributes`, [ENTERPRISE_USER])} is not null)`;
  return sql<boolean>`(${compare(literal(CORE_USER))}
    or (${extended} and ${compare(literal(ENTERPRISE_USER))}))`;
}
