import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#db/database.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { startInstance } from '../../test/support/instance.ts';
import { selectEvents } from './audit-list.store.ts';

forEachEngine((engine) => {
  test('the first event of its kind is listed even when it gets its place in the chain meanwhile', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { accountId } = node.account;
    const { db, audit, chains } = node.services;
    const actor = { accountId, via: 'command-line', userId: 'u1', ip: '192.0.2.3' } as const;
    await db.transaction((tx) => audit.append(tx, actor, { action: 'kite.fly' }));
    const linkedMeanwhile: Database = {
      ...db,
      async scan(query, options) {
        await chains.linkPending();
        return db.scan(query, options);
      },
    };
    const rows = await selectEvents(
      linkedMeanwhile,
      accountId,
      { action: 'kite' },
      { offset: 0 },
      10,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['kite.fly'],
    );
  });
});
