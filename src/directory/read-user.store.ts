import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { groupLinksJson, parseGroupLinks } from './group-links.store.ts';
import type { Sight, User, UserView } from './records.ts';
import { toUser, type UserRow, userColumns } from './users.store.ts';

interface ViewRow extends UserRow {
  readonly manager_name: string | null;
  readonly group_links: string;
}

const readWith = (visible: ReturnType<typeof sql>) =>
  precompile<ViewRow>((db) => ({
    compile: () =>
      sql<ViewRow>`
        select ${sql.join(userColumns.map((name) => sql.ref(`u.${name}`)))},
          (select m.display_name from users m
            where m.account_id = u.account_id and m.id = u.manager_id) as manager_name,
          ${groupLinksJson(db)} as group_links
        from users u
        where u.account_id = ${''} and u.id = ${''} and ${visible}
      `.compile(db),
  }));

const read = {
  all: readWith(sql`true`),
  provisioning: readWith(sql`u.protected = 0`),
} as const satisfies Record<Sight, unknown>;

/** The hot path: one statement, compiled once. */
export async function readUser(
  db: Reader,
  accountId: string,
  id: string,
  sight: Sight,
): Promise<UserView | undefined> {
  const [row] = await read[sight](db, [accountId, id]);
  if (!row) return undefined;
  const user = { ...toUser(row), groups: parseGroupLinks(row.group_links) };
  return row.manager_name === null ? user : { ...user, managerName: row.manager_name };
}

export async function findUserByName(
  db: Reader,
  accountId: string,
  userNameKey: string,
): Promise<{ readonly user: User; readonly passwordHash?: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .select('password_hash')
    .where('account_id', '=', accountId)
    .where('user_name_key', '=', userNameKey)
    .executeTakeFirst();
  if (!row) return undefined;
  const user = toUser(row);
  return row.password_hash === null ? { user } : { user, passwordHash: row.password_hash };
}

export async function readPasswordHash(
  db: Reader,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.password_hash ?? undefined;
}
