import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { claimDue } from './claims.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

forBothEngines((engine) => {
  let storage: Awaited<ReturnType<typeof engine.fresh>>;
  let db: Database;
  before(async () => {
    storage = await engine.fresh();
    db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
  });
  after(async () => {
    await db.close();
    await storage.dispose();
  });

  test('of nodes that read one due row, one gets it, and holds it', async () => {
    const now = systemClock.now();
    await db.reader
      .insertInto('accounts')
      .values({ id: 'a', code: 'a', name: 'a', active: 1, basic_allowed: 1, created_at: 1 })
      .execute();
    const row = { account_id: 'a', id: 'n', next_at: now - 1 };
    await db.reader
      .insertInto('notices')
      .values({ ...row, kind: 'k', content: 'x', attempts: 0, expires_at: now + 60_000 })
      .execute();
    const claim = (at: number) =>
      claimDue(db.reader, 'notices', { ...row, next_at: at }, { now, lifeMs: 30_000 });
    const got = await Promise.all([claim(row.next_at), claim(row.next_at), claim(row.next_at)]);
    assert.deepEqual(
      got.filter((until) => until !== undefined),
      [now + 30_000],
    );
    // The claim itself holds it, whoever has read the row since.
    assert.equal(await claim(now + 30_000), undefined);
  });
});
