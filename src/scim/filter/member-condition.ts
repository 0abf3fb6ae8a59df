import { sql } from 'kysely';
import { isIn } from '#db/dialect.ts';
import type { MemberCondition } from '#directory/index.ts';
import type { Filter } from '#scim/protocol/index.ts';
import { memberElements } from './member-elements.ts';
import { all } from './operators.ts';
import type { ScopeContext } from './scope-context.ts';
import { selectionOf } from './selection.ts';

/**
 * Returns a filter on one member, as in a path `members[…]`, as a condition on membership rows `e`. With `among`, only
 * those members are tested.
 */
export function memberCondition(
  context: ScopeContext,
  filter: Filter,
  among?: readonly string[],
): MemberCondition {
  const { db } = context;
  const { operand } = memberElements(context);
  const { test } = selectionOf(filter, { db, operand, elements: () => undefined });
  return among ? all([isIn(db, sql.ref('e.member_id'), among), test]) : test;
}
