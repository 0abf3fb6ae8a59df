import { GROUP_COLUMNS } from '#directory/index.ts';
import { CORE_GROUP, groupType } from '#scim/protocol/index.ts';
import { columnOperand, literal, metaOperand } from './common-operands.ts';
import { memberElements } from './member-elements.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './selection.ts';

const ACCESS = new Map([
  ['id', { rank: 0, unique: true }],
  ['displayName', { rank: 1, unique: true }],
  ['externalId', { rank: 2 }],
]);

/** The Group attributes in SQL. */
export function groupScope(context: ScopeContext): Scope {
  return {
    operand: (attribute) =>
      columnOperand(GROUP_COLUMNS, ACCESS, attribute) ?? metaOperand(context, groupType, attribute),
    elements: (attribute) => (attribute.key === 'members' ? memberElements(context) : undefined),
    special: (attribute, compare) =>
      attribute.key === 'schemas' ? compare(literal(CORE_GROUP)) : undefined,
  };
}
