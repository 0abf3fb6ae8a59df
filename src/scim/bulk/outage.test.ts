// The storage fails in the middle of a bulk request: completed operations are reported, the interrupted one is 503, and
// later ones are neither done nor reported (decision 10).
// Nightly: it waits for a storage that is gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { sqliteFile } from '#db/open-sqlite.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { fresh, idOf, PATCH_OP, startScim } from '../../../test/support/scim.ts';
import { countBy, newUser, resultsOf, sendBulk } from '../../../test/support/scim-bulk.ts';

forEachEngine((engine) => {
  test('an outage half-way: done before it is reported, and nothing after it is tried', async () => {
    const storage = await engine.fresh('any');
    const scim = await startScim(engine, { storage });
    const victim = idOf(await scim.addUser());
    const names = [fresh(), fresh()];
    const [first = '', last = ''] = names;
    const outage = await takeHold(storage, victim, first);
    const change = { op: 'replace', value: { title: 'x', password: 'correct horse battery' } };
    const patch = { schemas: [PATCH_OP], Operations: [change] };
    const sent = sendBulk(scim, [
      newUser('a', { userName: first }),
      // Hashing takes long enough for SQLite to write the first user to the disk.
      ...Array.from({ length: 4 }, (_, i) =>
        newUser(`p${i}`, { password: 'correct horse battery' }),
      ),
      { method: 'PATCH', path: `/Users/${victim}`, data: patch },
      newUser('z', { userName: last }),
    ]);
    await outage.strike();
    const results = resultsOf(await sent);
    const outcome = results.map(({ status }) => status);
    await outage.release();
    assert.equal(outcome.at(0), '201');
    assert.equal(outcome.at(-1), '503');
    assert.ok(results.length < 7, outcome.join());
    assert.equal(outcome.filter((status) => status !== '201').length, 1, outcome.join());
    const error = results.at(-1)?.response;
    assert.match(error?.detail ?? '', /Send this operation and those not reported again/);
    assert.equal(await countBy(scim, '/Users', `userName eq "${first}"`), 1);
    assert.equal(await countBy(scim, '/Users', `userName eq "${last}"`), 0);
    assert.equal((await scim.get(`/Users/${victim}`)).at('title'), undefined);
    await scim.close();
  });
});

interface TestStorage {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

interface Hold {
  /** Makes the storage fail as soon as the first operation is done. */
  strike(): Promise<void>;
  release(): Promise<void>;
}

const takeHold = (storage: TestStorage, victim: string, first: string): Promise<Hold> =>
  storage.databaseUrl === undefined
    ? Promise.resolve(lockFile(sqliteFile(storage.dataDir), first))
    : endConnection(storage.databaseUrl, victim);

/** Locks the database by a write transaction that does not end. */
function lockFile(file: string, first: string): Hold {
  const other = new SqliteDatabase(file, { timeout: 0 });
  const find = other.prepare('select id from users where user_name = ?');
  const tryToBegin = (): boolean => {
    try {
      other.exec('begin immediate');
      return true;
    } catch (error) {
      if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_BUSY') return false;
      throw error;
    }
  };
  return {
    async strike() {
      while (!find.get(first)) await sleep(1);
      // Waiting inside SQLite would block this process, and with it the service in the middle of a transaction.
      while (!tryToBegin()) await sleep(1);
    },
    release: async () => {
      other.exec('rollback');
      other.close();
    },
  };
}

/** Makes the server end the connection that waits for the victim's row. */
async function endConnection(url: string, victim: string): Promise<Hold> {
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('begin');
  await other.query('select id from users where id = $1 for update', [victim]);
  const blocked = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  return {
    async strike() {
      while ((await other.query(blocked)).rowCount === 0) await sleep(5);
    },
    release: async () => {
      await other.query('rollback');
      await other.end();
    },
  };
}
