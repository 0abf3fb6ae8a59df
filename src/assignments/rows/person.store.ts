import { sql } from 'kysely';
import { keyOfName, nameKeys } from '#db/collapsed.ts';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { fold, isStorable } from '#kernel/text.ts';

export const PERSON_KEYS = ['userName', 'email', 'externalId'] as const;
/** What a file calls people by. */
export type PersonKey = (typeof PERSON_KEYS)[number];

export interface FoundPerson {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
}

/** An address of more people than this is nobody's own. */
const MOST_WITH_ADDRESS = 100;

/**
 * Returns the users who have a user name, an e-mail address or an external id: at most two, active ones first. User
 * names and addresses are compared without case.
 */
export async function selectPeople(
  db: Reader,
  accountId: string,
  by: PersonKey,
  text: string,
): Promise<readonly FoundPerson[]> {
  if (!isStorable(text)) return [];
  const name = nameKeys(fold(text));
  const people = db
    .selectFrom('users')
    .select(['id', 'active', 'user_name', 'display_name'])
    .where('account_id', '=', accountId)
    .orderBy('active', 'desc')
    .orderBy('id')
    .limit(2);
  const having = {
    userName: async () =>
      people.where('user_name_key', '=', keyOfName(db, 'users', sql`${accountId}`, name)),
    email: async () => {
      const ids = await selectByAddress(db, accountId, [name.key, name.collapsed]);
      return people.where(isIn(db, sql.ref('id'), ids));
    },
    externalId: async () => people.where('external_id', '=', text),
  };
  const rows = await (await having[by]()).execute();
  return rows.map(({ id, active, user_name, display_name }) => ({
    id,
    name: display_name ?? user_name,
    isActive: active === 1,
  }));
}

/** Found first, so that no engine walks through the users instead. */
async function selectByAddress(
  db: Reader,
  accountId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('user_values')
    .select('user_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('attribute', '=', 'emails')
    .where('value_key', 'in', keys)
    .orderBy('user_id')
    .limit(MOST_WITH_ADDRESS)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
