// An organisation goes from one installation to another one, on the other engine, whole or not at all.
// Nightly: it imports whole organisations.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { listSealed } from '#commands/sealed-texts.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { readFillState, saveFillState } from '#search/fill.store.ts';
import { commandLine, envOf, type Formstead } from '../../../test/support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../../test/support/instance.ts';
import { deepTest, IS_DEEP } from '../../../test/support/timing.ts';
import { makeWholeAccounts, rowsOfAccount } from '../../../test/support/whole-account.ts';
import { createDemoClock } from '../../../tools/demo/demo-clock.ts';
import { makeOrganisation } from '../../../tools/demo/organisation.ts';
import { keptAs } from './archive/account-tables.ts';

const KILLS = IS_DEEP ? 50 : 4;
const PASSPHRASE = 'eleven wooden spoons in a drawer';

/** What an installation seals with its own master key or makes anew, and what changes while it runs. */
const OWN = new Set([
  ...['client_secret', 'epoch', 'known_as', 'previous_secret', 'secret', 'secrets'],
  // Keys of files begin with the code here, and uses are noted in the background.
  ...['storage_key', 'picture_key', 'last_used_at', 'last_used_ip', 'last_used_agent'],
]);

/** Work that waits, and that a running service does. */
const WORK = new Set(['list_cleanings', 'search_refills']);

type Rows = Awaited<ReturnType<typeof rowsOfAccount>>;

/** Returns the rows of the tables that an archive keeps, in an order and form that both engines share. */
function comparable(rows: Rows): Readonly<Record<string, readonly string[]>> {
  const kept = [...rows].filter(([name]) => keptAs({ name }) !== undefined && !WORK.has(name));
  return Object.fromEntries(
    kept
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, found]) => [
        name,
        found
          .filter((row) => !String(row['action']).startsWith('account.'))
          // The place of an event in the chain may follow a moment after the event.
          // An import makes one for an account whose changes nobody has read yet.
          .filter((row) => name !== 'form_change_heads' || row['seq'] !== 0)
          .filter((row) => name !== 'audit_events' || row['chain_seq'] !== null)
          .filter((row) => row['name'] !== 'fileBytes')
          .map((row) => {
            const cells = Object.entries(row).filter(([column]) => !OWN.has(column));
            return JSON.stringify(cells.toSorted(([a], [b]) => (a < b ? -1 : 1)));
          })
          .toSorted(),
      ]),
  );
}

