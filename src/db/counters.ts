import { sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Reader } from './dialect.ts';
import { precompileLater } from './precompile.ts';

/** Totals that pages show; counting rows would be too slow, so each write updates them. */
export type TotalName =
  | ('users' | 'groups' | 'forms' | 'fileBytes' | 'answerBytes')
  /** Of one template (templates/form-count.store.ts). */
  | `forms of ${string}`;

const SHARDS = 16;
/** The shard that only corrections write. */
const CORRECTION = SHARDS;

/** Adds to a total in the caller's transaction; `shardKey` (the resource id) selects the shard. */
export async function addToCounter(
  tx: Tx,
  accountId: string,
  name: TotalName,
  shardKey: string,
  delta: number,
): Promise<void> {
  const shard = Number.parseInt(shardKey.slice(-1), 16) % SHARDS || 0;
  await add(tx, { accountId, name, shard, delta });
}

interface Added {
  readonly accountId: string;
  readonly name: TotalName;
  readonly shard: number;
  readonly delta: number;
}

const add = precompileLater<Added>((db, { accountId, name, shard, delta }) =>
  db
    .insertInto('counters')
    .values({ account_id: accountId, name, shard, value: delta })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'name', 'shard'])
        .doUpdateSet({ value: sql<number>`counters.value + ${delta}` }),
    ),
);

export async function readCounter(db: Reader, accountId: string, name: TotalName): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select((eb) => eb.fn.sum<number | string | null>('value').as('total'))
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

/** Returns the sum of the corrections of a total. It changes with each of them. */
export async function readCorrection(
  db: Reader,
  accountId: string,
  name: TotalName,
): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('shard', '=', CORRECTION)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/**
 * Adds a deviation that was measured while the sum of the corrections was `known`.
 * @returns false, without changing anything, when somebody else has corrected the total since
 */
export async function correctCounter(
  tx: Tx,
  accountId: string,
  name: TotalName,
  { deviation, known }: { readonly deviation: number; readonly known: number },
): Promise<boolean> {
  const row = await tx
    .insertInto('counters')
    .values({ account_id: accountId, name, shard: CORRECTION, value: deviation })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'name', 'shard'])
        .doUpdateSet({ value: sql<number>`counters.value + ${deviation}` })
        .where('counters.value', '=', known),
    )
    .returning('value')
    .executeTakeFirst();
  return row !== undefined;
}
