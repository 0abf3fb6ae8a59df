import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Tallies, Tally } from './check-attempt.ts';

/** The key of a row: a user or a kind of failure, and an address. */
interface Key {
  readonly who: string;
  readonly address: string;
}

/** The keys of an attempt: the user and the address, both as they are stored. */
export interface Keys extends Key {
  /** The key of all attempts from the address, which are counted in addition. */
  readonly anybody: typeof ANYBODY | typeof ANYBODY_WITH_CODE;
}

/** Returns the key under which the failures of an existing user are counted. */
export const keyOfUser = (user: { readonly accountId: string; readonly userId: string }): string =>
  `${user.accountId}/${user.userId}`;

/** Returns the key of wrong codes. They are counted apart from passwords: a right password does not reset them. */
export const keyOfCodes = (user: { readonly accountId: string; readonly userId: string }): string =>
  `${keyOfUser(user)}#code`;

export const ANYBODY = '';
/** A key of its own, so that wrong passwords, which anybody can send, delay nobody's codes. */
export const ANYBODY_WITH_CODE = '#code';
const ANYWHERE = '';
const NEVER: Tally = { failures: 0, countedAt: 0 };

type Row = Selectable<Tables['sign_in_failures']>;

/** Rows are always locked in the same order, so that two attempts never deadlock. */
const keysOf = ({ who, address, anybody }: Keys): Readonly<Record<keyof Tallies, Key>> => ({
  address: { who: anybody, address },
  user: { who, address: ANYWHERE },
  pair: { who, address },
});

export async function readTallies(db: Reader, keys: Keys): Promise<Tallies> {
  return toTallies(await rowsOf(db, keys).execute(), keys);
}

/** Reads the three tallies and locks them until the transaction ends. */
export async function lockTallies(tx: Tx, keys: Keys): Promise<Tallies> {
  // SQLite has one writer at a time, so BEGIN IMMEDIATE is already the lock.
  if (engineOf(tx) === 'sqlite') return await readTallies(tx, keys);
  const { address, user, pair } = keysOf(keys);
  const empty = [address, user, pair].map((key) => ({ ...key, failures: 0, counted_at: 0 }));
  await tx
    .insertInto('sign_in_failures')
    .values(empty)
    .onConflict((oc) => oc.doNothing())
    .execute();
  return toTallies(await rowsOf(tx, keys).forUpdate().execute(), keys);
}

export async function writeTallies(tx: Tx, keys: Keys, tallies: Tallies): Promise<void> {
  const { address, user, pair } = keysOf(keys);
  await tx
    .insertInto('sign_in_failures')
    .values([toRow(address, tallies.address), toRow(user, tallies.user), toRow(pair, tallies.pair)])
    .onConflict((oc) =>
      oc.columns(['who', 'address']).doUpdateSet((eb) => ({
        failures: eb.ref('excluded.failures'),
        counted_at: eb.ref('excluded.counted_at'),
        succeeded_at: eb.ref('excluded.succeeded_at'),
        password: eb.ref('excluded.password'),
      })),
    )
    .execute();
}

/** Returns a user's failures in a row from all addresses, for any password; undefined when there are none. */
export async function readUserTally(db: Reader, who: string): Promise<Tally | undefined> {
  const row = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('who', '=', who)
    .where('address', '=', ANYWHERE)
    .executeTakeFirst();
  return row && toTally(row);
}

/** Resets a user's failures from all addresses. Known addresses stay known. @returns whether there were any */
export async function forgetFailures(tx: Tx, who: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_failures')
    .set({ failures: 0 })
    .where('who', '=', who)
    .where('failures', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a user's failures and known addresses. */
export async function deleteFailures(tx: Tx, who: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('who', '=', who).execute();
}

/** Deletes the counts of all users of an account. */
export async function deleteFailuresOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('who', 'like', `${accountId}/%`).execute();
}

/**
 * Deletes expired failures of addresses, and of users at addresses from which they never signed in. Otherwise an
 * attacker with many networks would leave a row for each.
 */
export async function purgeAddresses(db: Reader, before: number): Promise<void> {
  await purge(db, sql`counted_at < ${before} and address <> ${ANYWHERE} and succeeded_at is null`);
}

/** Deletes failures that are older than `before` and suspend nobody. */
export async function purgeFailures(db: Reader, before: number, suspends: number): Promise<void> {
  await purge(
    db,
    sql`counted_at < ${before} and (failures < ${suspends} or address <> ${ANYWHERE})`,
  );
}

const purge = (db: Reader, where: RawBuilder<boolean>): Promise<number> =>
  deleteOldRows(db, [{ table: 'sign_in_failures', key: ['who', 'address'], where }]);

const rowsOf = (db: Reader, { who, address, anybody }: Keys) =>
  db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('who', 'in', [anybody, who])
    .where('address', 'in', [ANYWHERE, address])
    .orderBy('who')
    .orderBy('address');

function toTallies(rows: readonly Row[], keys: Keys): Tallies {
  const find = (key: Key): Tally => {
    const row = rows.find(({ who, address }) => who === key.who && address === key.address);
    return row ? toTally(row) : NEVER;
  };
  const { address, user, pair } = keysOf(keys);
  return { address: find(address), user: find(user), pair: find(pair) };
}

const toTally = (row: Row): Tally => ({
  failures: row.failures,
  countedAt: row.counted_at,
  ...(row.succeeded_at !== null && { succeededAt: row.succeeded_at }),
  ...(row.password !== null && { password: row.password }),
});

const toRow = (key: Key, { failures, countedAt, succeededAt, password }: Tally) => ({
  ...key,
  failures,
  counted_at: countedAt,
  succeeded_at: succeededAt ?? null,
  password: password ?? null,
});
