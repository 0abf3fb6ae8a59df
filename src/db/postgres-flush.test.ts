// Statements that are sent together do what they did one by one, whichever of them fails.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { between, oneOf, type Random, seeded } from '../../test/support/seeded.ts';
import { casesOf } from '../../test/support/timing.ts';
import type { Database, Tx } from './database.ts';
import { later, together } from './flush.ts';
import { openDatabase } from './open.ts';
import { openPostgres } from './open-postgres.ts';
import { keepPrepared } from './prepared-names.ts';

type Row = readonly [id: number, value: string];
type Rows = ReadonlyMap<number, string>;

const insert = ([id, value]: Row) => sql`insert into kept (id, value) values (${id}, ${value})`;
const remove = (id: number) => sql`delete from kept where id = ${id}`;
type Send = (tx: Tx, statement: ReturnType<typeof insert>) => Promise<unknown>;
const atOnce: Send = (tx, statement) => statement.execute(tx);
/** As a part of a `Promise.all`, in which it is neither the first nor the last. */
const amongOthers: Send = (tx, statement) =>
  Promise.all([rowsIn(tx), statement.execute(tx), rowsIn(tx)]);
const rowsIn = (tx: Tx) => sql`select id from kept`.execute(tx);
const SENDS: readonly [Send, ...Send[]] = [later, atOnce, amongOthers];
const rowsOf = async (db: Database): Promise<readonly Row[]> => {
  const { rows } = await sql<{ id: number; value: string }>`
    select id, value from kept order by id`.execute(db.reader);
  return rows.map(({ id, value }) => [id, value]);
};

/** Returns how often a connection of this process asked PostgreSQL for an answer meanwhile. */
async function flushesDuring(work: () => Promise<unknown>): Promise<number> {
  const { prototype } = pg.Connection;
  const spies = (['sync', 'query'] as const).map((name) => mock.method(prototype, name));
  await work();
  const calls = spies.map((spy) => spy.mock.callCount());
  for (const spy of spies) spy.mock.restore();
  return calls.reduce((sum, count) => sum + count);
}

/** Sends one to six writes at random, and returns what is kept after them. */
async function writeAtRandom(tx: Tx, random: Random, kept: Rows): Promise<Rows> {
  const rows = new Map(kept);
  for (let left = between(random, 1, 6); left > 0; left -= 1) {
    const [id, value] = [between(random, 1, 40), `v${between(random, 1, 1000)}`] as const;
    const send = oneOf<Send>(random, SENDS);
    if (random() < 0.3) {
      await send(tx, remove(id));
      rows.delete(id);
    } else {
      await send(tx, insert([id, value]));
      if (rows.has(id))
        throw new Error('It was there already.', { cause: await atOnce(tx, remove(id)) });
      rows.set(id, value);
    }
  }
  if (random() < 0.2) throw new Error('own');
  return rows;
}

