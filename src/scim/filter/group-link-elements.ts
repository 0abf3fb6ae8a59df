import { type RawBuilder, sql } from 'kysely';
import { withinDeadline } from '#db/dialect.ts';
import { groupType } from '#scim/protocol/index.ts';
import { literal, location } from './common-operands.ts';
import type { Condition, IndexedOperand, Lead, Operand } from './operand.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Elements } from './selection.ts';

const RANK = 5;

/** The groups of a user, nested ones included: walked up from the user, or down from the groups that are meant. */
export function groupLinkElements(context: ScopeContext): Elements {
  const { db } = context;
  const access: IndexedOperand = {
    rank: RANK,
    lead: ({ condition }) => peopleIn(context, condition),
  };
  const operands: Readonly<Record<string, Operand>> = {
    value: { ref: sql`e.id`, kind: 'text', access },
    display: { ref: sql`e.display_name_key`, kind: 'text', access },
    type: {
      ref: sql`case when e.direct = 1 then ${literal('direct')} else ${literal('indirect')} end`,
      kind: 'text',
    },
    $ref: { ref: location(context, groupType, sql`e.id`), kind: 'text', access },
  };
  const above = sql`(${groupsAbove(context)}) as e`;
  return {
    operand: ({ name }) => (Object.hasOwn(operands, name) ? operands[name] : undefined),
    exists: (test) => sql<boolean>`exists (select 1 from ${above}
      where ${withinDeadline(db, sql`e.id`)} and ${test})`,
    first: (ref) => sql`(select ${ref} from ${above} order by e.id limit 1)`,
    some: sql<boolean>`exists (select 1 from memberships as e
      where e.account_id = ${context.accountId} and e.member_id = r.id)`,
    many: true,
  };
}

// SQLite keeps the order of a CROSS JOIN: whatever is walked is looked up by what was found, never the other way round.
function groupsAbove({ accountId }: ScopeContext): RawBuilder<unknown> {
  return sql`
    with recursive up (id, direct) as (
      select m.group_id, 1 from memberships as m
        where m.account_id = ${accountId} and m.member_id = r.id
      union
      select m.group_id, 0 from up cross join memberships as m
        where m.account_id = ${accountId} and m.member_id = up.id
    )
    select g.id, g.display_name_key, max(up.direct) as direct
      from up cross join groups as g where g.account_id = ${accountId} and g.id = up.id
      group by g.id, g.display_name_key`;
}

/** Everybody in groups `e` that pass a test, or in a group inside them. */
function peopleIn({ db, accountId }: ScopeContext, test: Condition): Lead {
  const inside = sql`${withinDeadline(db, sql`m.member_id`)}
    and m.account_id = ${accountId} and m.group_id = down.id`;
  return {
    from: sql`(
      with recursive down (id) as (
        select e.id from groups as e where e.account_id = ${accountId} and ${test}
        union
        select m.member_id from down cross join memberships as m
          where ${inside} and m.member_type = 'Group'
      )
      select distinct m.member_id as owner from down cross join memberships as m
        where ${inside} and m.member_type = 'User') as e`,
    owner: sql<string>`e.owner`,
    where: sql<boolean>`true`,
    ordered: false,
    bounded: false,
  };
}
