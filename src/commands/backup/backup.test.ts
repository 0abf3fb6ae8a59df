// Nightly: it makes and restores backups.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { sqliteFile } from '#db/open-sqlite.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import type { Engine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const run = promisify(execFile);
// The issuer of tokens. It must be the same in the restored service.
const PUBLIC = { FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' };

/** Starts a service on SQLite in its own folder. */
async function serviceIn(
  t: TestContext,
  dataDir: string,
  account?: Instance['account'],
): Promise<Instance> {
  const storage = { dataDir, databaseUrl: undefined };
  const engine: Engine = {
    name: 'sqlite',
    fresh: async () => ({ ...storage, dispose: async () => undefined }),
  };
  const instance = await startInstance(engine, {
    storage,
    env: PUBLIC,
    ...(account && { account }),
  });
  t.after(() => instance.close());
  return instance;
}

/** Returns every row of every table in a file, without the times that the running node's leases end. */
function rowsOf(file: string): Readonly<Record<string, readonly string[]>> {
  const db = new SqliteDatabase(file, { readonly: true });
  try {
    const tables = db
      .prepare<[], { name: string }>(
        "select name from sqlite_master where type = 'table' order by name",
      )
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        const rows = db.prepare(`select * from "${name}"`).all();
        return [name, rows.map((row) => JSON.stringify(row, exceptUntil)).sort()];
      }),
    );
  } finally {
    db.close();
  }
}

const exceptUntil = (name: string, value: unknown): unknown =>
  name === 'expires_at' ? undefined : value;

function count(file: string, sql: string): number {
  const db = new SqliteDatabase(file, { readonly: true });
  try {
    return Number(db.prepare(sql).pluck().get());
  } finally {
    db.close();
  }
}

test('a backup under write load is one moment of the data: whole users, right totals', async (t) => {
  const dataDir = await folder(t);
  const backups = await folder(t);
  const instance = await serviceIn(t, dataDir);
  let made = 0;
  let isWriting = true;
  const write = async (): Promise<void> => {
    while (isWriting) {
      const userName = `user-${made++}@example.org`;
      const answer = await instance.request('POST', '/scim/v2/Users', {
        body: {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
          userName,
          emails: [{ value: userName, type: 'work' }],
          phoneNumbers: [{ value: String(made), type: 'mobile' }],
        },
      });
      assert.equal(answer.status, 201, answer.text);
    }
  };
  const writers = [write(), write(), write(), write()];
  const totals: number[] = [];
  for (const name of ['one.db', 'two.db', 'three.db']) {
    const to = join(backups, name);
    const least = count(sqliteFile(dataDir), 'select count(*) from users where protected = 0');
    // The backup runs in its own process, as an operator's does, so that writes continue meanwhile.
    const { stdout } = await run(process.execPath, ['src/cli.ts', 'backup', '--to', to, '--json'], {
      env: { FORMSTEAD_DATA_DIR: dataDir },
    });
    const most = count(sqliteFile(dataDir), 'select count(*) from users where protected = 0');
    assert.deepEqual(JSON.parse(stdout).file, to);
    const users = count(to, 'select count(*) from users where protected = 0');
    assert.ok(least <= users && users <= most, `${least} <= ${users} <= ${most}`);
    assert.equal(count(to, "select sum(value) from counters where name = 'users'"), users);
    assert.equal(count(to, 'select count(*) from user_values'), 2 * users);
    assert.equal(
      count(to, "select count(*) from audit_events where action = 'user.create'"),
      users + 1,
    );
    totals.push(users);
  }
  isWriting = false;
  await Promise.all(writers);
  assert.ok((totals[2] ?? 0) > (totals[0] ?? 0), 'nothing was written meanwhile');
});

