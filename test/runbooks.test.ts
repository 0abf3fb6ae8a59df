// Runs the commands of docs/runbooks.md as they stand, in their order. test/documents.test.ts holds what links to them.
// Nightly: it starts the program some thirty times.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { purgeDeleted } from '../src/forms/purge-forms.ts';
import { givenFiles, makePair } from './support/certificates.ts';
import { envOf } from './support/command-line.ts';
import { runShell } from './support/curl.ts';
import { forEachEngine } from './support/engines.ts';
import { DEFINITION } from './support/forms.ts';
import { freePort } from './support/free-port.ts';
import { createTestClock, startInstance } from './support/instance.ts';
import { mayMount, onSmallDisk } from './support/small-disk.ts';
import { queueMail } from './support/waiting-mail.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8');
const DAY_MS = 86_400_000;
const DAYS_31 = 31 * DAY_MS;

/** With SKEW its clock is wrong by so many milliseconds. */
const SKEWED =
  'data:text/javascript,const now=Date.now;Date.now=()=>now()+Number(process.env.SKEW)';
const PROGRAM = `#!/bin/sh
exec "${process.execPath}" \${SKEW:+--import "${SKEWED}"} "${ROOT}/src/cli.ts" "$@"
`;

const sections = new Map(
  PAGE.split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...rest] = text.split('\n');
      const blocks = [...rest.join('\n').matchAll(/```sh\n(.*?)```/gs)].map(([, sh = '']) => sh);
      return [title, blocks] as const;
    }),
);

