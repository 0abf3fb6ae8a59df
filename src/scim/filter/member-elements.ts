import { sql } from 'kysely';
import { throughIndex, withinDeadline } from '#db/dialect.ts';
import { groupType, userType } from '#scim/protocol/index.ts';
import { isRange, literal, location } from './common-operands.ts';
import type { Operand } from './operand.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Elements } from './selection.ts';

const INDEX = 'memberships_by_member_id_group_id';
const RANK = 3;

/** The members of a group. Break-glass users are left out: a filter must not reveal that they exist. */
export function memberElements(context: ScopeContext): Elements {
  const { db, accountId } = context;
  const isUser = sql<boolean>`e.member_type = 'User'`;
  const visible = sql<boolean>`e.member_id not in (
    select h.id from users as h where h.account_id = ${accountId} and h.protected = 1)`;
  const value: Operand = {
    ref: sql`e.member_id`,
    kind: 'text',
    access: {
      rank: RANK,
      lead: ({ operator, condition }) =>
        isRange(operator)
          ? {
              from: throughIndex(db, 'memberships', 'e', INDEX),
              owner: sql<string>`e.group_id`,
              where: sql<boolean>`(e.account_id = ${accountId} and ${condition} and ${visible})`,
              ordered: operator === 'eq',
              bounded: true,
            }
          : undefined,
    },
  };
  const operands: Readonly<Record<string, Operand>> = {
    value,
    type: {
      ref: sql`case when ${isUser} then ${literal('user')} else ${literal('group')} end`,
      kind: 'text',
    },
    $ref: {
      ref: sql`case when ${isUser} then ${location(context, userType, sql`e.member_id`)}
        else ${location(context, groupType, sql`e.member_id`)} end`,
      kind: 'text',
    },
    display: {
      ref: sql`case when ${isUser}
        then (select coalesce(u.display_name_key, u.user_name_key) from users as u
          where u.account_id = ${accountId} and u.id = e.member_id)
        else (select g.display_name_key from groups as g
          where g.account_id = ${accountId} and g.id = e.member_id) end`,
      kind: 'text',
    },
  };
  const ofResource = sql<boolean>`e.account_id = ${accountId} and e.group_id = r.id`;
  return {
    operand: ({ name }) => (Object.hasOwn(operands, name) ? operands[name] : undefined),
    exists: (test, keyed) => {
      const onTime = keyed ? sql`` : sql`${withinDeadline(db, sql`e.member_id`)} and `;
      return sql<boolean>`exists (select 1 from memberships as e
        where ${onTime}${ofResource} and ${visible} and ${test})`;
    },
    first: (ref) => sql`(select ${ref} from memberships as e where ${ofResource} and ${visible}
      order by e.member_id limit 1)`,
    some: sql<boolean>`exists (select 1 from memberships as e where ${ofResource} and ${visible})`,
    many: true,
  };
}
