import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDirectory } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { planOf } from '../../../test/support/query-plan.ts';
import { selectUses } from './template-lists.store.ts';

forEachEngine((engine) => {
  // PostgreSQL chooses plans by the number of rows; with few rows it may read them all.
  if (engine.name === 'postgres') return;

  test('drafts that need a list are found by their version, not among all forms of the account', async (t) => {
    const d = await openDirectory(engine);
    t.after(() => d.close());
    const plan = await planOf(d.db.reader, (db) => selectUses(db, d.account.id, 'a list'));
    assert.match(
      plan,
      /SEARCH f .*forms_drafts_of_version \(account_id=\? AND template_version_id=\?\)/,
    );
    assert.doesNotMatch(plan, /SCAN/);
  });
});
