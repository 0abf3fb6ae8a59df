import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDirectory } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { planOf } from '../../test/support/query-plan.ts';
import { selectAttempts } from './deliveries.store.ts';

forEachEngine((engine) => {
  // PostgreSQL chooses plans by the number of rows; with few rows it may read them all.
  if (engine.name === 'postgres') return;

  test('attempts are found by their deliveries, not among all of the account', async (t) => {
    const d = await openDirectory(engine);
    t.after(() => d.close());
    const plan = await planOf(d.db.reader, (db) => selectAttempts(db, d.account.id, ['a', 'b']));
    assert.match(plan, /\(account_id=\? AND delivery_id=\?\)/);
  });
});
