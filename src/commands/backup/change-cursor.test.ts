// Nightly: it makes and restores backups.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import type { Engine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { LIST_SHAPE } from '../../../test/support/lists.ts';
import { sharedPostgresUrl, startPostgres } from '../../../test/support/postgres-server.ts';

type Account = Instance['account'];

function serve(
  storage: { readonly dataDir: string; readonly databaseUrl: string | undefined },
  account?: Account,
): Promise<Instance> {
  const engine: Engine = {
    name: storage.databaseUrl === undefined ? 'sqlite' : 'postgres',
    fresh: async () => ({ ...storage, dispose: async () => undefined }),
  };
  return startInstance(engine, { storage, ...(account && { account }) });
}

const poll = (on: Instance, cursor: string) =>
  on.request('GET', `/v2/formz?changedSince=${cursor}`);

/** Creates a template, and returns a function that creates a form of it. */
async function beginForms(on: Instance): Promise<(on: Instance) => Promise<unknown>> {
  const by = { ...on.account, role: 'admin', via: 'api' } as const;
  const templateId = await on.services.db.transaction(async (tx) => {
    const { forms } = on.services;
    const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
    await forms.publishTemplate(tx, by, made.id);
    return made.id;
  });
  return ({ services: { db, forms } }) =>
    db.transaction((tx) => forms.createForm(tx, by, { templateId }));
}

test('a cursor of the change feed survives a restart on PostgreSQL, and not a move to another database', async (t) => {
  const admin = new URL(await sharedPostgresUrl());
  const urlOf = (name: string): string => Object.assign(new URL(admin), { pathname: name }).href;
  const [here, there] = ['here', 'there'].map((name) => `${name}_${randomUUID().slice(0, 8)}`);
  const client = new Client({ connectionString: admin.href });
  await client.connect();
  t.after(async () => {
    for (const name of [here, there]) {
      await client.query(`drop database if exists ${name} with (force)`);
    }
    await client.end();
  });
  await client.query(`create database ${here}`);
  const dataDir = await folder(t);
  const first = await serve({ dataDir, databaseUrl: urlOf(`${here}`) });
  const change = await beginForms(first);
  await change(first);
  const kept = String((await poll(first, '0')).headers['x-change-cursor']);
  await first.close();
  const second = await serve({ dataDir, databaseUrl: urlOf(`${here}`) }, first.account);
  assert.equal((await poll(second, kept)).status, 200);
  // As pg_restore --clean puts a dump back into the same database.
  const inside = new Client({ connectionString: urlOf(`${here}`) });
  await inside.connect();
  await inside.query(`begin;
    create table put_back (like form_change_heads including all);
    insert into put_back select * from form_change_heads;
    drop table form_change_heads;
    alter table put_back rename to form_change_heads;
    commit`);
  await inside.end();
  await change(second);
  const outdated = await poll(second, kept);
  assert.deepEqual([outdated.status, outdated.at('at')], [400, 'changedSince'], outdated.text);
  await second.close();

  await client.query(`create database ${there} template ${here}`);
  const moved = await serve({ dataDir, databaseUrl: urlOf(`${there}`) }, first.account);
  for (let changes = 0; changes < 3; changes += 1) await change(moved);
  const begun = await poll(moved, '0');
  const refused = await poll(moved, kept);
  assert.deepEqual([refused.status, refused.at('at')], [400, 'changedSince'], refused.text);
  assert.equal((await poll(moved, String(begun.headers['x-change-cursor']))).status, 200);
  await moved.close();
});

test('cursors survive a standby that takes over, but those that name what it lacks', async (t) => {
  const server = await startPostgres();
  const dataDir = await folder(t);
  const storage = { dataDir, databaseUrl: server.adminUrl };
  let node = await serve(storage);
  t.after(async () => {
    await node.close();
    await server.stop();
  });
  const { account } = node;
  const again = async (how: 'copy' | 'takeOver') => {
    await node.close();
    await server[how]();
    node = await serve(storage, account);
  };
  const cursorOf = (answer: Awaited<ReturnType<typeof poll>>): string => {
    assert.equal(answer.status, 200, answer.text);
    return String(answer.headers['x-change-cursor']);
  };
  const change = await beginForms(node);
  await change(node);
  const early = cursorOf(await poll(node, '0'));
  await change(node);
  const kept = cursorOf(await poll(node, early));
  const work = String((await node.request('GET', '/v2/assignments')).headers['x-change-cursor']);
  await again('copy');
  for (let changes = 0; changes < 2; changes += 1) await change(node);
  const lost = cursorOf(await poll(node, kept));

  await again('takeOver');
  // It passes the number that the lost cursor names.
  for (let changes = 0; changes < 3; changes += 1) await change(node);
  assert.equal((await poll(node, '0')).status, 200);
  const refused = await poll(node, lost);
  assert.deepEqual([refused.status, refused.at('at')], [400, 'changedSince'], refused.text);
  const missed = await poll(node, kept);
  assert.deepEqual([missed.status, Object(missed.body).length], [200, 3], missed.text);
  assert.equal(Object((await poll(node, early)).body).length, 4);
  assert.equal((await node.request('GET', `/v2/assignments?changedSince=${work}`)).status, 200);
  const newest = cursorOf(missed);

  await again('copy');
  await again('takeOver');
  assert.deepEqual((await poll(node, newest)).body, []);
  assert.equal(Object((await poll(node, kept)).body).length, 3);
  assert.equal((await poll(node, lost)).status, 400);
});

