// PostgreSQL ends connections at a restart, at a fail-over, or when an administrator does.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { isOutage } from './dialect.ts';
import { openDatabase } from './open.ts';

forBothEngines((engine) => {
  if (engine.name === 'sqlite') return; // SQLite has no connections that others could end.
  test('a connection that ends in use is an outage for its request and nobody else', async () => {
    const storage = await engine.fresh();
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    const other = new Client({ connectionString: storage.databaseUrl });
    await other.connect();
    const end = (pid: unknown) => other.query('select pg_terminate_backend($1)', [pid]);
    const ownPid = sql<{ pid: number }>`select pg_backend_pid() as pid`;

    const atRest = db.transaction(async (tx) => {
      const { rows } = await ownPid.execute(tx);
      await end(rows[0]?.pid);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await ownPid.execute(tx);
    });
    await assert.rejects(atRest, isOutage);
    const atWork = db.transaction(async (tx) => {
      const { rows } = await ownPid.execute(tx);
      await Promise.all([sql`select pg_sleep(10)`.execute(tx), end(rows[0]?.pid)]);
    });
    await assert.rejects(atWork, isOutage);
    assert.equal((await ownPid.execute(db.reader)).rows.length, 1);
    await other.end();
    await db.close();
  });
});
