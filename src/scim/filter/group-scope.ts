import { sql } from 'kysely';
import { CORE_GROUP, groupType } from '#scim/protocol/index.ts';
import { commonOperand, literal } from './common-operands.ts';
import { memberElements } from './member-elements.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './selection.ts';

/** The Group attributes in SQL. */
export function groupScope(context: ScopeContext): Scope {
  return {
    operand: (attribute) =>
      attribute.key === 'displayName'
        ? { ref: sql`r.display_name_key`, access: { rank: 1, unique: true } }
        : commonOperand(context, groupType, attribute),
    elements: (attribute) => (attribute.key === 'members' ? memberElements(context) : undefined),
    special: (attribute, compare) =>
      attribute.key === 'schemas' ? compare(literal(CORE_GROUP)) : undefined,
  };
}
