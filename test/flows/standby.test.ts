// After a failover, the address of the database may lead to another server, while old connections still reach the
// former one, which no longer accepts writes.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

forEachEngine((engine) => {
  if (engine.name === 'sqlite') return; // SQLite has no standby.
  let storage: EngineInstance;
  let node: Instance;
  before(async () => {
    storage = await engine.fresh('any');
    node = await startInstance(engine, { storage });
  });
  after(() => node.close());

  /** Makes new connections read-only, as on a standby (25006), and ends all others; or makes only new ones writable. */
  const setReadOnly = async (readOnly: boolean): Promise<void> => {
    const admin = new Client({ connectionString: storage.databaseUrl });
    await admin.connect();
    await admin.query('set default_transaction_read_only = off');
    const { rows } = await admin.query<{ name: string }>('select current_database() as name');
    const name = rows[0]?.name;
    await admin.query(`alter database ${name} set default_transaction_read_only = ${readOnly}`);
    const others =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';
    if (readOnly) await admin.query(others, [name]);
    await admin.end();
  };

  test('a write that meets a standby is 503, and its connection is not used again', async () => {
    const token = await node.adminToken();
    const create = (userName: string) =>
      node.request('POST', '/scim/v2/Users', { body: { userName }, token });
    assert.equal((await create('before@example.com')).status, 201);
    await setReadOnly(true);
    // Connections that were just ended may cost a request each.
    const refused: number[] = [];
    for (let i = 0; i < 30; i += 1) refused.push((await create(`during-${i}@example.com`)).status);
    assert.deepEqual([...new Set(refused)], [503]);
    assert.equal((await node.request('GET', '/scim/v2/Users?count=1', { token })).status, 200);
    // Now the address leads to a primary. If an old connection had been kept, writes over it would still fail.
    await setReadOnly(false);
    const statuses: number[] = [];
    for (let i = 0; i < 60; i += 1) statuses.push((await create(`after-${i}@example.com`)).status);
    const firstSuccess = statuses.indexOf(201);
    assert.ok(firstSuccess !== -1 && firstSuccess <= 20, statuses.join(' '));
    assert.deepEqual([...new Set(statuses.slice(firstSuccess))], [201], statuses.join(' '));
  });
});
