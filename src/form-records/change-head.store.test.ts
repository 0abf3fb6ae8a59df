import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { openDirectory } from '../../test/support/directory.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { readHead } from './change-head.store.ts';

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
});