forBothEngines((engine) => {
  const open = async (): Promise<Database> => {
    const storage = await engine.fresh();
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    await db.transaction((tx) =>
      sql`create table kept (id integer primary key, value text not null)`.execute(tx),
    );
    return db;
  };

  test('what is for later is written before what follows it, and gone when its transaction fails', async () => {
    const db = await open();
    await db.transaction(async (tx) => {
      await later(tx, insert([1, 'a']));
      const [own] = await together(tx, [sql<{ n: number }>`select count(*) as n from kept`]);
      assert.equal(Number(own[0]?.n), 1);
      await later(tx, insert([2, 'b']));
    });
    await assert.rejects(
      db.transaction(async (tx) => {
        await later(tx, insert([3, 'c']));
        throw new Error('own');
      }),
      { message: 'own' },
    );
    await later(db.reader, insert([4, 'd']));
    assert.deepEqual(await rowsOf(db), [
      [1, 'a'],
      [2, 'b'],
      [4, 'd'],
    ]);
    await db.close();
  });

  test('whichever statement fails, nothing of its transaction is kept, and the next one is served', async () => {
    const db = await open();
    await db.transaction((tx) => atOnce(tx, insert([1, 'there'])));
    if (db.engine === 'postgres') keepPrepared(insert([0, '']).compile(db.reader).sql);
    for (const [failing, send] of [0, 1, 2, 3].flatMap((at) =>
      SENDS.map((each) => [at, each] as const),
    )) {
      const ids = [0, 1, 2, 3].map((at) => (at === failing ? 1 : 10 + at));
      const failed = db.transaction(async (tx) => {
        for (const id of ids) await send(tx, insert([id, 'new']));
      });
      await assert.rejects(failed, /unique/i);
      assert.deepEqual(await rowsOf(db), [[1, 'there']], `statement ${failing}`);
    }
    // What the server never parsed is not taken for parsed.
    await db.transaction((tx) => later(tx, insert([2, 'kept'])));
    assert.deepEqual(await rowsOf(db), [
      [1, 'there'],
      [2, 'kept'],
    ]);
    await db.close();
  });

  test('random transactions keep what they would keep one by one', async () => {
    const db = await open();
    const random = seeded(7);
    let kept: Rows = new Map();
    for (let n = casesOf({ daily: 60, nightly: 2000, deep: 2000 }); n > 0; n -= 1) {
      const before = kept;
      const done = db.transaction((tx) => writeAtRandom(tx, random, before));
      kept = await done.catch(() => before);
      if (n % 20 === 0)
        assert.deepEqual(
          await rowsOf(db),
          [...kept].sort(([a], [b]) => a - b),
        );
    }
    await db.close();
  });

  test('a part of a transaction that goes on after another one has failed writes nothing', async () => {
    const db = await open();
    const failing = Promise.withResolvers<void>();
    const parts: Promise<unknown>[] = [];
    await assert.rejects(
      db.transaction(async (tx) => {
        await atOnce(tx, insert([1, 'first']));
        const goOn = failing.promise.then(() => atOnce(tx, insert([2, 'second'])));
        parts.push(assert.rejects(goOn, /is over|rolled back/));
        throw new Error('own');
      }),
      { message: 'own' },
    );
    await db.transaction(async (tx) => {
      failing.resolve();
      await Promise.all(parts);
      await atOnce(tx, insert([3, 'of another one']));
    });
    assert.deepEqual(await rowsOf(db), [[3, 'of another one']]);
    await db.close();
  });

  if (engine.name !== 'postgres') return;

  test('a transaction is one flush less, writes that nobody waits for are none, and those at the same time one', async () => {
    const db = await open();
    const flushes = (sends: readonly Send[], first: number) =>
      flushesDuring(() =>
        db.transaction(async (tx) => {
          for (const [at, send] of sends.entries()) await send(tx, insert([first + at, 'x']));
        }),
      );
    assert.equal(await flushes([], 0), 0);
    assert.equal(await flushes([later, later], 10), 1);
    assert.equal(await flushes([atOnce, later], 20), 2);
    assert.equal(await flushes([atOnce, atOnce], 30), 3);
    assert.equal(await flushes([amongOthers, amongOthers], 40), 3);
    await db.close();
  });

  test('a statement that is still to be sent when its transaction fails is not sent', async () => {
    const db = await open();
    for (const isKnown of [true, false]) {
      const failed = db.transaction(async (tx) => {
        if (isKnown) await atOnce(tx, insert([1, 'first']));
        const unsent = assert.rejects(atOnce(tx, insert([2, 'second'])), /rolled back/);
        throw new Error('own', { cause: unsent });
      });
      const { cause } = await failed.then(assert.fail, (error: Error) => error);
      await cause;
      assert.deepEqual(await rowsOf(db), []);
    }
    await db.close();
  });

  test('a transaction with an isolation level is committed too', async () => {
    const db = await open();
    await db.reader
      .transaction()
      .setIsolationLevel('serializable')
      .execute((tx) => later(tx, insert([1, 'kept'])));
    assert.deepEqual(await rowsOf(db), [[1, 'kept']]);
    await db.close();
  });

  test('behind a pooler, each transaction begins with its timeouts, in the same flush', async () => {
    const { databaseUrl } = await engine.fresh();
    const db = openPostgres({
      url: String(databaseUrl),
      jitter: () => 0,
      onError: () => undefined,
      statementMs: 4321,
      namedStatements: false,
    });
    const timeout = await db.transaction(async (tx) => {
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(tx);
      return rows[0]?.statement_timeout;
    });
    assert.equal(timeout, '4321ms');
    await db.close();
  });
});
