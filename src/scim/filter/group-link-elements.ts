import { sql } from 'kysely';
import { groupType } from '#scim/protocol/index.ts';
import { literal, location } from './common-operands.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Condition, Elements, FilterValue, Lead, Operand } from './selection.ts';

const RANK = 5;

/** The groups of a user, nested ones included: walked up from the user, or down from a group that is named. */
export function groupLinkElements(context: ScopeContext): Elements {
  const { accountId } = context;
  const operands: Readonly<Record<string, Operand>> = {
    value: { ref: sql`e.id`, access: { rank: RANK, lead: (value) => peopleIn(context, value) } },
    display: { ref: sql`e.display_name_key` },
    type: {
      ref: sql`case when e.direct = 1 then ${literal('direct')} else ${literal('indirect')} end`,
    },
    $ref: { ref: location(context, groupType, sql`e.id`) },
  };
  const above = sql`
    with recursive up (id, direct) as (
      select m.group_id, 1 from memberships as m
        where m.account_id = ${accountId} and m.member_id = r.id
      union
      select m.group_id, 0 from up join memberships as m
        on m.account_id = ${accountId} and m.member_id = up.id
    )
    select g.id, g.display_name_key, max(up.direct) as direct
      from up join groups as g on g.account_id = ${accountId} and g.id = up.id
      group by g.id, g.display_name_key`;
  return {
    operand: ({ name }) => (Object.hasOwn(operands, name) ? operands[name] : undefined),
    exists: (test: Condition) => sql<boolean>`exists (select 1 from (${above}) as e where ${test})`,
  };
}

/** Everybody in a group or in a group inside it. */
function peopleIn({ accountId }: ScopeContext, groupId: FilterValue): Lead {
  return {
    from: sql`(
      with recursive down (id) as (
        select id from groups where account_id = ${accountId} and id = ${groupId}
        union
        select m.member_id from down join memberships as m
          on m.account_id = ${accountId} and m.group_id = down.id and m.member_type = 'Group'
      )
      select distinct m.member_id as owner from down join memberships as m
        on m.account_id = ${accountId} and m.group_id = down.id and m.member_type = 'User') as e`,
    owner: sql<string>`e.owner`,
    ordered: false,
    where: sql<boolean>`true`,
  };
}
