import { type RawBuilder, sql } from 'kysely';
import { jsonText } from '#db/dialect.ts';
import {
  CORE_USER,
  ENTERPRISE_USER,
  type ResolvedAttribute,
  userType,
} from '#scim/protocol/index.ts';
import { commonOperand, flag, jsonOperand, literal, location } from './common-operands.ts';
import { groupLinkElements } from './group-link-elements.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Condition, Elements, Operand, Scope } from './selection.ts';
import { valueElements } from './value-elements.ts';

const MANAGER = `${ENTERPRISE_USER}:manager`;

/** The User attributes in SQL: what has a column or a value row is found by index, the rest in the folded JSON. */
export function userScope(context: ScopeContext): Scope {
  return {
    operand: (attribute) =>
      commonOperand(context, userType, attribute) ??
      columnOperand(context, attribute) ??
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

function columnOperand(context: ScopeContext, attribute: ResolvedAttribute): Operand | undefined {
  switch (attribute.key) {
    case 'userName':
      return { ref: sql`r.user_name_key`, access: { rank: 1, unique: true } };
    case 'displayName':
      return { ref: sql`r.display_name_key`, access: { rank: 4 } };
    case 'active':
      return { ref: sql`r.active`, bind: flag };
    case `${MANAGER}.value`:
      return { ref: sql`r.manager_id`, access: { rank: 5 } };
    case `${MANAGER}.$ref`:
      return { ref: location(context, userType, sql`r.manager_id`) };
    case `${MANAGER}.displayName`:
      return {
        ref: sql`(select m.display_name_key from users as m where m.account_id = ${context.accountId}
          and m.id = r.manager_id and m.protected = 0)`,
      };
    default:
      return undefined;
  }
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
