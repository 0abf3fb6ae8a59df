// Runs the commands of docs/runbooks.md as they stand, in their order. test/documents.test.ts holds what links to them.
// Nightly: it starts the program some thirty times.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { purgeDeleted } from '../src/forms/purge-forms.ts';
import { envOf } from './support/command-line.ts';
import { runShell } from './support/curl.ts';
import { forEachEngine } from './support/engines.ts';
import { DEFINITION } from './support/forms.ts';
import { startInstance } from './support/instance.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs/runbooks.md'), 'utf8');
const DAYS_31 = 31 * 86_400_000;

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
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/src/cli.ts" "$@"\n`);
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
      return runShell(blocks.join('\n'), { ...env, ...more });
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
    assert.match(await run('The certificate has expired'), /certificate/);
    assert.match(await run('The clock was wrong'), /clock/);
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
