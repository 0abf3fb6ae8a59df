import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import type { Database } from './database.ts';
import {
  deleteDeploymentValue,
  lockDeployment,
  lockDeploymentValue,
  readDeploymentValue,
  replaceDeploymentValue,
  writeDeploymentValue,
} from './deployment-values.ts';
import { openDatabase } from './open.ts';

forBothEngines((engine) => {
  let storage: Awaited<ReturnType<typeof engine.fresh>>;
  let db: Database;
  const read = (name: string) => readDeploymentValue(db.reader, name);

  before(async () => {
    storage = await engine.fresh();
    db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
  });
  after(async () => {
    await db.close();
    await storage.dispose();
  });

  test('a value is read as it was last written, and others stay', async () => {
    assert.equal(await read('told'), undefined);
    await db.transaction((tx) => writeDeploymentValue(tx, 'other', 'o'));
    await db.transaction((tx) => writeDeploymentValue(tx, 'told', '1'));
    await db.transaction((tx) => writeDeploymentValue(tx, 'told', '2'));
    assert.deepEqual([await read('told'), await read('other')], ['2', 'o']);
  });

  test('a value is replaced or deleted only while it is the one that was read', async () => {
    const replace = (from: string, to: string) =>
      db.transaction((tx) => replaceDeploymentValue(tx, 'kept', from, to));
    const remove = (value?: string) =>
      db.transaction((tx) => deleteDeploymentValue(tx, 'kept', value));
    assert.equal(await replace('a', 'b'), false);
    await db.transaction((tx) => writeDeploymentValue(tx, 'kept', 'a'));
    assert.equal(await replace('a', 'b'), true);
    assert.equal(await replace('a', 'c'), false);
    assert.equal(await remove('a'), false);
    assert.equal(await read('kept'), 'b');
    assert.equal(await remove('b'), true);
    assert.equal(await remove(), false);
    assert.equal(await read('kept'), undefined);
  });

  test('of changes that lock a value at once, each sees what the one before it wrote', async () => {
    const add = () =>
      db.transaction(async (tx) => {
        const before = Number(await lockDeploymentValue(tx, 'sum', '0'));
        await writeDeploymentValue(tx, 'sum', String(before + 1));
      });
    await Promise.all(Array.from({ length: 8 }, add));
    assert.equal(await read('sum'), '8');
  });

  test('transactions that lock one name run one after the other', async () => {
    let inside = 0;
    let most = 0;
    const work = () =>
      db.transaction(async (tx) => {
        await lockDeployment(tx, 'turn');
        inside += 1;
        most = Math.max(most, inside);
        await tx.selectFrom('accounts').select('id').execute();
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 6 }, work));
    assert.equal(most, 1);
  });
});
