import { type RawBuilder, sql } from 'kysely';
import { withinDeadline } from '#db/dialect.ts';
import { groupType } from '#scim/protocol/index.ts';
import { literal, location } from './common-operands.ts';
import type { Condition, Lead, Operand } from './operand.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Elements } from './selection.ts';

/** Ranks after `eq` and `sw` on any index, because all members of a group are read. */
const RANK = 25;
/** The attributes of the group itself, which do not depend on its members. */
const OF_GROUP = new Set(['value', 'display', '$ref']);

/** A user's groups, with nested ones: found upwards from the user, or downwards from the groups in a filter. */
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

// SQLite keeps the order of a CROSS JOIN, so each table is searched by the rows found so far. Nesting is kept low: a
// filter may contain up to two hundred of these, and SQLite limits the complexity of a statement.
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

/** Returns all users in the groups `e` that pass a test, or in a group inside them. */
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
