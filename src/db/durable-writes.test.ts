import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Compilable, sql } from 'kysely';
import type { Database, Transaction } from './database.ts';
import { isOutage } from './dialect.ts';
import { openSqlite } from './open-sqlite.ts';
import { commitMark } from './sqlite-driver.ts';

/** Longer than the time after which unawaited transactions are committed. */
const PAST_THE_TIMER_MS = 60;

describe('what SQLite was given to keep', () => {
  let folder: string;
  let db: Database;
  /** The disk completes a sync only when the test says so, with success or an error. */
  let waits: PromiseWithResolvers<void>[];
  let isSlow: boolean;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'formstead-durable-'));
    waits = [];
    isSlow = false;
    const run = (): Promise<void> => {
      const wait = Promise.withResolvers<void>();
      if (isSlow) waits.push(wait);
      else wait.resolve();
      return wait.promise;
    };
    const disk = () => ({ open: () => undefined, run, close: () => undefined });
    db = openSqlite(folder, { jitter: () => 0.5, openDisk: disk });
    await sql`create table kept (name text primary key)`.execute(db.reader);
    const owed = sql`create table owed (name text references kept deferrable initially deferred)`;
    await owed.execute(db.reader);
    isSlow = true;
  });

  afterEach(async () => {
    isSlow = false;
    answer();
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const keep = (transaction: Transaction, name: string): Promise<void> =>
    transaction(async (tx) => {
      await sql`insert into kept values (${name})`.execute(tx);
    });
  /** Fails at the commit, whatever starts that, and makes the transactions that share it fail, too. */
  const owe = (transaction: Transaction): Promise<void> =>
    transaction(async (tx) => {
      await sql`insert into owed values ('nobody')`.execute(tx);
    });
  const names = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ name: string }>`select name from kept order by name`.execute(
      db.reader,
    );
    return rows.map(({ name }) => name);
  };
  /** Returns whether the promise settles in time. */
  async function isTold(promise: Promise<unknown>): Promise<boolean> {
    const settled = promise.then(
      () => true,
      () => true,
    );
    return Promise.race([settled, sleep(PAST_THE_TIMER_MS, false)]);
  }
  const answer = (): void => {
    for (const wait of waits.splice(0)) wait.resolve();
  };
  const refuse = (): void => {
    for (const wait of waits.splice(0)) wait.reject(new Error('EIO'));
  };

  test('a batch is told when the disk has it, also when its commit was made by the timer long before', async () => {
    const batch = db.batch(async (transaction) => {
      await keep(transaction, 'first');
      await sleep(PAST_THE_TIMER_MS);
    });
    await sleep(PAST_THE_TIMER_MS * 2);
    assert.equal(waits.length, 1, 'the timer has committed it');
    assert.equal(await isTold(batch), false);
    answer();
    await batch;
    assert.deepEqual(await names(), ['first']);
  });

  test('of two batches that wait for one commit, neither is told before the disk has it', async () => {
    const batches = ['first', 'second'].map((name) =>
      db.batch((transaction) => keep(transaction, name)),
    );
    const told = await Promise.all(batches.map(isTold));
    assert.deepEqual(told, [false, false]);
    answer();
    await sleep(1);
    answer();
    await Promise.all(batches);
    assert.deepEqual(await names(), ['first', 'second']);
  });

  test('a batch hears what its commit ran into when the timer made it, and does nothing more', async () => {
    isSlow = false;
    const batch = db.batch(async (transaction) => {
      await keep(transaction, 'gone');
      await owe(transaction);
      await sleep(PAST_THE_TIMER_MS);
      await keep(transaction, 'afterwards');
    });
    await assert.rejects(batch, /FOREIGN KEY/);
    assert.deepEqual(await names(), []);
  });

  test('a transaction of a batch is refused behind one that was undone, whoever committed it', async () => {
    isSlow = false;
    const batch = db.batch(async (transaction) => {
      await keep(transaction, 'gone');
      await Promise.allSettled([owe(db.transaction), keep(transaction, 'beside')]);
      await assert.rejects(keep(transaction, 'behind'), /FOREIGN KEY/);
    });
    await assert.rejects(batch, /FOREIGN KEY/);
    assert.deepEqual(await names(), []);
  });

  test('a batch hears what its commit ran into when another client made it', async () => {
    isSlow = false;
    const batch = db.batch(async (transaction) => {
      await keep(transaction, 'gone');
      await assert.rejects(owe(db.transaction), /FOREIGN KEY/);
    });
    await assert.rejects(batch, /FOREIGN KEY/);
    assert.deepEqual(await names(), []);
  });

  test('a batch hears that the disk failed, however long before its end', async () => {
    const batch = db.batch(async (transaction) => {
      await keep(transaction, 'first');
      await sleep(PAST_THE_TIMER_MS);
      refuse();
      await sleep(1);
    });
    await assert.rejects(batch, /The disk failed/);
  });

  test('a batch does not hear of the failures of others', async () => {
    isSlow = false;
    const batch = db.batch(async (transaction) => {
      await keep(transaction, 'first');
      await sleep(PAST_THE_TIMER_MS);
      await assert.rejects(owe(db.transaction), /FOREIGN KEY/);
      await keep(transaction, 'second');
    });
    await batch;
    assert.deepEqual(await names(), ['first', 'second']);
  });

  test('once the disk has failed nothing is read or decided by what it may not have', async () => {
    const first = keep(db.transaction, 'refused');
    await sleep(PAST_THE_TIMER_MS);
    const deciding = db.transaction(async (tx) => {
      const { rows } = await sql`select name from kept`.execute(tx);
      refuse();
      await sleep(1);
      if (rows.length > 0) throw new Error('It is there already.');
    });
    await assert.rejects(first, isOutage);
    await assert.rejects(deciding, isOutage);
    await assert.rejects(names(), isOutage);
    assert.throws(() => commitMark(db.reader), isOutage);
    const scan: Compilable<object> = db.reader.selectFrom('accounts').select('id');
    await assert.rejects(db.scan(scan), isOutage);
    await assert.rejects(keep(db.transaction, 'more'), isOutage);
    await assert.rejects(
      db.batch((transaction) => keep(transaction, 'more')),
      isOutage,
    );
  });
});
