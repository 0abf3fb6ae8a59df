import { type Selectable, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';

const columns = ['id', 'user_name_key', 'provisioned_by', 'attributes'] as const;

/** An inactive user that an identity provider may bring back by its externalId. */
export type RestorableUser = Pick<Selectable<Tables['users']>, (typeof columns)[number]>;

/** The most users with one externalId that are compared. */
const MOST_COMPARED = 100;

/**
 * Returns the inactive users with an externalId, the newest first. Break-glass users are never among them, nor are local
 * users, whom no identity provider brought.
 */
export async function selectRestorable(
  db: Reader,
  accountId: string,
  externalId: string,
): Promise<readonly RestorableUser[]> {
  return await db
    .selectFrom('users')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .where(sql<boolean>`scim_active = 0`)
    .where('protected', '=', 0)
    .where('origin', '=', 'provisioned')
    .orderBy('id', 'desc')
    .limit(MOST_COMPARED)
    .execute();
}
