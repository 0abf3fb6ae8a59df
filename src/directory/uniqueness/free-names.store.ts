import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { collapse, fold } from '#kernel/text.ts';

/**
 * Returns the names of a user that mean nobody else: no other user has one as id, externalId, user name or e-mail
 * address, in any letter case.
 */
export async function selectFreeNames(
  db: Reader,
  accountId: string,
  { userId, names }: { readonly userId: string; readonly names: readonly string[] },
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const keys = [...new Set(names.flatMap((name) => [name, fold(name), collapse(fold(name))]))];
  const isOne = (column: string) => isIn(db, sql.ref(column), keys);
  const others = sql`account_id = ${accountId} and id <> ${userId}`;
  const { rows } = await sql<{ name: string }>`
    select id as name from users where ${others} and ${isOne('id')}
    union select external_id from users where ${others} and ${isOne('external_id')}
    union select user_name_key from users where ${others} and ${isOne('user_name_key')}
    union select value_key from user_values
      where account_id = ${accountId} and user_id <> ${userId} and attribute = 'emails' and ${isOne('value_key')}
  `.execute(db);
  const taken = new Set(rows.map(({ name }) => collapse(fold(name))));
  return names.filter((name) => !taken.has(collapse(fold(name))));
}
