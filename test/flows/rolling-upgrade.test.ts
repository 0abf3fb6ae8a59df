// A newer version starts next to nodes that still serve, and migrates the schema while they run.
// Nightly: two versions serve while it upgrades.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import type { Migration } from '#db/migration.ts';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';

/**
 * Everything that a migration may do: it adds a nullable column, a column with a default and an index to every table,
 * and a new table.
 */
const EXPAND: Migration = {
  name: '29990101-expand',
  oldestBeside: '0.1.0',
  async up(tx: Tx) {
    const tables = await tx.introspection.getTables();
    for (const { name } of tables.filter((table) => !/^(sqlite_|migrations$)/.test(table.name))) {
      const alter = () => tx.schema.alterTable(name);
      await alter().addColumn('later', 'text').execute();
      await alter()
        .addColumn('later_count', 'bigint', (c) => c.notNull().defaultTo(7))
        .execute();
      await tx.schema.createIndex(`${name}_by_later`).on(name).column('later_count').execute();
    }
    await tx.schema.createTable('brand_new').addColumn('id', 'text').execute();
    await sql`update users set later = 'filled in' where origin = 'local'`.execute(tx);
  },
};

forEngineOrBoth('postgres', (engine) => {
  test('a node goes on, and restarts, when a newer version has expanded the schema', async (t) => {
    const storage = await engine.fresh();
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const before = await useEverything(node, 'before');
    const newer = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    const steps = [...migrations, EXPAND];
    assert.deepEqual(await newer.transaction((tx) => migrate(tx, 0, { steps })), [EXPAND.name]);
    assert.deepEqual(await newer.transaction((tx) => migrate(tx, 0, { steps })), []);
    // Repeated, because a node has several connections, each with its own prepared statements.
    for (let round = 0; round < 8; round += 1) {
      assert.deepEqual(await useEverything(node, `after${round}`), before);
    }
    const { rows } = await sql<{
      later: string | null;
      later_count: unknown;
    }>`select later, later_count from users where origin = 'local'`.execute(newer.reader);
    assert.ok(rows.length > 0);
    for (const row of rows) {
      assert.equal(row.later, 'filled in');
      assert.equal(Number(row.later_count), 7);
    }
    await newer.close();
    assert.equal((await node.request('GET', '/readyz')).status, 200);
    const restart = () => startInstance(engine, { storage, account: node.account });
    if (engine.name === 'sqlite') {
      await assert.rejects(restart(), /newer version \(it has 29990101-expand\)/);
      return;
    }
    const restarted = await restart();
    t.after(() => restarted.close());
    assert.deepEqual(await useEverything(restarted, 'restarted'), before);
    assert.equal((await restarted.request('GET', '/readyz')).status, 200);
  });
});

/** @returns the statuses of requests that read and write, as API client, identity provider and admin */
async function useEverything(node: Instance, tag: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  const send = async (method: string, path: string, body?: Readonly<Record<string, unknown>>) => {
    const answer = await node.request(method, path, body === undefined ? {} : { body });
    statuses.push(answer.status);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const { clientId, clientSecret } = node.account;
  await node.token(clientId, clientSecret);
  const user = await send('POST', '/scim/v2/Users', {
    userName: `${tag}@x.example`,
    emails: [{ value: `${tag}@x.example` }],
  });
  const id = String(user.at('id'));
  const group = await send('POST', '/scim/v2/Groups', {
    displayName: tag,
    members: [{ value: id }],
  });
  await send('PATCH', `/scim/v2/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'displayName', value: tag }],
  });
  await send('GET', `/scim/v2/Users?filter=userName+eq+%22${tag}@x.example%22`);
  await send('GET', '/scim/v2/Groups');
  const admin = await adminBrowser(node);
  const browse = async (path: string, body?: Readonly<Record<string, unknown>>) => {
    const answer = await admin.send(
      body === undefined ? 'GET' : 'POST',
      path,
      body === undefined ? {} : { body },
    );
    statuses.push(answer.status);
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const { db, forms } = node.services;
  const by = { ...node.account, role: 'admin', via: 'api' } as const;
  const templateId = await db.transaction(async (tx) => {
    const made = await forms.createTemplate(tx, by, { name: tag, definition: DEFINITION });
    return (await forms.publishTemplate(tx, by, made.id)).template.id;
  });
  const form = await send('POST', '/v2/formz', { templateId });
  await send('GET', `/v2/formz/${form.at('id')}`);
  await send('GET', '/v2/formz?changedSince=0');
  for (const path of [
    ...['session', 'users', 'groups', 'credentials', 'forms', 'templates', 'audit-events'],
    ...['account', 'alerts', 'provisioning/log', 'webhooks', 'me/sessions', 'former-users'],
  ]) {
    await browse(`/app/v1/${path}`);
  }
  await send('DELETE', `/scim/v2/Groups/${group.at('id')}`);
  await send('DELETE', `/scim/v2/Users/${id}`);
  return statuses;
}