test('a cursor of the change feed survives a restart, and none survives a restored backup, however many changes follow', async (t) => {
  const [dataDir, elsewhere, backups] = [await folder(t), await folder(t), await folder(t)];
  const first = await serve({ dataDir, databaseUrl: undefined });
  const change = await beginForms(first);
  await change(first);
  const kept = String((await poll(first, '0')).headers['x-change-cursor']);
  const to = join(backups, 'copy.db');
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  assert.equal((await formstead('backup', '--to', to)).code, 0);
  await first.close();
  const second = await serve({ dataDir, databaseUrl: undefined }, first.account);
  assert.equal((await poll(second, kept)).status, 200);
  await second.close();

  await copyFile(join(dataDir, 'master.key'), join(elsewhere, 'master.key'));
  const restoring = commandLine({ FORMSTEAD_DATA_DIR: elsewhere });
  assert.equal((await restoring('restore', '--from', to)).code, 0);
  const restored = await serve({ dataDir: elsewhere, databaseUrl: undefined }, first.account);
  for (let changes = 0; changes < 3; changes += 1) await change(restored);
  const begun = await poll(restored, '0');
  assert.equal(begun.status, 200, begun.text);
  const refused = await poll(restored, kept);
  assert.deepEqual([refused.status, refused.at('at')], [400, 'changedSince'], refused.text);
  assert.equal((await poll(restored, String(begun.headers['x-change-cursor']))).status, 200);
  await restored.close();
});

test('what was read after a backup is known as such once it is restored, also by those who had read nothing before', async (t) => {
  const [dataDir, elsewhere, backups] = [await folder(t), await folder(t), await folder(t)];
  const first = await serve({ dataDir, databaseUrl: undefined });
  const change = await beginForms(first);
  await change(first);
  const made = await first.request('POST', '/v2/lists', {
    body: { name: 'Sites', ...LIST_SHAPE },
  });
  const path = `/v2/lists/${made.at('id')}`;
  const write = async (on: Instance, code: string) => {
    const body = { rows: [{ code, title: code }] };
    const written = await on.request('POST', `${path}/rows`, { body });
    assert.equal(written.status, 200, written.text);
  };
  await write(first, 'kept');
  const to = join(backups, 'copy.db');
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  assert.equal((await formstead('backup', '--to', to)).code, 0);
  await write(first, 'lost');
  const cursor = String((await poll(first, '0')).headers['x-change-cursor']);
  const read = await first.request('GET', `${path}/changes?seq=0`);
  const position = `seq=${read.at('seq')}&epoch=${read.at('epoch')}`;
  const again = await first.request('GET', `${path}/changes?${position}`);
  assert.deepEqual([again.at('rows'), again.at('reset')], [[], undefined]);
  await first.close();

  await copyFile(join(dataDir, 'master.key'), join(elsewhere, 'master.key'));
  const restoring = commandLine({ FORMSTEAD_DATA_DIR: elsewhere });
  assert.equal((await restoring('restore', '--from', to)).code, 0);
  const restored = await serve({ dataDir: elsewhere, databaseUrl: undefined }, first.account);
  const later = await restored.request('GET', `${path}/changes?seq=${read.at('seq')}`);
  assert.deepEqual([later.at('rows', 0, 'key'), later.at('reset')], ['kept', true]);
  for (const code of ['new', 'newer']) await write(restored, code);
  const all = await restored.request('GET', `${path}/changes?${position}`);
  assert.equal(all.at('reset'), true, all.text);
  const keys = [0, 1, 2, 3].map((at) => all.at('rows', at, 'key'));
  assert.deepEqual(keys, ['kept', 'new', 'newer', undefined]);
  for (let changes = 0; changes < 3; changes += 1) await change(restored);
  assert.equal((await poll(restored, '0')).status, 200);
  const refused = await poll(restored, cursor);
  assert.deepEqual([refused.status, refused.at('at')], [400, 'changedSince'], refused.text);
  await restored.close();
});
