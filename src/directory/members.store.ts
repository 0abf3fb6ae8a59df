import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import type { Member } from './records.ts';

interface MemberRow {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly display: string | null;
}

const readPage = precompile<MemberRow>((db) => ({
  compile: () =>
    sql<MemberRow>`
      select m.member_id as id, m.member_type as type,
        coalesce(u.display_name, u.user_name, g.display_name) as display
      from memberships m
      left join users u
        on u.account_id = m.account_id and u.id = m.member_id and m.member_type = 'User'
      left join groups g
        on g.account_id = m.account_id and g.id = m.member_id and m.member_type = 'Group'
      where m.account_id = ${''} and m.group_id = ${''} and m.member_id > ${''}
        and coalesce(u.protected, 0) = 0
      order by m.member_id
      limit ${0}
    `.compile(db),
}));

/** A page of direct members in order of id, found by key however deep it lies; no break-glass users. */
export async function readMembers(
  db: Reader,
  accountId: string,
  groupId: string,
  after: string | undefined,
  limit: number,
): Promise<readonly Member[]> {
  const rows = await readPage(db, [accountId, groupId, after ?? '', limit]);
  return rows.map(({ id, type, display }) =>
    display === null ? { id, type } : { id, type, display },
  );
}
