import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Tallies, Tally } from './judge-attempt.ts';

/** One row: whose failures, from where. */
interface Key {
  readonly who: string;
  readonly address: string;
}

/** Who tries, from where; both as they are stored. */
export interface Keys extends Key {
  /** Beside the user, whoever comes from the address is counted. */
  readonly anybody: typeof ANYBODY | typeof ANYBODY_WITH_CODE;
}

/** What somebody who is known is counted under. */
export const keyOfUser = (user: { readonly accountId: string; readonly userId: string }): string =>
  `${user.accountId}/${user.userId}`;

/** Codes of an authenticator app are counted beside passwords: a right password ends no wrong codes. */
export const keyOfCodes = (user: { readonly accountId: string; readonly userId: string }): string =>
  `${keyOfUser(user)}#code`;

export const ANYBODY = '';
/** Wrong passwords, which need no credentials, hold up nobody's codes. */
export const ANYBODY_WITH_CODE = '#code';
const ANYWHERE = '';
const NEVER: Tally = { failures: 0, countedAt: 0 };

type Row = Selectable<Tables['sign_in_failures']>;

/** In one order everywhere, so that two attempts never wait for each other. */
const keysOf = ({ who, address, anybody }: Keys): Readonly<Record<keyof Tallies, Key>> => ({
  address: { who: anybody, address },
  user: { who, address: ANYWHERE },
  pair: { who, address },
});

export async function readTallies(db: Reader, keys: Keys): Promise<Tallies> {
  return toTallies(await rowsOf(db, keys).execute(), keys);
}

/** Holds the three tallies until the transaction ends. */
export async function lockTallies(tx: Tx, keys: Keys): Promise<Tallies> {
  // SQLite has one writer at a time: BEGIN IMMEDIATE already is the lock.
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

/** Failures in a row, whatever password they belong to; undefined when there are none. */
export async function readUserTally(db: Reader, who: string): Promise<Tally | undefined> {
  const row = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('who', '=', who)
    .where('address', '=', ANYWHERE)
    .executeTakeFirst();
  return row && toTally(row);
}

/** Wherever from; the addresses that are known stay known. @returns whether there were any */
export async function forgetFailures(tx: Tx, who: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sign_in_failures')
    .set({ failures: 0 })
    .where('who', '=', who)
    .where('failures', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Also which addresses they are known from. */
export async function deleteFailures(tx: Tx, who: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('who', '=', who).execute();
}

/**
 * What counts for nothing any more: of addresses, and of people at addresses that they never signed in from. Whoever has
 * many networks would else leave a row for each.
 */
export async function purgeAddresses(db: Reader, before: number): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('counted_at', '<', before)
    .where('address', '<>', ANYWHERE)
    .where('succeeded_at', 'is', null)
    .execute();
}

/** What is older than `before` and suspends nobody. */
export async function purgeFailures(db: Reader, before: number, suspends: number): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('counted_at', '<', before)
    .where((eb) => eb.or([eb('failures', '<', suspends), eb('address', '<>', ANYWHERE)]))
    .execute();
}

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
