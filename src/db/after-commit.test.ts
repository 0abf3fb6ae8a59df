import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { behalf, onBehalfOf } from '#kernel/on-behalf.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { type AfterCommit, createAfterCommit } from './after-commit.ts';
import type { Database, Transaction } from './database.ts';
import { openDatabase } from './open.ts';

forBothEngines((engine) => {
  let afterCommit: AfterCommit;
  let db: Database;
  before(async () => {
    const storage = await engine.fresh('any');
    afterCommit = createAfterCommit();
    const opened = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    db = afterCommit.watch(opened);
  });
  after(() => db.close());

  /** Writes an account and adds a reminder of it. */
  const write = (transaction: Transaction, id: string, reminded: string[]): Promise<void> =>
    transaction(async (tx) => {
      const row = { id, code: id, name: id, active: 1, basic_allowed: 1, created_at: 1 } as const;
      await tx.insertInto('accounts').values(row).execute();
      afterCommit.add(tx, () => reminded.push(id));
    });

  test('what a batch did is reminded of when all of it is stored, without what was undone', async () => {
    const reminded: string[] = [];
    await db.batch(async (transaction) => {
      await write(transaction, 'first', reminded);
      await assert.rejects(write(transaction, 'first', reminded));
      await write(transaction, 'second', reminded);
      assert.deepEqual(reminded, []);
    });
    assert.deepEqual(reminded, ['first', 'second']);
    await write(db.transaction, 'third', reminded);
    assert.deepEqual(reminded, ['first', 'second', 'third']);
  });

  test('what is woken by the request of an account is not done on its behalf', async () => {
    const accounts: string[] = [];
    const remind = () => void accounts.push(behalf().account);
    await onBehalfOf({ account: 'an account', person: 'ada' }, async () => {
      await db.transaction(async (tx) => afterCommit.add(tx, remind));
      await db.batch((transaction) => transaction(async (tx) => afterCommit.add(tx, remind)));
    });
    assert.equal(accounts.length, 2);
    for (const each of accounts) assert.notEqual(each, 'an account');
  });
});
