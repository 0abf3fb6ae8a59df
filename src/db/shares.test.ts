// Who waits for whom in the storage: accounts, and their people, take turns.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '#kernel/clock.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import { systemRandom } from '#kernel/ids.ts';
import { onBehalfOf } from '#kernel/on-behalf.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import type { Database } from './database.ts';
import { withinDeadline } from './dialect.ts';
import { openDatabase } from './open.ts';
import { withSharedDeadline } from './shared-deadline.ts';

const HOG = { account: 'acme', person: 'hog' };
const OTHERS = [
  { account: 'acme', person: 'colleague' },
  { account: 'other', person: 'neighbour' },
];
/** More than fit at once, however they are shared. */
const MANY = 60;

forBothEngines((engine) => {
  let db: Database;
  before(async () => {
    const storage = await engine.fresh('none');
    db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
  });
  after(() => db.close());

  /** Has the hog do much, and then each of the others a little. @returns who was served, in order */
  const serve = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const served: string[] = [];
    const all = [...Array.from({ length: MANY }, () => HOG), ...OTHERS].map((owner) =>
      onBehalfOf(owner, async () => {
        await work();
        served.push(owner.person);
      }),
    );
    await Promise.all(all);
    return served;
  };

  test('writes of others come before those that somebody has waiting', async () => {
    const begun: string[] = [];
    const write = (owner: Owner) =>
      onBehalfOf(owner, () =>
        db.transaction(async (tx) => {
          begun.push(owner.person);
          const read = engine.name === 'postgres' ? sql`select pg_sleep(0.05)` : sql`select 1`;
          await read.execute(tx);
        }),
      );
    // Opens the connections of both accounts: on a busy machine, who waits for a new one begins long after their turn.
    await Promise.all(Array.from({ length: MANY }, () => [HOG, ...OTHERS].map(write)).flat());
    begun.length = 0;
    await Promise.all([...Array.from({ length: MANY }, () => HOG), ...OTHERS].map(write));
    for (const { person } of OTHERS) {
      assert.ok(begun.indexOf(person) < 16, `${person} was number ${begun.indexOf(person) + 1}`);
    }
  });

  test('reads of others come before those that somebody has waiting', async () => {
    // SQLite answers such reads at once.
    const read = engine.name === 'postgres' ? sql`select pg_sleep(0.05)` : sql`select 1`;
    const served = await serve(() => read.execute(db.reader));
    assert.equal(served.length, MANY + OTHERS.length);
    if (engine.name === 'sqlite') return;
    for (const { person } of OTHERS) {
      assert.ok(served.indexOf(person) < 24, `${person} was number ${served.indexOf(person) + 1}`);
    }
  });

  test('scans of others come before those that somebody has waiting, and take their room', async () => {
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
      select max(i) from n`;
    const refused: string[] = [];
    const served: string[] = [];
    const scan = (person: string) =>
      db.scan({ compile: () => numbers.compile(db.reader) }).then(
        () => void served.push(person),
        () => void refused.push(person),
      );
    // A thread that has to start first would serve its account late.
    await Promise.all([HOG, ...OTHERS].map((owner) => onBehalfOf(owner, () => scan(owner.person))));
    served.length = 0;
    // More than have room to wait.
    const all = [...Array.from({ length: 3 * MANY }, () => HOG), ...OTHERS].map((owner) =>
      onBehalfOf(owner, () => scan(owner.person)),
    );
    await Promise.all(all);
    assert.ok(refused.length > 0 && refused.every((person) => person === 'hog'), refused.join());
    for (const { person } of OTHERS) {
      assert.ok(served.indexOf(person) < 16, `${person} was number ${served.indexOf(person) + 1}`);
    }
  });

  test('a storage that was only read leaves no connection open when it is closed', async () => {
    const storage = await engine.fresh('none');
    const opened = () => openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    const only = await opened();
    await sql`select 1`.execute(only.reader);
    await only.close();
    if (engine.name === 'sqlite') return;
    const next = await opened();
    const closedAt = performance.now();
    // The server may need a moment to end those that were closed. After ten seconds the pool ends idle ones itself.
    const areGone = async () => {
      const { rows } = await sql<{ others: number }>`select count(*)::int as others
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`.execute(next.reader);
      return rows[0]?.others === 0;
    };
    try {
      await waitUntil(areGone);
      assert.ok(performance.now() - closedAt < 8000, 'they were only ended for being idle');
    } finally {
      await next.close();
    }
  });

  test('the wait for the scans of others does not count as the time of a request', async () => {
    const count = (rows: number) => {
      const query = sql`with recursive n(i) as (select 1 union all select i + 1 from n
        where i < ${sql.lit(rows)} and ${withinDeadline(db.reader, sql.ref('i'))}) select max(i) from n`;
      return { compile: () => query.compile(db.reader) };
    };
    const hold = () => db.scan(count(2_000_000_000), { deadlineMs: 300 }).catch(() => undefined);
    const limited = withSharedDeadline(db, 200);
    await onBehalfOf(HOG, async () => {
      for (let time = 0; time < 2; time += 1) {
        const others = Array.from({ length: 16 }, hold);
        assert.equal((await limited.scan(count(10))).length, 1);
        await Promise.all(others);
      }
    });
  });
});