test('restored from its backup, a service has every row and takes the tokens of before', async (t) => {
  const [dataDir, elsewhere, backups] = [await folder(t), await folder(t), await folder(t)];
  const instance = await serviceIn(t, dataDir);
  for (const name of ['ada', 'grace', 'edsger']) await instance.addUser(name, 'designer');
  const token = await instance.adminToken();
  const before = await instance.request('GET', '/scim/v2/Users', { token });
  const to = join(backups, 'formstead.db');

  const formstead = commandLine(envOf({ dataDir, databaseUrl: undefined }));
  const source = sqliteFile(dataDir);
  // Last uses are written with a delay; until then the data still changes.
  while (count(source, 'select count(*) from credentials where last_used_at is null') > 0) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const atRest = rowsOf(source);
  const made = await formstead('backup', '--to', to, '--json');
  assert.equal(made.code, 0, made.stderr);
  assert.equal(made.json('bytes'), statSync(to).size);
  assert.equal(made.json('accounts'), 1);
  // The source tells when it was backed up and checked; nothing else of it has changed.
  const { deployment = [], ...others } = rowsOf(source);
  const { deployment: facts = [], ...rest } = atRest;
  assert.deepEqual(others, rest);
  const told = deployment.filter((row) => !facts.includes(row));
  assert.match(
    told.join(),
    /^\{"name":"backup-verified","value":"(\d+)"\},\{"name":"last-backup","value":"\1"\}$/,
  );
  assert.equal(deployment.length, facts.length + 2);

  copyFileSync(join(dataDir, 'master.key'), join(elsewhere, 'master.key'));
  const there = commandLine(envOf({ dataDir: elsewhere, databaseUrl: undefined }));
  const restored = await there('restore', '--from', to, '--json');
  assert.equal(restored.code, 0, restored.stderr);
  assert.deepEqual(restored.json('masterKeys'), made.json('masterKeys'));
  assert.ok((atRest['users']?.length ?? 0) === 4 && (atRest['keys']?.length ?? 0) === 2);
  // Whoever followed the changes of before is told to begin anew; nothing else differs.
  const { form_change_heads: heads, ...brought } = rowsOf(sqliteFile(elsewhere));
  const { form_change_heads: none, ...kept } = atRest;
  assert.deepEqual(brought, kept);
  assert.deepEqual([none, heads?.length], [[], 1]);
  assert.match(heads?.join() ?? '', /"seq":0,"epoch":"[0-9a-f]{16}"/);

  const again = await serviceIn(t, elsewhere, instance.account);
  const after = await again.request('GET', '/scim/v2/Users', { token });
  assert.equal(after.status, 200);
  assert.deepEqual(after.body, before.body);
  await again.token(instance.account.clientId, instance.account.clientSecret);
});

test('the file is for its owner only and holds no master key and no client secret', async (t) => {
  const dataDir = await folder(t);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  const made = await formstead('setup', '--account', 'A', '--user-name', 'a', '--json');
  const to = join(dataDir, 'backup.db');
  const said = await formstead('backup', '--to', to);
  assert.match(said.stdout, /master key is not in it: keep a copy of .*master\.key/);
  assert.equal(statSync(to).mode & 0o777, 0o600);
  const bytes = readFileSync(to);
  const master = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
  for (const secret of [master, Buffer.from(master, 'base64'), made.word('clientSecret')]) {
    assert.equal(bytes.includes(secret), false);
  }
  assert.ok(bytes.includes(made.word('clientId')));
});

test('what was deleted is not in a backup made afterwards', async (t) => {
  const dataDir = await folder(t);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  await formstead('user', 'create', '--user-name', 'x', '--email', 'forget-me@example.org');
  await formstead('user', 'delete', 'x');
  const to = join(dataDir, 'backup.db');
  await formstead('backup', '--to', to);
  assert.equal(readFileSync(to).includes('forget-me@example.org'), false);
});

test('nothing is overwritten, and a failed backup leaves nothing behind', async (t) => {
  const [dataDir, backups] = [await folder(t), await folder(t)];
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const to = join(backups, 'backup.db');
  assert.equal((await formstead('backup', '--to', to)).code, 0);
  const first = readFileSync(to);
  const second = await formstead('backup', '--to', to);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /backup\.db exists, and nothing is overwritten/);
  assert.ok(readFileSync(to).equals(first));
  assert.match(
    (await formstead('backup', '--to', join(backups, 'missing', 'b.db'))).stderr,
    /There is no directory .*missing/,
  );

  damage(sqliteFile(dataDir));
  const broken = join(backups, 'broken.db');
  const failed = await formstead('backup', '--to', broken);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /damaged/);
  assert.equal(existsSync(broken), false);
  assert.deepEqual(readdirSync(backups).sort(), ['backup.db', 'backup.db.files']);
});

/** Creates rows that refer to a missing row, as a lost page does. */
function damage(file: string): void {
  const db = new SqliteDatabase(file);
  db.pragma('foreign_keys = OFF');
  db.exec('delete from accounts');
  db.close();
}
