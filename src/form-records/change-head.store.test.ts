// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { openDirectory } from '../../test/support/directory.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { readHead, readHeadForCursor } from './change-head.store.ts';
import { isKept, storageStateOf } from './change-head.ts';

forBothEngines((engine) => {
  if (engine.name === 'sqlite') return;

  for (const code of ['0A000', '42501', '55000']) {
    test(`the change feed works on PostgreSQL that tells no timeline, but ${code}`, async (t) => {
      const storage = await engine.fresh('any');
      const client = new Client({ connectionString: storage.databaseUrl });
      await client.connect();
      // As hosted servers do it: what is asked by this name is refused from now on.
      await client.query(`
        create function pg_current_wal_insert_lsn() returns pg_lsn language plpgsql
          as $$ begin raise exception 'not here' using errcode = '${code}'; end $$;
        do $$ begin
          execute format('alter database %I set search_path = public, pg_catalog', current_database());
        end $$`);
      await client.end();
      const d = await openDirectory({ ...engine, fresh: async () => storage });
      t.after(() => d.close());
      const head = await readHead(d.db.reader, d.account.id);
      assert.match(head.epoch, /^:\d+:\d+$/);
      assert.equal(head.timeline, undefined);
      assert.deepEqual(await readHead(d.db.reader, d.account.id), head);
    });
  }

  test('a cursor is made while the storage takes no writes, and notes the timeline afterwards', async (t) => {
    const d = await openDirectory(engine);
    t.after(() => d.close());
    const { db, account, ids } = d;
    const run = (statement: string) => sql.raw(statement).execute(db.reader);
    await run(`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'only reads' using errcode = '25006'; end $$`);
    await run(`create trigger refuse before insert on form_change_heads
      for each row execute function refuse()`);
    const before = await readHeadForCursor(db, account.id, ids.next());
    assert.deepEqual(before.branches, []);
    await run('drop trigger refuse on form_change_heads');
    const id = ids.next();
    const after = await readHeadForCursor(db, account.id, id);
    assert.deepEqual(
      after.branches.map((branch) => branch.id),
      [id],
    );
    assert.ok(isKept(after, 'seq', { state: storageStateOf(before), seq: 0 }));
  });
});
