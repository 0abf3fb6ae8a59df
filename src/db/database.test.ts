import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Compilable, sql } from 'kysely';
import { systemClock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { recordLaterStep } from '../../test/support/newer-schema.ts';
import { lockAccount } from './account-lock.ts';
import { addToCounter, readCounter } from './counters.ts';
import type { Database, Tx } from './database.ts';
import { isIn, jsonText, uniqueViolation, withinDeadline } from './dialect.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { precompile } from './precompile.ts';
import { withSharedDeadline } from './shared-deadline.ts';

forBothEngines((engine) => {
  let storage: Awaited<ReturnType<typeof engine.fresh>>;
  let db: Database;
  const open = () => openDatabase({ ...storage, clock: systemClock, random: systemRandom });

  before(async () => {
    storage = await engine.fresh();
    db = await open();
  });
  after(async () => {
    await db.close();
    await storage.dispose();
  });

  const insertAccount = (on: Tx | Database['reader'], id: string, code = id) =>
    on
      .insertInto('accounts')
      .values({ id, code, name: id, active: 1, basic_allowed: 1, created_at: 1 })
      .execute();

  test('two nodes may bring one empty database up to date at the same moment', async () => {
    const shared = await engine.fresh();
    const opened = await Promise.all(
      [1, 2].map(() => openDatabase({ ...shared, clock: systemClock, random: systemRandom })),
    );
    for (const each of opened) await each.close();
    await shared.dispose();
  });

  test('what is closed already is closed again without an error', async () => {
    const second = await open();
    await Promise.all([second.close(), second.close()]);
    await second.close();
  });

  test('a database of a newer version is refused by name', async () => {
    await assert.rejects(
      db.transaction(async (tx) => {
        await recordLaterStep(tx, '29990101-later');
        await migrate(tx, 0);
      }),
      /newer version \(it has 29990101-later\).*: start that version/,
    );
  });

  test('a failed migration leaves nothing behind', async () => {
    const failing = {
      name: '29990101-broken',
      oldestBeside: '0.1.0',
      async up(tx: Tx) {
        await tx.schema.createTable('half').addColumn('id', 'text').execute();
        throw new Error('broken step');
      },
    };
    const { migrations } = await import('./migrations/index.ts');
    await assert.rejects(
      db.transaction((tx) => migrate(tx, 0, { steps: [...migrations, failing] })),
    );
    await assert.rejects(sql`select * from half`.execute(db.reader));
  });

  test('a transaction that throws changes nothing', async () => {
    await assert.rejects(
      db.transaction(async (tx) => {
        await insertAccount(tx, 'gone');
        throw new Error('no');
      }),
    );
    const row = await db.reader
      .selectFrom('accounts')
      .where('id', '=', 'gone')
      .select('id')
      .execute();
    assert.deepEqual(row, []);
  });

  test('a taken key is told apart from every other error', async () => {
    await insertAccount(db.reader, 'taken', 'code1');
    const second = await insertAccount(db.reader, 'other', 'code1').catch((error) => error);
    assert.equal(uniqueViolation(second), 'accounts.code');
    const third = await insertAccount(db.reader, 'taken', 'code2').catch((error) => error);
    assert.equal(uniqueViolation(third), 'accounts.id');
    assert.equal(uniqueViolation(new Error('UNIQUE')), undefined);
  });

  test('64 writers that read and write one counter at once lose nothing', async () => {
    await insertAccount(db.reader, 'busy');
    await Promise.all(
      Array.from({ length: 64 }, () =>
        db.transaction(async (tx) => {
          await lockAccount(tx, 'busy');
          const row = await tx
            .selectFrom('accounts')
            .select('created_at')
            .where('id', '=', 'busy')
            .executeTakeFirstOrThrow();
          await sql`update accounts set created_at = ${row.created_at + 1} where id = 'busy'`.execute(
            tx,
          );
          await addToCounter(tx, 'busy', 'forms', `${row.created_at.toString(16)}`, 1);
        }),
      ),
    );
    const row = await db.reader
      .selectFrom('accounts')
      .select('created_at')
      .where('id', '=', 'busy')
      .executeTakeFirstOrThrow();
    assert.equal(row.created_at, 65);
    assert.equal(await readCounter(db.reader, 'busy', 'forms'), 64);
    assert.equal(await readCounter(db.reader, 'busy', 'users'), 0);
  });

  test('a deadlock is tried again and both writers succeed', async () => {
    await insertAccount(db.reader, 'left');
    await insertAccount(db.reader, 'right');
    const rename = (tx: Tx, id: string, name: string) =>
      tx.updateTable('accounts').set({ name }).where('id', '=', id).execute();
    const crossing = (first: string, second: string) =>
      db.transaction(async (tx) => {
        await rename(tx, first, `${first}-first`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await rename(tx, second, `${first}-first`);
      });
    await Promise.all([crossing('left', 'right'), crossing('right', 'left')]);
    const rows = await db.reader
      .selectFrom('accounts')
      .select('name')
      .where('id', 'in', ['left', 'right'])
      .execute();
    assert.equal(new Set(rows.map((row) => row.name)).size, 1);
  });

  test('reads do not wait for an open transaction and do not see into it', async () => {
    await insertAccount(db.reader, 'seen');
    await db.transaction(async (tx) => {
      await tx.updateTable('accounts').set({ name: 'hidden' }).where('id', '=', 'seen').execute();
      const row = await db.reader
        .selectFrom('accounts')
        .select('name')
        .where('id', '=', 'seen')
        .executeTakeFirstOrThrow();
      assert.equal(row.name, 'seen');
    });
  });

  test('a precompiled query answers for each set of parameters, also inside a transaction', async () => {
    const find = precompile<{ id: string }, { code: string }>((on, { code }) =>
      on.selectFrom('accounts').select('id').where('code', '=', code).where('active', '=', 1),
    );
    assert.deepEqual(await find(db.reader, { code: 'code1' }), [{ id: 'taken' }]);
    await db.transaction(async (tx) => {
      await insertAccount(tx, 'fresh');
      assert.deepEqual(await find(tx, { code: 'fresh' }), [{ id: 'fresh' }]);
    });
  });

  test('a precompiled query that computes with a parameter is refused, since it would keep the result', async () => {
    const find = precompile<unknown, { code: string }>((on, { code }) =>
      on.selectFrom('accounts').select('id').where('code', '=', `${code}!`),
    );
    await assert.rejects(find(db.reader, { code: 'a' }), /code has no value/);
  });

  test('lists of values and paths with odd names are parameters, never SQL', async () => {
    const odd = ["'; drop table users; --", '"', '\\', '😀'];
    for (const id of odd) await insertAccount(db.reader, id);
    const rows = await db.reader
      .selectFrom('accounts')
      .select('id')
      .where((eb) => isIn(db.reader, eb.ref('id'), odd))
      .execute();
    assert.deepEqual(rows.map((row) => row.id).sort(), [...odd].sort());
    const json = JSON.stringify({ 'urn:a:2.0:b': { 'x.y': 'deep' }, 'q"': 'quote' });
    const read = async (path: readonly string[]) => {
      const column = sql<string>`cast(${json} as text)`;
      const found = await sql<{
        v: string;
      }>`select ${jsonText(db.reader, column, path)} as v`.execute(db.reader);
      return found.rows[0]?.v ?? null;
    };
    assert.equal(await read(['urn:a:2.0:b', 'x.y']), 'deep');
    assert.equal(await read(['q"']), 'quote');
    assert.equal(await read(['__proto__']), null);
  });

  const counting = (rows: number): Compilable<{ n: number }> => {
    const query = sql<{
      n: number;
    }>`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${sql.lit(rows)}) select count(*) as n from c where ${withinDeadline(db.reader, sql.ref('n'))}`;
    return { compile: () => query.compile(db.reader) };
  };
  test('check 36: eight runaway scans end in a clear error and the pool lives on', async () => {
    const scan = (rows: number, deadlineMs: number) => db.scan(counting(rows), { deadlineMs });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => scan(2_000_000_000, 200)),
    );
    for (const outcome of outcomes) {
      assert.equal(outcome.status, 'rejected');
      assert.ok(outcome.reason instanceof AppError);
      assert.equal(outcome.reason.code, 'query-too-slow');
    }
    assert.deepEqual(await scan(10, 2000), [{ n: 10 }]);
  });

  test('the scans of one request share its deadline, however many there are', async () => {
    const limited = withSharedDeadline(db, 200);
    assert.deepEqual(await limited.scan(counting(10)), [{ n: 10 }]);
    const started = performance.now();
    const slow = { code: 'query-too-slow' };
    await assert.rejects(limited.scan(counting(2_000_000_000)), slow);
    const first = performance.now() - started;
    // Not even a quick one has time left.
    for (let at = 0; at < 50; at += 1) await assert.rejects(limited.scan(counting(10)), slow);
    assert.ok(performance.now() - started < first + 200);
    assert.deepEqual(await db.scan(counting(10)), [{ n: 10 }]);
  });
});
