import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import { leasesIn } from '#db/leases.ts';
import { openDatabase } from '#db/open.ts';
import { systemRandom } from '#kernel/ids.ts';
import { testClock } from '../../test/support/directory.ts';
import { type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { type Jobs, startJobs } from './jobs.ts';

const MINUTE = 60_000;

async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !isTrue(); i += 1) await sleep(10);
  assert.ok(isTrue(), 'it did not happen within two seconds');
}

forEachEngine((engine) => {
  const random = systemRandom;
  const clock = testClock();
  let storage: EngineInstance;
  let db: Database;
  let other: Database;
  before(async () => {
    storage = await engine.fresh();
    db = await openDatabase({ ...storage, clock, random });
    other = await openDatabase({ ...storage, clock, random });
  });
  after(() => Promise.all([db.close(), other.close()]));

  /** Returns a node that counts the runs of its job. */
  function node(on: Database, name: string, more: { everyMs?: number; fails?: boolean } = {}) {
    const seen = { runs: 0, errors: 0 };
    const jobs: Jobs = startJobs(
      {
        leases: leasesIn(on),
        clock,
        random,
        onError() {
          seen.errors += 1;
        },
      },
      [
        {
          name,
          everyMs: more.everyMs ?? 5,
          async run() {
            seen.runs += 1;
            if (more.fails) throw new Error('it did not work');
          },
        },
      ],
    );
    return { seen, close: () => jobs.close() };
  }

  test('of two nodes one runs a job, and the other one takes over when it stops', async () => {
    const first = node(db, 'shared');
    await until(() => first.seen.runs > 2);
    const second = node(other, 'shared');
    await sleep(50);
    assert.equal(second.seen.runs, 0);
    await first.close();
    const { runs } = first.seen;
    await until(() => second.seen.runs > 2);
    assert.equal(first.seen.runs, runs);
    await second.close();
  });

  test('a node that died is replaced when its lease is over by the clock of the storage, and no sooner', async () => {
    // PostgreSQL uses its own clock, which no test can change.
    const ownClock = engine.name === 'postgres';
    const now = ownClock ? Date.now() : clock.now();
    const lease = { name: 'orphan', holder: 'dead', expires_at: now + (ownClock ? 1000 : 15_000) };
    await db.reader.insertInto('leases').values(lease).execute();
    const heir = node(db, 'orphan');
    await sleep(50);
    if (ownClock) clock.advance(120_000);
    await sleep(50);
    assert.equal(heir.seen.runs, 0);
    if (!ownClock) clock.advance(15_000);
    await until(() => heir.seen.runs > 0);
    await heir.close();
  });

  test('a lease of a node whose clock was years ahead holds up nobody', async () => {
    const lease = { name: 'dreamer', holder: 'ahead', expires_at: Date.now() + 1e12 };
    await db.reader.insertInto('leases').values(lease).execute();
    const sober = node(db, 'dreamer');
    await until(() => sober.seen.runs > 0);
    await sober.close();
  });

  test('a run that fails is reported, and the next one comes all the same', async () => {
    const unlucky = node(db, 'unlucky', { fails: true });
    await until(() => unlucky.seen.runs > 2);
    assert.ok(unlucky.seen.errors >= 2);
    await unlucky.close();
  });

  test('a node that is closed waits for its run and leaves no lease', async () => {
    const made = node(db, 'closing', { everyMs: MINUTE });
    await made.close();
    assert.deepEqual(made.seen, { runs: 1, errors: 0 });
    const left = await db.reader.selectFrom('leases').selectAll().execute();
    assert.deepEqual(
      left.filter(({ name }) => name === 'closing'),
      [],
    );
  });
});
