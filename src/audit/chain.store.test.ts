import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tx } from '#db/database.ts';
import { openDirectory } from '../../test/support/directory.ts';
import { forOneEngine } from '../../test/support/engines.ts';
import { planOf } from '../../test/support/query-plan.ts';
import { linkRows } from './chain.store.ts';

forOneEngine((engine) => {
  test('a line that gets its place is looked for by its id, not among all of the account', async (t) => {
    const d = await openDirectory(engine);
    t.after(() => d.db.close());
    const plan = await d.write((tx) =>
      planOf(tx, (spied) =>
        linkRows(spied as Tx, d.account.id, [{ id: 'somebody', seq: 1, hash: '' }]),
      ),
    );
    assert.match(plan, /SEARCH audit_events .*\(account_id=\? AND id=\?\)/);
    assert.doesNotMatch(plan, /audit_events .*\(account_id=\?\)/);
  });
});
