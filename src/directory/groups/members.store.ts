import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import type { Member } from '#directory/rows/records.ts';

interface MemberRow {
  readonly id: string;
  readonly type: 'User' | 'Group';
  /** Null for a break-glass user. */
  readonly display: string | null;
}

/**
 * A page of members. The query reads names by subquery, not by join: with a join PostgreSQL reads and sorts the whole
 * group for each page, as soon as its statistics make that look cheaper.
 */
interface Page {
  readonly accountId: string;
  readonly groupId: string;
  readonly after: string;
  readonly limit: number;
}

const readPage = precompile<MemberRow, Page>(
  (db, { accountId, groupId, after, limit }) => ({
    compile: () =>
      sql<MemberRow>`
      select m.member_id as id, m.member_type as type,
        case m.member_type
          when 'User' then (
            select case u.protected when 0 then coalesce(u.display_name, u.user_name) end
            from users u where u.account_id = m.account_id and u.id = m.member_id
          )
          else (
            select g.display_name
            from groups g where g.account_id = m.account_id and g.id = m.member_id
          )
        end as display
      from memberships m
      where m.account_id = ${accountId} and m.group_id = ${groupId} and m.member_id > ${after}
      order by m.member_id
      limit ${limit}
    `.compile(db),
  }),
  { isLongScan: true },
);

/**
 * Returns a page of direct members in order of id, found by key at any depth of the list. Break-glass users are
 * left out; a page is shorter than the limit only at the end.
 */
export async function readMembers(
  db: Reader,
  accountId: string,
  groupId: string,
  after: string | undefined,
  limit: number,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  let last = after ?? '';
  for (let wanted = limit; wanted > 0; wanted = limit - members.length) {
    const rows = await readPage(db, { accountId, groupId, after: last, limit: wanted });
    for (const { id, type, display } of rows) {
      if (display !== null) members.push({ id, type, display });
      last = id;
    }
    if (rows.length < wanted) break;
  }
  return members;
}
