import type { MemberCondition } from '#directory/index.ts';
import type { Filter } from '#scim/protocol/index.ts';
import { memberElements } from './member-elements.ts';
import type { ScopeContext } from './scope-context.ts';
import { selectionOf } from './selection.ts';

/** A filter on one member, as in a path `members[…]`, as a condition on membership rows `e`. */
export function memberCondition(context: ScopeContext, filter: Filter): MemberCondition {
  const { operand } = memberElements(context);
  return selectionOf(filter, { db: context.db, operand, elements: () => undefined }).test;
}
