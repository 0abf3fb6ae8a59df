// Nightly: it makes and restores backups.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { startInstance } from '../../../test/support/instance.ts';
import {
  createDatabase,
  serverWithTools,
  type ToolServer,
} from '../../../test/support/postgres-tools.ts';

describe('a backup of PostgreSQL', () => {
  const run = promisify(execFile);
  const PUBLIC = { FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' };
  const suffix = randomBytes(6).toString('hex');

  let server: ToolServer;
  before(async () => {
    server = await serverWithTools();
  });
  after(() => server.stop());

  test('restored by the commands that backup and restore name, a service has every row and takes old tokens', async (t) => {
    const url = await createDatabase(server.adminUrl, `backup_from_${suffix}`);
    const storage = { dataDir: await folder(t), databaseUrl: url };
    const engine = {
      name: 'postgres' as const,
      fresh: async () => ({ ...storage, dispose: async () => undefined }),
    };
    const instance = await startInstance(engine, { storage, env: PUBLIC });
    for (const name of ['ada', 'grace']) await instance.addUser(name);
    const token = await instance.adminToken();
    const users = await instance.request('GET', '/scim/v2/Users', { token });
    await instance.services.chains.linkPending();
    // Closing writes what is still buffered.
    await instance.close();
    const rows = await rowsOf(url);

    const file = join(storage.dataDir, 'formstead backup.dump');
    const copy =
      server.tools === undefined
        ? await copyInside(t, file, url)
        : await dumpAndRestore(storage, file);
    assert.deepEqual(await rowsOf(copy), rows);
    assert.equal(rows['users']?.length, 3);

    const restored = await startInstance(engine, {
      storage: { ...storage, databaseUrl: copy },
      env: PUBLIC,
      account: instance.account,
    });
    t.after(() => restored.close());
    const answer = await restored.request('GET', '/scim/v2/Users', { token });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, users.body);
    const record = await restored.services.chains.verify(instance.account.accountId);
    assert.deepEqual([record.intact, record.checked > 3], [true, true]);
  });

  test('the URL, which holds a password, is not printed', async (t) => {
    const url = 'postgres://formstead:pa55word@db.example.org/formstead';
    const env = envOf({ dataDir: await folder(t), databaseUrl: url });
    for (const argv of [
      ['backup', '--to', "it's.dump"],
      ['restore', '--from', 'a.dump'],
    ]) {
      const { code, stdout, stderr } = await commandLine(env)(...argv);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /pg_(?:dump|restore) .*"\$FORMSTEAD_DATABASE_URL"/);
      assert.doesNotMatch(stderr, /pa55word/);
    }
  });

  /** Runs exactly what the two commands print, in a shell. */
  async function dumpAndRestore(
    storage: { readonly dataDir: string; readonly databaseUrl: string },
    file: string,
  ): Promise<string> {
    const target = await createDatabase(server.adminUrl, `backup_to_${suffix}`);
    const dump = await lineOf(envOf(storage), ['backup', '--to', file]);
    const restore = await lineOf(envOf({ ...storage, databaseUrl: target }), [
      'restore',
      '--from',
      file,
    ]);
    await shell(dump, storage.databaseUrl);
    await shell(restore, target);
    return target;
  }

  async function lineOf(env: ReturnType<typeof envOf>, argv: readonly string[]): Promise<string> {
    const { stderr } = await commandLine(env)(...argv);
    const line = stderr.split('\n').find((each) => each.startsWith('  pg_'));
    assert.ok(line, stderr);
    return line.trim();
  }

  async function shell(line: string, url: string): Promise<void> {
    const path = [server.tools, process.env['PATH']].join(delimiter);
    await run('sh', ['-c', line], { env: { PATH: path, FORMSTEAD_DATABASE_URL: url } });
  }

  /** Copies the database inside the server, for machines without a pg_dump that can read it. */
  async function copyInside(
    t: { diagnostic(message: string): void },
    file: string,
    from: string,
  ): Promise<string> {
    t.diagnostic(`no pg_dump fits the server, so ${file} was not written: copied by template`);
    const template = new URL(from).pathname.slice(1);
    return createDatabase(server.adminUrl, `backup_to_${suffix}`, template);
  }

  async function rowsOf(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const tables = await client.query(
        "select tablename from pg_tables where schemaname = 'public' order by tablename",
      );
      const rows: Record<string, readonly string[]> = {};
      for (const { tablename } of tables.rows) {
        const { rows: found } = await client.query(`select * from "${tablename}"`);
        rows[tablename] = found.map((row) => JSON.stringify(row)).sort();
      }
      return rows;
    } finally {
      await client.end();
    }
  }
});
