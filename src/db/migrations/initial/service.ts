import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { index, primary, required, type Shape, startsAs } from './table.ts';

/** Tables of the whole service, without an account: its keys, its background work, and its limits. */
export async function createService(tx: Tx, { key }: Shape): Promise<void> {
  await tx.schema
    .createTable('keys')
    .addColumn('kid', key, primary)
    .addColumn('use', 'text', required)
    .addColumn('alg', 'text', required)
    .addColumn('public_jwk', 'text')
    .addColumn('wrapped', 'text', required)
    .addColumn('uses', 'bigint', startsAs(0))
    .addColumn('created_at', 'bigint', required)
    .addColumn('active_at', 'bigint', required)
    .addColumn('retired_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await tx.schema
    .createTable('deployment')
    .addColumn('name', key, primary)
    .addColumn('value', 'text', required)
    .execute();
  await tx.schema
    .createTable('leases')
    .addColumn('name', key, primary)
    .addColumn('holder', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  // The columns of rate-limiter-flexible, in its order. The counts are obsolete within a minute, so a write need not
  // wait for the disk: after a crash has emptied the table, new windows begin.
  const counts = tx.schema.createTable('rate_limits');
  await (engineOf(tx) === 'postgres' ? counts.modifyFront(sql`unlogged`) : counts)
    .addColumn('key', key, primary)
    .addColumn('points', 'bigint', startsAs(0))
    .addColumn('expire', 'bigint')
    .execute();
  await index(tx, 'rate_limits_expire', 'rate_limits', ['expire']).execute();
}
