import { sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Reader } from './dialect.ts';

/** Totals that pages show; counting rows would be too slow, so each write updates them. */
export type CounterName = 'users' | 'groups' | 'forms' | 'fileBytes';

const SHARDS = 16;

/** Adds to a total in the caller's transaction; `shardKey` (the resource id) selects the shard. */
export async function addToCounter(
  tx: Tx,
  accountId: string,
  name: CounterName,
  shardKey: string,
  delta: number,
): Promise<void> {
  const shard = Number.parseInt(shardKey.slice(-1), 16) % SHARDS || 0;
  await tx
    .insertInto('counters')
    .values({ account_id: accountId, name, shard, value: delta })
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'name', 'shard'])
        .doUpdateSet({ value: sql<number>`counters.value + ${delta}` }),
    )
    .execute();
}

export async function readCounter(
  db: Reader,
  accountId: string,
  name: CounterName,
): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select((eb) => eb.fn.sum<number | string | null>('value').as('total'))
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}
