import { type RawBuilder, sql } from 'kysely';
import { withinDeadline } from '#db/dialect.ts';
import { groupType } from '#scim/protocol/index.ts';
import { literal, location } from './common-operands.ts';
import type { Lead, Operand } from './operand.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Elements } from './selection.ts';

const RANK = 5;

/** The groups of a user, nested ones included: walked up from the user, or down from a group that is named. */
export function groupLinkElements(context: ScopeContext): Elements {
  const { db } = context;
  const operands: Readonly<Record<string, Operand>> = {
    value: {
      ref: sql`e.id`,
      kind: 'text',
      access: {
        rank: RANK,
        lead: ({ operator, value }) => (operator === 'eq' ? peopleIn(context, value) : undefined),
      },
    },
    display: { ref: sql`e.display_name_key`, kind: 'text' },
    type: {
      ref: sql`case when e.direct = 1 then ${literal('direct')} else ${literal('indirect')} end`,
      kind: 'text',
    },
    $ref: { ref: location(context, groupType, sql`e.id`), kind: 'text' },
  };
  const above = sql`(${groupsAbove(context)}) as e`;
  return {
    operand: ({ name }) => (Object.hasOwn(operands, name) ? operands[name] : undefined),
    exists: (test) => sql<boolean>`exists (select 1 from ${above}
      where ${withinDeadline(db, sql`e.id`)} and ${test})`,
    first: (ref) => sql`(select ${ref} from ${above} order by e.id limit 1)`,
    many: true,
  };
}

function groupsAbove({ accountId }: ScopeContext): RawBuilder<unknown> {
  return sql`
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
}

/** Everybody in a group or in a group inside it. */
function peopleIn({ accountId }: ScopeContext, groupId: string | number): Lead {
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
    where: sql<boolean>`true`,
    ordered: false,
  };
}
