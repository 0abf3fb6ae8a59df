import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import {
  type Role,
  type SecondFactorRow,
  type SecondFactorState,
  secondFactorColumns,
  secondFactorState,
} from '#directory/index.ts';

export type StoredFactor = Selectable<Tables['second_factors']>;

export interface FactorOwner {
  readonly accountId: string;
  readonly userId: string;
}

export async function findSecondFactor(
  db: Reader,
  of: FactorOwner,
): Promise<StoredFactor | undefined> {
  return await db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst();
}

/** Returns which factors a user has and needs; undefined when there is no such user. */
export async function readSecondFactorState(
  db: Reader,
  of: FactorOwner,
): Promise<SecondFactorState | undefined> {
  const { rows } = await sql<SecondFactorRow & { readonly role: Role }>`
    select u.role, ${secondFactorColumns} from accounts a
    join users u on u.account_id = a.id and u.id = ${of.userId}
    where a.id = ${of.accountId}`.execute(db);
  const [row] = rows;
  return row && secondFactorState(row, row.role);
}

/** Replaces the previous app, its recovery codes and the sign-ins that wait for its code. */
export async function replaceSecondFactor(tx: Tx, row: StoredFactor): Promise<void> {
  await deleteSecondFactorRow(tx, { accountId: row.account_id, userId: row.user_id });
  await tx.insertInto('second_factors').values(row).execute();
}

/** Deletes the user's app. @returns whether there was one. */
export async function deleteSecondFactorRow(tx: Tx, of: FactorOwner): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Marks a time step as used. @returns false when it or a later one was used before, or the app was replaced. */
export async function useStep(tx: Tx, factor: StoredFactor, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', factor.account_id)
    .where('user_id', '=', factor.user_id)
    .where('secret', '=', factor.secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  of: FactorOwner,
  hashes: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ account_id: of.accountId, user_id: of.userId, hash })))
    .execute();
}

export async function hasRecoveryCode(db: Reader, of: FactorOwner, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a recovery code. @returns false when it was used before. */
export async function takeRecoveryCode(tx: Tx, of: FactorOwner, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function countRecoveryCodes(db: Reader, of: FactorOwner): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number | string | bigint>().as('count'))
    .where('account_id', '=', of.accountId)
    .where('user_id', '=', of.userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
