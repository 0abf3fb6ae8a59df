import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { it, test } from 'node:test';
import Database from 'better-sqlite3';
import { Client } from 'pg';
import { forEachEngine } from './engines.ts';

async function query(databaseUrl: string, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined); // one test checks that dispose() ends connections
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

forEachEngine((engine) => {
  it('gives every test a place of its own, and leaves nothing behind', async () => {
    const [one, other] = await Promise.all([engine.fresh(), engine.fresh()]);
    assert.notEqual(one.dataDir, other.dataDir);
    assert.deepEqual(readdirSync(one.dataDir), []);
    if (engine.name === 'postgres') assert.notEqual(one.databaseUrl, other.databaseUrl);
    await one.dispose();
    await one.dispose();
    assert.equal(existsSync(one.dataDir), false);
    assert.equal(existsSync(other.dataDir), true);
  });
});

test('the engines are the versions the product is built for', async () => {
  const sqlite = new Database(':memory:').prepare('select sqlite_version()').pluck().get();
  assert.match(String(sqlite), /^3\.(4[5-9]|[5-9]\d)\./);
});

forEachEngine((engine) => {
  if (engine.name === 'sqlite') return;
  it('is PostgreSQL 18 with a collation and a zone that hide no mistake', async () => {
    const { databaseUrl = '' } = await engine.fresh();
    const [row] = await query(
      databaseUrl,
      `select current_setting('server_version_num')::int / 10000, current_setting('timezone'), 'a' < 'B'`,
    );
    assert.deepEqual(row, [18, 'Asia/Kathmandu', true]);
  });

  it('drops a database that a test is still connected to', async () => {
    const { databaseUrl = '', dispose } = await engine.fresh();
    const left = new Client({ connectionString: databaseUrl });
    const ended = new Promise((resolve) => left.on('error', resolve));
    await left.connect();
    await dispose();
    await ended;
    await assert.rejects(query(databaseUrl, 'select 1'), /does not exist/);
  });
});
