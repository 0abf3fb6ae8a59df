// An archive of one organisation: everything of it, nothing of another, and no secret in clear.
// Nightly: it kills the program again and again.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { commandLine, envOf, type Formstead, folder } from '../../../test/support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { IS_DEEP } from '../../../test/support/timing.ts';
import {
  makeWholeAccounts,
  rowsOfAccount,
  type WholeAccounts,
} from '../../../test/support/whole-account.ts';
import { keptAs } from './archive/account-tables.ts';

const run = promisify(execFile);
const KILLS = IS_DEEP ? 50 : 4;

/** Columns whose values must never be in clear in an archive. */
const SECRET_COLUMNS = [
  ...['users.password_hash', 'secrets.hash', 'passkeys.public_key', 'second_factors.secret'],
  ...['recovery_codes.hash', 'sso_connections.client_secret', 'webhooks.secret', 'sessions.hash'],
  ...['public_links.token_hash', 'public_links.secrets', 'public_links.code_hash'],
  ...['former_users.known_as', 'sign_in_links.hash', 'password_requests.hash', 'notices.content'],
];

/** Unpacks an archive with the program that everybody has. */
async function unpack(t: TestContext, archive: string): Promise<string> {
  const to = await folder(t);
  await run('tar', ['xzf', archive, '-C', to]);
  return to;
}

