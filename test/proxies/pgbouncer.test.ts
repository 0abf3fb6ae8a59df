// PgBouncer in transaction mode between Formstead and PostgreSQL: clients share connections, so Formstead must not
// leave any state on them, and reports before the first request if it would.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { commandLine, envOf } from '../support/command-line.ts';
import { examine } from '../support/doctor.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';

const CLIENTS = 5;
const ROUNDS = 12;
const OFF = { FORMSTEAD_DATABASE_NAMED_STATEMENTS: 'off' };

forEachEngine((engine) => {
  if (engine.name === 'sqlite') return; // SQLite has no connection in which a pooler could be.
  let storage: EngineInstance;
  let direct: Instance;
  let bouncer: PgBouncer;
  const startBehind = (url: string, env: Readonly<Record<string, string>>) =>
    startInstance(engine, {
      storage: { ...storage, databaseUrl: url },
      account: direct.account,
      env,
    });
  before(async () => {
    storage = await engine.fresh('any');
    direct = await startInstance(engine, { storage });
    assert.ok(storage.databaseUrl);
    bouncer = await startPgBouncer(storage.databaseUrl);
  });
  after(async () => {
    await direct.close();
    await bouncer.stop();
  });

  test('without names for statements, many clients at once get no error', async () => {
    const node = await startBehind(bouncer.url, OFF);
    const token = await node.adminToken();
    const work = async (client: number): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const userName = `p${client}-${round}@example.com`;
        const made = await node.request('POST', '/scim/v2/Users', { body: { userName }, token });
        const id = String(made.at('id'));
        const read = await node.request('GET', `/scim/v2/Users/${id}`, { token });
        const filter = encodeURIComponent(`userName eq "${userName}"`);
        const found = await node.request('GET', `/scim/v2/Users?filter=${filter}`, { token });
        assert.equal(found.at('totalResults'), 1);
        const list = await node.request('GET', '/v2/formz', { token });
        await node.token(node.account.clientId, node.account.clientSecret);
        statuses.push(made.status, read.status, found.status, list.status);
      }
      return statuses;
    };
    const all = await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    assert.deepEqual([...new Set(all.flat())].sort(), [200, 201]);
    assert.equal((await node.request('GET', '/readyz')).status, 200);
    await node.close();
  });

  test('a transaction waits as long as the settings say, and leaves nothing on the shared connection', async () => {
    const node = await startBehind(bouncer.url, {
      ...OFF,
      FORMSTEAD_DATABASE_STATEMENT_SECONDS: '6',
    });
    const { db } = node.services;
    const waits = sql<{ statement: string; lock: string; idle: string }>`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle`;
    const { rows } = await db.transaction((tx) => waits.execute(tx));
    assert.deepEqual(rows, [{ statement: '6s', lock: '3s', idle: '1min' }]);
    for (let i = 0; i < 10; i += 1) {
      const { rows: outside } = await waits.execute(db.reader);
      assert.deepEqual(outside, [{ statement: '0', lock: '0', idle: '0' }]);
    }
    await node.close();
  });

  test('with names Formstead does not start, and says which setting mends it', async () => {
    const ignoring = await startPgBouncer(String(storage.databaseUrl), [
      'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ]);
    for (const { url } of [bouncer, ignoring]) {
      const formstead = commandLine(envOf({ ...storage, databaseUrl: url }));
      const served = await formstead('serve');
      assert.equal(served.code, 1, served.stdout);
      assert.match(served.stderr, /PgBouncer.*FORMSTEAD_DATABASE_NAMED_STATEMENTS=off/);
      assert.doesNotMatch(served.stderr, /\n\s+at /);
      const found = await examine(formstead);
      assert.equal(found.code, 1);
      assert.match(
        found.of('database'),
        /^fault: .*PgBouncer.* -> set FORMSTEAD_DATABASE_NAMED_STATEMENTS=off/,
      );
      const mended = commandLine({ ...envOf({ ...storage, databaseUrl: url }), ...OFF });
      assert.match((await examine(mended)).of('database'), /^ok: PostgreSQL \d+ answers/);
    }
    await ignoring.stop();
  });

  test('PostgreSQL itself is not taken for a pooler', async () => {
    const found = await examine(commandLine(envOf(storage)));
    assert.match(found.of('database'), /^ok: PostgreSQL \d+ answers/);
  });
});
