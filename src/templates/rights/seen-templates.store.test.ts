import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reader } from '#db/database.ts';
import { openDirectory } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { planOf } from '../../../test/support/query-plan.ts';
import { seesEach } from './seen-templates.store.ts';

forEachEngine((engine) => {
  // PostgreSQL chooses plans by the number of rows, and joins the two sides however the question is put.
  if (engine.name === 'postgres') return;

  test('who is in hundreds of groups has their grants read once, not for each template', async (t) => {
    const d = await openDirectory(engine);
    t.after(() => d.close());
    const ask = (db: Reader) => seesEach(db, d.account.id, ['everyone']);
    // It is compiled for the first call, and only then has values.
    await ask(d.db.reader);
    const plan = await planOf(d.db.reader, ask);
    assert.match(
      plan,
      /SEARCH template_grants .*template_grants_seen \(account_id=\? AND subject=\?\)/,
    );
    assert.doesNotMatch(plan, /CORRELATED|SCAN templates|SCAN template_grants/);
  });
});