const linesOf = (file: string): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const textOf = (home: string): string =>
  globSync(join(home, '**', '*.{json,jsonl,txt}'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

forEachEngine((engine) => {
  let storage: EngineInstance;
  let instance: Instance;
  let made: WholeAccounts;
  let formstead: Formstead;
  let code: string;
  before(async () => {
    storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    made = await makeWholeAccounts(instance);
    formstead = commandLine(envOf(storage));
    code = await codeOf(made.accountId);
  });
  after(() => instance.close());

  const codeOf = async (id: string): Promise<string> =>
    String((await instance.services.directory.readAccount(instance.services.db.reader, id))?.code);
  const rowsOf = (id: string) => rowsOfAccount(instance.services.db, id);

  test('an archive has every row of its organisation, as JSON with the names of the API, and whole files', async (t) => {
    const rows = await rowsOf(made.accountId);
    const out = join(await folder(t), 'acme.tar.gz');
    const ran = await formstead('account', 'export', '--account', code, '--out', out, '--json');
    assert.equal(ran.code, 0, ran.stderr);
    const home = await unpack(t, out);
    const manifest = JSON.parse(readFileSync(join(home, 'manifest.json'), 'utf8'));
    assert.equal(manifest.format, 'formstead-account-1');
    assert.equal(manifest.secrets, 'left out');
    assert.equal(manifest.auditLog.intact, true);
    for (const { path, rows: count, bytes, sha256 } of manifest.parts) {
      const content = readFileSync(join(home, path));
      const hash = createHash('sha256').update(content).digest('hex');
      assert.deepEqual([content.length, hash], [bytes, sha256], path);
      assert.equal(linesOf(join(home, path)).length, count, path);
    }
    const kept = [...rows].filter(([name]) => ['data', 'index'].includes(String(keptAs({ name }))));
    const filled = kept.filter(([, found]) => found.length > 0);
    assert.ok(filled.length >= 25, String(filled.map(([name]) => name)));
    for (const [name, found] of kept) {
      const file = join(home, String(keptAs({ name })), `${name.replaceAll('_', '-')}.jsonl`);
      // The export itself is an audit event.
      assert.ok(linesOf(file).length - found.length <= (name === 'audit_events' ? 9 : 0), name);
      assert.ok(linesOf(file).length >= found.length, name);
    }
    const [form] = linesOf(join(home, 'data', 'forms.jsonl'));
    assert.equal(typeof form?.['templateTitle'], 'string');
    assert.equal(typeof form?.['answers'], 'object');
    assert.match(String(form?.['createdAt']), /^\d{4}-\d\d-\d\dT.*Z$/);

    const attachments = rows.get('attachments') ?? [];
    assert.ok(attachments.length > 0);
    for (const { form_id, id, file_name, sha256 } of attachments) {
      const path = join(home, 'attachments', String(form_id), String(id), String(file_name));
      assert.equal(createHash('sha256').update(readFileSync(path)).digest('hex'), sha256);
    }
  });

  test('users and groups are in an archive as SCIM answers them', async (t) => {
    const out = join(await folder(t), 'acme.tar.gz');
    await formstead('account', 'export', '--account', code, '--out', out);
    const home = await unpack(t, out);
    const token = await instance.adminToken();
    for (const kind of ['users', 'groups'] as const) {
      const shown = linesOf(join(home, 'scim', `${kind}.jsonl`));
      const path = `/scim/v2/${kind === 'users' ? 'Users' : 'Groups'}`;
      const listed = await instance.request('GET', `${path}?count=1`, { token });
      assert.equal(shown.length, listed.at('totalResults'));
      for (const resource of [...shown.slice(0, 5), ...shown.slice(-5)]) {
        const answer = await instance.request('GET', `${path}/${resource['id']}`, { token });
        assert.deepEqual(withoutHost(resource), withoutHost(answer.body));
      }
    }
  });

  test('an archive holds nothing of another organisation, and no secret in clear', async (t) => {
    const home = await folder(t);
    const identity = await generateX25519Identity();
    const keyFile = join(home, 'recipient.txt');
    await writeFile(keyFile, `# recipient\n${await identityToRecipient(identity)}\n`);
    const out = join(home, 'acme.tar.gz');
    const ran = await formstead(
      ...['account', 'export', '--account', code, '--out', out, '--key-file', keyFile],
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /Secrets are in it, encrypted/);
    const unpacked = await unpack(t, out);
    const text = textOf(unpacked);

    const others = [...(await rowsOf(made.otherId)).values()].flat();
    const words = new Set([made.otherId, ...others.map(({ id }) => String(id))]);
    words.delete('undefined');
    assert.ok(words.size > 50);
    const seen = [...words].filter((word) => word.length > 8 && text.includes(`"${word}`));
    assert.deepEqual(seen, [], 'of another organisation');

    const own = await rowsOf(made.accountId);
    const secrets = SECRET_COLUMNS.flatMap((name) => {
      const [table = '', column = ''] = name.split('.');
      return (own.get(table) ?? []).flatMap((row) => row[column] ?? []).map(String);
    }).filter((secret) => secret.length > 8);
    assert.ok(secrets.length > 10);
    assert.deepEqual(
      secrets.filter((secret) => text.includes(secret)),
      [],
      'secrets in clear',
    );

    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const sealed = readFileSync(join(unpacked, 'secrets.jsonl.age'));
    const opened = await decrypter.decrypt(sealed, 'text');
    const kinds = new Set(
      opened
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    );
    for (const kind of ['users', 'secrets', 'passkeys', 'webhooks', 'publicLinks']) {
      assert.ok(kinds.has(kind), kind);
    }
    assert.match(opened, /"secret of /, 'the master key of another installation opens nothing');
  });

  test('an archive is one moment of the data, while people write', async (t) => {
    const out = join(await folder(t), 'acme.tar.gz');
    const { db, directory } = instance.services;
    const actor = { accountId: made.accountId, via: 'command-line' } as const;
    const writing = { isOn: true, users: 0 };
    const writer = (async () => {
      while (writing.isOn) {
        // A user and its audit event, in one transaction.
        const attributes = { userName: `under-load-${writing.users}`, active: true };
        await db.transaction((tx) =>
          directory.createUser(tx, actor, { attributes, origin: 'local' }),
        );
        writing.users += 1;
      }
    })();
    const ran = await formstead('account', 'export', '--account', code, '--out', out);
    writing.isOn = false;
    await writer;
    assert.equal(ran.code, 0, ran.stderr);
    assert.ok(writing.users > 5);
    const home = await unpack(t, out);
    const read = (name: string) => linesOf(join(home, 'data', `${name}.jsonl`));
    const users = read('users').filter(({ userName }) => String(userName).startsWith('under-load'));
    const ids = new Set(users.map(({ id }) => id));
    const events = read('audit-events').filter(
      ({ action, targetId }) => action === 'user.create' && ids.has(targetId),
    );
    assert.equal(events.length, users.length);
    const counted = linesOf(join(home, 'index', 'counters.jsonl'))
      .filter(({ name }) => name === 'users')
      .reduce((sum, { value }) => sum + Number(value), 0);
    assert.equal(counted, read('users').filter((user) => user['protected'] === false).length);
  });

  test(`killed ${KILLS} times, an export leaves no half archive, and the next one is whole`, async (t) => {
    const home = await folder(t);
    const out = join(home, 'acme.tar.gz');
    const args = ['src/cli.ts', 'account', 'export', '--account', code, '--out', out];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = spawn(process.execPath, args, {
        env: { ...process.env, ...envOf(storage) },
        stdio: 'ignore',
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), 300 + randomInt(1500));
      await once(child, 'close');
      clearTimeout(timer);
      if (existsSync(out)) await run('rm', [await whole(out)]);
    }
    const ran = await formstead('account', 'export', '--account', code, '--out', out);
    assert.equal(ran.code, 0, ran.stderr);
    await whole(out);
    assert.deepEqual(await readdir(home), ['acme.tar.gz'], 'nothing is left in clear');
  });

  test('an export overwrites nothing, and says what is wrong in one line', async (t) => {
    const home = await folder(t);
    await mkdir(join(home, 'there'));
    await writeFile(join(home, 'empty.txt'), '\n');
    const refused = async (expected: RegExp, ...argv: readonly string[]): Promise<void> => {
      const ran = await formstead('account', 'export', ...argv);
      assert.notEqual(ran.code, 0);
      assert.equal(ran.stdout, '');
      assert.match(ran.stderr, expected);
      assert.equal(ran.stderr.trim().split('\n').length, 1, ran.stderr);
    };
    const out = ['--account', code, '--out', join(home, 'new.tar.gz')];
    await refused(/exists, and nothing is overwritten/, '--out', join(home, 'there'));
    await refused(/There is no directory/, '--out', join(home, 'nowhere', 'a.tar.gz'));
    await refused(/There is no account with the code acne/, '--account', 'acne', ...out.slice(2));
    await refused(/txt can't be used. .*empty/, ...out, '--key-file', join(home, 'empty.txt'));
    await refused(/cannot be read \(ENOENT\)/, ...out, '--key-file', join(home, 'none.txt'));
    assert.deepEqual((await readdir(home)).toSorted(), ['empty.txt', 'there']);
  });
});

/** Checks that an archive is whole. @returns its path */
async function whole(archive: string): Promise<string> {
  const { stdout } = await run('tar', ['tzf', archive]);
  assert.match(stdout, /^manifest\.json\n/);
  assert.match(stdout, /scim\/groups\.jsonl/);
  return archive;
}

/** A test listens on a port of its own, which a command does not know. */
const withoutHost = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/https:\/\/[^/"]+/g, 'https://host'));