forEachEngine((engine) => {
  test('each runbook does what it says', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'formstead-runbooks-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const inFolder = (name: string): string => join(folder, name);
    await mkdir(inFolder('bin'));
    await mkdir(inFolder('backups'));
    const program = inFolder('bin/formstead');
    await writeFile(program, PROGRAM);
    await chmod(program, 0o755);
    await writeFile(inFolder('password'), 'nine patient herons at low tide\n');
    await writeFile(inFolder('key'), 'six calm otters under a slow bridge\n');

    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    await node.addUser('ada');
    await node.addUser('grace');
    const masterKey =
      envOf(storage)['FORMSTEAD_MASTER_KEY'] ??
      readFileSync(join(storage.dataDir, 'master.key'), 'utf8').trim();
    await writeFile(inFolder('master.key'), masterKey);
    const env = {
      ...envOf(storage),
      PATH: `${inFolder('bin')}:${process.env['PATH']}`,
      FORMSTEAD_BACKUP_TO: inFolder('backups'),
      FORMSTEAD_BACKUP_KEY_FILE: inFolder('key'),
      PERSON: 'ada',
      ADMIN: 'admin',
      CLIENT_ID: node.account.clientId,
      PASSWORD_FILE: inFolder('password'),
      KEY_FILE: inFolder('key'),
      MASTER_KEY_FILE: inFolder('master.key'),
      COPY: inFolder('copy'),
      ARCHIVE: inFolder('archive.tar.gz'),
    };
    const done = new Set<string>();
    const run = async (title: string, more: Readonly<Record<string, string>> = {}) => {
      const blocks = sections.get(title);
      assert.ok(blocks && blocks.length > 0, title);
      done.add(title);
      return runShell(`exec 2>&1\n${blocks.join('\n')}`, { ...env, ...more });
    };
    const issue = async (): Promise<string> => {
      const printed = await runShell(
        'formstead credential create --provisioning --expires 30d --json',
        env,
      );
      const { clientId } = JSON.parse(printed) as { readonly clientId: string };
      return clientId;
    };

    // A form that is in a backup, and nowhere else.
    const made = await node.request('POST', '/v2/templates', {
      body: { name: 'Inspection', definition: DEFINITION },
    });
    const templateId = String(made.at('id'));
    await node.request('POST', `/v2/templates/${templateId}/publish`);
    const form = await node.request('POST', '/v2/formz', { body: { templateId } });
    assert.equal(form.status, 201, form.text);
    const path = `/v2/formz/${form.at('id')}`;
    await runShell('formstead backup', env);
    const [name = ''] = await readdir(inFolder('backups'));
    const backup = { BACKUP: inFolder(`backups/${name}`) };
    assert.equal((await node.request('DELETE', path)).status, 204);
    const { db, audit, clock } = node.services;
    const later = { now: () => clock.now() + DAYS_31 };
    await purgeDeleted({ db, audit, clock: later });
    const shown = await run('One form is needed back', {
      ...backup,
      BACKUP_DAY: '2026-01-01',
      FORM: String(form.at('id')),
    });
    assert.match(shown, /form\.delete[\s\S]*restored:/);
    assert.equal((await node.request('GET', path)).status, 200);

    assert.match(await run('A provisioning token leaks', { TOKEN_ID: await issue() }), /token/i);
    await run('The identity provider changes', { TOKEN_ID: await issue() });
    await run('An admin is lost', { PERSON: 'grace' });
    await run('A device is lost');
    assert.match(await run('The disk is full'), /disk/);

    // It was valid when the service started, fifty days ago by its clock.
    const pair = await makePair(Date.now() - 100 * DAY_MS, ['localhost']);
    const { files } = await givenFiles(t, pair);
    const ofFiles = {
      FORMSTEAD_TLS_CERT_FILE: files.certFile,
      FORMSTEAD_TLS_KEY_FILE: files.keyFile,
      FORMSTEAD_PORT: String(await freePort()),
    };
    const then = createTestClock();
    then.advance(-50 * DAY_MS);
    const expired = await startInstance(engine, { ca: pair.ca, env: ofFiles, clock: then });
    const told = await run('The certificate has expired', ofFiles);
    await expired.close();
    assert.match(
      told,
      /The certificate expired at .*\n?.*put a valid certificate into .*cert\.pem/,
    );
    assert.match(told, /its certificate has expired: formstead doctor says which file/);

    // A mail that a clock a year ahead has dated; then a clock that still is, which repairs nothing.
    await queueMail(node, { overdueMs: -365 * DAY_MS });
    const ahead = await runShell('formstead repair-times --yes 2>&1 || true', {
      ...env,
      SKEW: String(365 * DAY_MS),
    });
    assert.match(ahead, /The clock is still wrong/);
    const repaired = await run('The clock was wrong');
    assert.match(repaired, /mails: 1, dated up to 20/);
    assert.match(repaired, /mails: +1/);
    await run('A person leaves');
    const ada = await runShell('formstead user show ada --json', env);
    assert.equal((JSON.parse(ada) as { readonly active: boolean }).active, false);
    await run('A client secret leaks', { PERSON: 'admin' });
    const refused = node.token(node.account.clientId, node.account.clientSecret);
    await assert.rejects(refused);

    const accounts = await runShell('formstead account list --json', env);
    const code = /"code":"(\w+)"/.exec(accounts)?.[1] ?? '';
    await node.close();
    await run('One organisation is needed back', { ...backup, CODE: code });
    const people = await runShell('formstead user list', env);
    assert.match(people, /ada/);
    const without = [...sections.keys()].filter((title) => !done.has(title));
    assert.deepEqual(
      without,
      ['The master key leaks'],
      'test/flows/new-master-key.test.ts runs it',
    );
  });
});

test('on a disk that is truly full the runbook says so, and writing goes on once there is room', (t) => {
  if (!mayMount()) return t.skip('this machine mounts nothing');
  const blocks = sections.get('The disk is full') ?? [];
  const { stdout, stderr, status } = onSmallDisk(
    `
    formstead() { "$NODE" "$CLI" "$@"; }
    export FORMSTEAD_DATA_DIR="$DISK/data"
    formstead setup --account One --user-name ada >/dev/null || exit 71
    cat /dev/zero > "$DISK/data/full" 2>/dev/null
    ${blocks.join('\n')}
    formstead setup --account Two --user-name bob >/dev/null && exit 72
    rm "$DISK/data/full"
    formstead setup --account Two --user-name bob >/dev/null || exit 73
    formstead doctor | grep disk`,
    'size=64m',
  );
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /can't be written: the disk is full/);
  assert.match(stdout, /make room: leftovers/);
  assert.match(stdout, /\d+\t\S+\/full\n/, 'the largest file is named');
  assert.match(stderr, /disk is full/i);
});
