import { type Expression, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { lockText } from '#db/text-locks.ts';
import { type StoredUser, type UserRow, userColumns } from '#directory/rows/users.store.ts';
import { fail } from '#kernel/errors.ts';

// An inactive user is nobody's rival (decision 89): an externalId means the one active user that has it, and an
// inactive one only while no active user has it.

/** Returns the condition that an externalId may mean the user `m`; break-glass users are hidden from whoever sent it. */
export const isMeantBy = (accountId: Expression<string>, externalId: Expression<unknown>) =>
  sql<boolean>`m.account_id = ${accountId} and m.external_id = ${externalId} and m.protected = 0
    and (m.scim_active = 1 or not exists (
      select 1 from users a where a.account_id = ${accountId} and a.external_id = ${externalId}
        and a.protected = 0 and a.scim_active = 1
    ))`;

/** Returns the users with an externalId, break-glass users included, active ones first. */
export async function listByExternalId(
  db: Reader,
  accountId: string,
  externalId: string,
  limit: number,
): Promise<readonly UserRow[]> {
  return await db
    .selectFrom('users')
    .select(userColumns)
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .orderBy('scim_active', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns the name of a connection by which people sign in with their externalId. */
export async function connectionByExternalId(
  db: Reader,
  accountId: string,
): Promise<string | undefined> {
  const connection = await db
    .selectFrom('sso_connections')
    .select('name')
    .where('account_id', '=', accountId)
    .where('attribute', '=', 'externalId')
    .where('enabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return connection?.name;
}

/** Returns the id of an active user with the externalId, break-glass users included. */
export async function findActiveHolder(
  db: Reader,
  accountId: string,
  externalId: string,
  exceptId = '',
): Promise<string | undefined> {
  const holder = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .where('id', '!=', exceptId)
    .where(sql<boolean>`scim_active = 1`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return holder?.id;
}

type Holding = Pick<StoredUser, 'id' | 'external_id' | 'scim_active'>;

/**
 * Refuses an active user the externalId of another active user, where people sign in by it: single sign-on could not
 * tell the two apart and would let in neither.
 * @throws AppError `value-taken` at `externalId`
 */
export async function requireOwnExternalId(
  tx: Tx,
  accountId: string,
  { id, external_id: externalId, scim_active }: Holding,
): Promise<void> {
  if (externalId === null || scim_active === 0) return;
  const connection = await connectionByExternalId(tx, accountId);
  if (connection === undefined) return;
  // When two users are written at once, the later transaction sees the user of the earlier one.
  await lockText(tx, `externalId ${accountId} ${externalId}`);
  const holder = await findActiveHolder(tx, accountId, externalId, id);
  if (holder === undefined) return;
  throw fail(
    'value-taken',
    `Another active user of this account has this externalId. Users sign in by externalId with ${connection}, so it must be unique. Use another externalId, or deactivate that user.`,
    { at: 'externalId', holder },
  );
}
