import { sql } from 'kysely';
import { groupType, userType } from '#scim/protocol/index.ts';
import { literal, location } from './common-operands.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Condition, Elements, FilterValue, Lead, Operand } from './selection.ts';

const RANK = 3;

/** The members of a group. Break-glass users are no members: a filter must not tell that they exist. */
export function memberElements(context: ScopeContext): Elements {
  const { accountId } = context;
  const isUser = sql<boolean>`e.member_type = 'User'`;
  const visible = sql<boolean>`(e.member_type = 'Group' or exists (
    select 1 from users as u where u.account_id = ${accountId} and u.id = e.member_id and u.protected = 0))`;
  const operands: Readonly<Record<string, Operand>> = {
    value: { ref: sql`e.member_id`, access: { rank: RANK, lead: (id) => groupsOf(context, id) } },
    type: { ref: sql`case when ${isUser} then ${literal('user')} else ${literal('group')} end` },
    $ref: {
      ref: sql`case when ${isUser} then ${location(context, userType, sql`e.member_id`)}
        else ${location(context, groupType, sql`e.member_id`)} end`,
    },
    display: {
      ref: sql`case when ${isUser}
        then (select coalesce(u.display_name_key, u.user_name_key) from users as u
          where u.account_id = ${accountId} and u.id = e.member_id)
        else (select g.display_name_key from groups as g
          where g.account_id = ${accountId} and g.id = e.member_id) end`,
    },
  };
  return {
    operand: ({ name }) => (Object.hasOwn(operands, name) ? operands[name] : undefined),
    exists: (test: Condition) => sql<boolean>`exists (select 1 from memberships as e
      where e.account_id = ${accountId} and e.group_id = r.id and ${visible} and ${test})`,
  };
}

/** The groups that somebody is a direct member of. */
function groupsOf({ accountId }: ScopeContext, memberId: FilterValue): Lead {
  return {
    from: sql`memberships as e`,
    owner: sql<string>`e.group_id`,
    ordered: true,
    where: sql<boolean>`e.account_id = ${accountId} and e.member_id = ${memberId} and not exists (
      select 1 from users as u where u.account_id = ${accountId} and u.id = ${memberId} and u.protected = 1)`,
  };
}
