import { type RawBuilder, sql } from 'kysely';
import { withinDeadline } from '#db/dialect.ts';
import { groupType } from '#scim/protocol/index.ts';
import { literal, location } from './common-operands.ts';
import type { Condition, Lead, Operand } from './operand.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Elements } from './selection.ts';

/** After whatever an index finds: all members of a group are looked at. */
const RANK = 25;
/** What the group says itself, whoever is in it. */
const OF_GROUP = new Set(['value', 'display', '$ref']);

/** The groups of a user, nested ones included: walked up from the user, or down from the groups that are meant. */
export function groupLinkElements(context: ScopeContext): Elements {
  const { db, accountId } = context;
  const isDirect = sql<boolean>`exists (select 1 from memberships as d
    where d.account_id = ${accountId} and d.group_id = e.id and d.member_id = r.id)`;
  const operands: Readonly<Record<string, Operand>> = {
    value: { ref: sql`e.id`, kind: 'text' },
    display: { ref: sql`e.display_name_key`, kind: 'text' },
    type: {
      ref: sql`case when ${isDirect} then ${literal('direct')} else ${literal('indirect')} end`,
      kind: 'text',
    },
    $ref: { ref: location(context, groupType, sql`e.id`), kind: 'text' },
  };
  const above = (what: RawBuilder<unknown>, test: Condition) => groupsAbove(context, what, test);
  return {
    operand: ({ name }) => (Object.hasOwn(operands, name) ? operands[name] : undefined),
    exists: (test) =>
      sql<boolean>`exists (${above(sql`1`, sql`${withinDeadline(db, sql`e.id`)} and ${test}`)})`,
    first: (ref) => sql`(${above(ref, sql<boolean>`true`)} order by e.id limit 1)`,
    some: sql<boolean>`exists (select 1 from memberships as e
      where e.account_id = ${accountId} and e.member_id = r.id)`,
    lead: { rank: RANK, parts: OF_GROUP, from: (test) => peopleIn(context, test) },
    many: true,
  };
}

// SQLite keeps the order of a CROSS JOIN: whatever is walked is looked up by what was found, never the other way
// round. Nothing is nested that need not be: a filter may hold two hundred of these, and SQLite counts.
function groupsAbove(
  { accountId }: ScopeContext,
  what: RawBuilder<unknown>,
  test: Condition,
): RawBuilder<unknown> {
  return sql`
    with recursive up (id) as (
      select m.group_id from memberships as m
        where m.account_id = ${accountId} and m.member_id = r.id
      union
      select m.group_id from up cross join memberships as m
        where m.account_id = ${accountId} and m.member_id = up.id
    )
    select ${what} from up cross join groups as e
      where e.account_id = ${accountId} and e.id = up.id and ${test}`;
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