forEachEngine((engine, other) => {
  let instance: Instance;
  let storage: EngineInstance;
  let id: string;
  let code: string;
  let keyFile: string;
  let archive: string;
  let token: string;
  before(async () => {
    storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    const made = await makeWholeAccounts(instance);
    id = made.accountId;
    const { db, directory } = instance.services;
    code = String((await directory.readAccount(db.reader, id))?.code);
    token = await instance.adminToken();
    keyFile = join(storage.dataDir, 'passphrase.txt');
    await writeFile(keyFile, `${PASSPHRASE}\n`);
    archive = join(storage.dataDir, 'whole.tar.gz');
    const ran = await commandLine(envOf(storage))(
      ...['account', 'export', '--account', code, '--out', archive, '--key-file', keyFile],
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.doesNotMatch(ran.stdout, /can't be opened/);
  });
  after(() => instance.close());

  /** Another installation with another organisation, and how to run commands there. */
  async function elsewhere(): Promise<{
    readonly there: EngineInstance;
    readonly formstead: Formstead;
  }> {
    const there = await other.fresh('any');
    const formstead = commandLine(envOf(there));
    const ran = await formstead('setup', '--account', 'Neighbour', '--user-name', 'neighbour');
    assert.equal(ran.code, 0, ran.stderr);
    return { there, formstead };
  }
  const rowsThere = async (there: EngineInstance): Promise<Rows> => {
    const db = await openDatabase({ ...there, clock: systemClock, random: systemRandom });
    return rowsOfAccount(db, id).finally(() => db.close());
  };

  test('an organisation arrives on the other engine with every row, its passwords, secrets, files and proven audit log', async (t) => {
    const { there, formstead } = await elsewhere();
    const ran = await formstead('account', 'import', archive, '--key-file', keyFile, '--yes');
    assert.equal(ran.code, 0, ran.stderr);
    const [before, arrived] = [
      await rowsOfAccount(instance.services.db, id),
      await rowsThere(there),
    ];
    assert.deepEqual(comparable(arrived), comparable(before));

    const moved = await startInstance(other, { storage: there, account: instance.account });
    t.after(() => moved.close());
    const basic = Buffer.from(`${code}/admin:${ADMIN_PASSWORD}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    assert.equal((await moved.request('GET', '/v2/formz', { token: null, headers })).status, 200);
    const newToken = await moved.adminToken();
    const ask = async (of: Instance, path: string, as: string) => {
      const answer = await of.request('GET', path, { token: as });
      assert.equal(answer.status, 200, answer.text);
      return answer;
    };
    for (const path of [
      '/v2/formz?pageSize=50',
      '/v2/formz?search=dam',
      '/v2/templates',
      '/v2/webhooks',
      '/v2/lists',
    ]) {
      const [mine, theirs] = [await ask(instance, path, token), await ask(moved, path, newToken)];
      assert.deepEqual(withoutHost(theirs.text), withoutHost(mine.text), path);
    }
    assert.ok(before.get('attachments')?.length);
    for (const { id: attachment, form_id, sha256 } of before.get('attachments') ?? []) {
      const path = `/v2/formz/${form_id}/attachments/${attachment}`;
      const { bytes } = await ask(moved, path, newToken);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    }
    await moved.services.chains.linkPending();
    const { intact, checked } = await moved.services.chains.verify(id);
    assert.deepEqual([intact, checked > 50], [true, true]);
    assert.equal(await moved.services.chains.countLost(), 0);
    const { seal, db } = moved.services;
    let opened = 0;
    for await (const { context, sealed } of listSealed(db.reader)) {
      assert.notEqual(seal.open(context, sealed), undefined, context);
      opened += 1;
    }
    assert.ok(opened > 5);
    const doctor = await formstead('doctor', '--json');
    assert.equal(doctor.json('ok'), true, doctor.stdout);
    const again = await formstead('account', 'import', archive, '--key-file', keyFile, '--yes');
    assert.equal(again.code, 1);
    assert.match(again.stderr, /This organisation is here already/);
  });

  test('what an archive was made too early to have is filled in after it arrives', async () => {
    const { there, formstead } = await elsewhere();
    const db = await openDatabase({ ...there, clock: systemClock, random: systemRandom });
    const jobs = ['fill-answer-values', 'fill-search'];
    const after = { accountId: '', id: '' };
    // As in an installation that has filled in everything of its own.
    const done = { version: 99, passes: 2, finishedAt: 0, source: 0, after };
    await db.transaction(async (tx) => {
      for (const name of jobs) await saveFillState(tx, name, done);
    });
    const ran = await formstead('account', 'import', archive, '--key-file', keyFile, '--yes');
    const left = await Promise.all(jobs.map((name) => readFillState(db.reader, name)));
    await db.close();
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual(left, [undefined, undefined]);
  });

  test('under another code and without secrets, what can not be taken along is told', async (t) => {
    const { there, formstead } = await elsewhere();
    const taken = await formstead('setup', '--account', code, '--user-name', 'x', '--json');
    assert.equal(taken.json('accountCode') ?? code, code);
    const refused = await formstead('account', 'import', archive, '--without-secrets', '--yes');
    assert.match(
      refused.stderr,
      /Another organisation has the code .*: give a different one with --as/,
    );
    const ran = await formstead(
      ...['account', 'import', archive, '--without-secrets', '--as', 'other7', '--yes'],
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /people need new passwords/);
    assert.match(ran.stdout, /begin with the code .*left out/);
    const rows = await rowsThere(there);
    const count = (table: string) => rows.get(table)?.length;
    assert.deepEqual(
      ['credentials', 'secrets', 'webhooks', 'public_links', 'passkeys'].map(count),
      [0, 0, 0, 0, 0],
    );
    assert.equal(rows.get('users')?.filter((row) => row['password_hash'] !== null).length, 0);
    const keys = rows.get('attachments')?.map((row) => String(row['storage_key'])) ?? [];
    assert.ok(keys.length > 0 && keys.every((key) => key.startsWith('other7/')));
    assert.ok(keys.every((key) => existsSync(join(there.dataDir, 'files', ...key.split('/')))));
    const moved = await startInstance(other, { storage: there, account: instance.account });
    t.after(() => moved.close());
    await moved.services.chains.linkPending();
    assert.equal((await moved.services.chains.verify(id)).intact, true);
  });

  deepTest(
    'the demo organisation arrives whole, and its people get tokens and their forms',
    async (t) => {
      const home = await engine.fresh('any');
      const source = await startInstance(engine, { storage: home });
      t.after(() => source.close());
      const demo = await makeOrganisation(source.services, createDemoClock(), ADMIN_PASSWORD);
      await source.services.chains.linkPending();
      const { accountId } = demo.account;
      const { reader } = source.services.db;
      const account = await source.services.directory.readAccount(reader, accountId);
      const out = join(home.dataDir, 'demo.tar.gz');
      const exported = await commandLine(envOf(home))(
        ...[
          'account',
          'export',
          '--account',
          `${account?.code}`,
          '--out',
          out,
          '--key-file',
          keyFile,
        ],
      );
      assert.equal(exported.code, 0, exported.stderr);
      const { there, formstead } = await elsewhere();
      const ran = await formstead('account', 'import', out, '--key-file', keyFile, '--yes');
      assert.equal(ran.code, 0, ran.stderr);
      const moved = await startInstance(other, { storage: there, account: demo.account });
      t.after(() => moved.close());
      const rows = async (of: Instance) =>
        comparable(await rowsOfAccount(of.services.db, accountId));
      assert.deepEqual(await rows(moved), await rows(source));
      for (const { clientId, clientSecret } of demo.signIns) {
        const [mine, theirs] = await Promise.all(
          [source, moved].map(async (of) =>
            of.request('GET', '/v2/formz', { token: await of.token(clientId, clientSecret) }),
          ),
        );
        assert.equal(theirs?.status, 200);
        assert.deepEqual(withoutHost(theirs.text), withoutHost(mine?.text ?? ''));
      }
    },
  );

  test(`killed ${KILLS} times, an import leaves the whole organisation or nothing of it`, async () => {
    const args = ['src/cli.ts', 'account', 'import', archive, '--key-file', keyFile, '--yes'];
    const wanted = comparable(await rowsOfAccount(instance.services.db, id));
    let { there, formstead } = await elsewhere();
    for (let kills = 0; kills < KILLS; ) {
      const child = spawn(process.execPath, args, {
        env: { ...process.env, ...envOf(there) },
        stdio: 'ignore',
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), 400 + randomInt(2000));
      const [exit] = await once(child, 'close');
      clearTimeout(timer);
      assert.ok(exit === 0 || exit === null, `it ended by itself with ${exit}`);
      if (exit === null) kills += 1;
      const rows = await rowsThere(there);
      if (rows.get('users')?.length === 0) {
        assert.equal(exit, null);
        const left = [...rows].filter(([, found]) => found.length > 0).map(([name]) => name);
        assert.ok(
          left.every((name) => name === 'loose_files'),
          String(left),
        );
        continue;
      }
      assert.deepEqual(comparable(rows), wanted);
      if (kills < KILLS) ({ there, formstead } = await elsewhere());
    }
    const before = await rowsThere(there);
    const ran = await formstead('account', 'import', archive, '--key-file', keyFile, '--yes');
    assert.equal(ran.code, before.get('users')?.length === 0 ? 0 : 1, ran.stderr);
    const rows = await rowsThere(there);
    assert.deepEqual(comparable(rows), wanted);
    assert.equal(rows.get('loose_files')?.length, 0);
    assert.deepEqual(
      readdirSync(there.dataDir).filter((name) => name.startsWith('.account-import')),
      [],
    );
  });

  test('an import asks first, wants what opens the secrets, and on SQLite a service that is stopped', async () => {
    const { there } = await elsewhere();
    const formstead = commandLine(envOf(there), { stdin: 'no\n' });
    const asked = await formstead('account', 'import', archive, '--without-secrets');
    assert.equal(asked.code, 1);
    assert.match(
      asked.stderr,
      /users, \d+ groups, .*Secrets are left out\.\nType yes to begin: Nothing was done\.\n$/s,
    );
    const unnamed = await formstead('account', 'import', archive, '--yes');
    assert.equal(unnamed.code, 2);
    assert.match(unnamed.stderr, /holds secrets: give what opens them with --key-file/);
    const wrong = await formstead('account', 'import', archive, '--as', 'Not A Code', '--yes');
    assert.equal(wrong.code, 2);
    if (other.name === 'postgres') return;
    const serving = new SqliteDatabase(join(there.dataDir, 'serving.lock'));
    serving.exec('begin exclusive');
    const running = await formstead('account', 'import', archive, '--without-secrets', '--yes');
    serving.close();
    assert.match(running.stderr, /A service uses .*\. Stop it first/);
  });
});

/** The two installations listen on ports of their own. */
const withoutHost = (text: string): unknown =>
  JSON.parse(text.replaceAll(/https:\/\/[^/"]+/g, 'https://host'));
