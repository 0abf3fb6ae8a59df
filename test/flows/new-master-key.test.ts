// Everything sealed moves to a new master key while the service is in use, as the runbook for a leaked key describes.
// Afterwards the old key opens nothing.
// Nightly: it moves all secrets while others work.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ALL_SEALED_TEXTS } from '#commands/sealed-texts.ts';
import { createSeal } from '#kernel/seal.ts';
import { compileCacheDir } from '../../tools/compile-cache.mjs';
import { addApp } from '../support/authenticator-app.ts';
import { adminBrowser, openBrowser } from '../support/browser.ts';
import { atMostOneSecond, commandLine, type Env, envOf, folder } from '../support/command-line.ts';
import { examine } from '../support/doctor.ts';
import { type EngineInstance, forEngineOrBoth } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER } from '../support/scim.ts';
import { deepTest, IS_DEEP } from '../support/timing.ts';

const ROOT = fileURLToPath(import.meta.resolve('../..'));
const CONNECTION = {
  name: 'Harbour login',
  issuer: 'https://idp.example.com',
  clientId: 'formstead',
  clientSecret: 'a secret of some length',
  claim: 'sub',
  attribute: 'externalId',
};
const PASSWORD = 'four green kettles in march';
const LETTER = { to: 'ada@example.com', subject: 'Hello', text: 'A letter.' };
/** Between two requests of each client. */
const PAUSE_MS = IS_DEEP ? 20 : 100;
const newKey = (): string => randomBytes(32).toString('base64');

forEngineOrBoth('postgres', (engine) => {
  const start = async (storage: EngineInstance, more: Env, account?: Instance['account']) =>
    startInstance(engine, {
      storage,
      env: {
        // No mail server listens on this port, so mail stays queued.
        FORMSTEAD_SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
        FORMSTEAD_MAIL_FROM: 'forms@example.com',
        ...more,
      },
      ...(account && { account }),
    });

  /** Creates one object of everything that is stored sealed. */
  async function fill(instance: Instance) {
    const hook = await instance.request('POST', '/v2/webhooks', {
      body: { eventType: 'form.complete', targetUrl: 'https://receiver.example.com/hook' },
    });
    assert.equal(hook.status, 201, hook.text);
    const admin = await adminBrowser(instance);
    const made = await admin.send('POST', '/app/v1/sso-connections', { body: CONNECTION });
    assert.equal(made.status, 201, made.text);
    const gone = await instance.request('POST', '/scim/v2/Users', {
      body: { schemas: [CORE_USER], userName: 'gone', emails: [{ value: 'gone@example.com' }] },
    });
    await instance.request('DELETE', `/scim/v2/Users/${gone.at('id')}`);
    const { db, mailQueue, chains } = instance.services;
    const letters = Array.from({ length: 250 }, () => ({
      kind: 'test',
      expiresAt: Date.now() + 86_400_000,
      content: { letter: LETTER },
    }));
    await db.transaction((tx) => mailQueue.append(tx, instance.account.accountId, letters));
    await chains.linkPending();
    const body = { userName: 'ada', password: PASSWORD };
    const person = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(person.status, 201, person.text);
    const ada = openBrowser(instance);
    const name = `${instance.account.accountCode}/ada`;
    assert.equal((await ada.signIn(name, PASSWORD)).status, 201);
    const app = await addApp(ada, instance);
    return {
      admin,
      app,
      ada: name,
      hookId: String(hook.at('id')),
      connectionId: String(made.at('id')),
    };
  }

  /** Returns the id of the new master key, once the move has begun. */
  const readMasterKeyOf = async ({ services }: Instance): Promise<string | undefined> => {
    const row = await services.db.reader
      .selectFrom('deployment')
      .select('value')
      .where('name', '=', 'master-key')
      .executeTakeFirst();
    return row?.value;
  };

  /** Returns how much of everything sealed a key opens, and how much there is. */
  async function opensWith(instance: Instance, key: string) {
    const seal = createSeal(Buffer.from(key, 'base64'));
    const { reader } = instance.services.db;
    const texts = (
      await Promise.all(ALL_SEALED_TEXTS.map((storage) => storage.list(reader, undefined, 10_000)))
    ).flat();
    const opened = texts.filter(({ context, sealed }) => seal.open(context, sealed) !== undefined);
    return { texts: texts.length, opened: opened.length };
  }

  const oldKeyOf = async (storage: EngineInstance): Promise<string> =>
    envOf(storage)['FORMSTEAD_MASTER_KEY'] ??
    (await readFile(join(storage.dataDir, 'master.key'), 'utf8')).trim();

  /** If a setting gives nodes their key, they get the new one at their next start. */
  const envWith = (storage: EngineInstance, key: string): Env => ({
    ...envOf(storage),
    ...(storage.databaseUrl !== undefined && { FORMSTEAD_MASTER_KEY: key }),
  });

  /** Runs the commands of the runbook as an operator types them. */
  async function runBook(storage: EngineInstance, keyFile: string): Promise<string> {
    const manual = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
    const [, block = ''] =
      /### A master key that leaked\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(manual) ?? [];
    assert.match(block, /formstead keys rewrap/);
    const bin = await mkdir(join(storage.dataDir, 'bin'), { recursive: true });
    const program = join(bin ?? storage.dataDir, 'formstead');
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/src/cli.ts" "$@"\n`);
    await chmod(program, 0o755);
    const script = `set -e\n${block.replaceAll('master.key.next', keyFile)}`;
    const env = {
      ...envOf(storage),
      PATH: `${bin}:${process.env['PATH']}`,
      NODE_COMPILE_CACHE: compileCacheDir(ROOT),
    };
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
    return stdout;
  }

  deepTest(
    'the runbook for a leaked master key, under load: no request fails, and the old one opens nothing any more',
    async (t) => {
      const storage = await engine.fresh();
      const instance = await start(storage, {});
      t.after(() => instance.close());
      const { admin, app, ada, hookId, connectionId } = await fill(instance);
      const { clientId, clientSecret } = instance.account;
      const old = await oldKeyOf(storage);
      const leaked = await instance.services.ring.list();

      let isOver = false;
      const failed: string[] = [];
      let done = 0;
      const again = async (
        work: () => Promise<{ readonly status: number; readonly text: string }>,
      ) => {
        while (!isOver) {
          const { status, text } = await work();
          done += 1;
          if (status >= 400) failed.push(`${status} ${text}`);
          // Leaves processor time for the commands of the runbook.
          await sleep(PAUSE_MS);
        }
      };
      let token = await instance.token(clientId, clientSecret);
      const load = [
        again(async () => {
          const answer = await instance.request('GET', '/scim/v2/Users', { token });
          if (answer.status !== 401) return answer;
          // The last step of the runbook ends every token, so clients fetch new ones.
          token = await instance.token(clientId, clientSecret);
          return instance.request('GET', '/scim/v2/Users', { token });
        }),
        again(async () => {
          await instance.token(clientId, clientSecret);
          return { status: 200, text: '' };
        }),
        again(() =>
          admin.send('POST', `/app/v1/webhooks/${hookId}/rotate-secret`, {
            body: { overlapSeconds: 60 },
          }),
        ),
        again(() =>
          admin.send('PATCH', `/app/v1/sso-connections/${connectionId}`, {
            body: { clientSecret: `a secret ${done}` },
          }),
        ),
      ];
      // Simulates a text that was sealed with the old key before its node changed, and stored long after.
      const storeLate = async () => {
        const { db } = instance.services;
        while ((await readMasterKeyOf(instance)) === undefined) await sleep(100);
        await sleep(8000);
        const { accountId } = instance.account;
        await db.reader
          .insertInto('notices')
          .values({
            account_id: accountId,
            id: 'late',
            kind: 'test',
            content: createSeal(Buffer.from(old, 'base64')).seal(
              `notice ${accountId} late`,
              JSON.stringify({ letter: LETTER }),
            ),
            expires_at: Date.now() + 86_400_000,
            next_at: Date.now() + 3_600_000,
            attempts: 0,
            claimed_until: null,
          })
          .execute();
      };
      const keyFile = join(await folder(t), 'new-master-key');
      const late = storeLate();
      const said = await runBook(storage, keyFile).finally(() => {
        isOver = true;
      });
      await Promise.all([...load, late]);
      assert.deepEqual(failed, []);
      assert.ok(done > 50, `${done} requests`);
      assert.match(said, /master key:\s+\S+\nkeys:\s+2 moved\nsealed texts:\s+25\d moved/);

      const key = (await readFile(keyFile, 'utf8')).trim();
      await instance.services.chains.linkPending();
      const withOld = await opensWith(instance, old);
      assert.ok(withOld.texts > 250, String(withOld.texts));
      assert.equal(withOld.opened, 0);
      assert.deepEqual(await opensWith(instance, key), { ...withOld, opened: withOld.texts });
      for (const { kid } of leaked) {
        const found = (await instance.services.ring.list()).find((each) => each.kid === kid);
        assert.equal(found?.state, 'revoked');
      }
      token = await instance.token(clientId, clientSecret);
      assert.equal((await instance.request('GET', '/scim/v2/Users', { token })).status, 200);
      const browser = openBrowser(instance);
      assert.equal((await browser.signIn(ada, PASSWORD)).status, 202);
      const code = app.nextCode();
      const signedIn = await browser.send('POST', '/app/v1/session/code', { body: { code } });
      assert.equal(signedIn.status, 201, 'the app is known under the new key');
      await instance.close();

      await rm(join(storage.dataDir, 'master.key.new'), { force: true });
      const formstead = commandLine(envWith(storage, key));
      const { troubles } = await examine(formstead);
      assert.deepEqual(
        troubles.filter((line) => /^(?:keys|secrets|audit)/.test(line)),
        [],
      );
      const verified = await formstead('audit', 'verify', '--account', 'acme');
      assert.equal(verified.code, 0, verified.stdout + verified.stderr);
      const listed = await formstead(
        'audit',
        'list',
        '--account',
        'acme',
        '--action',
        'key.rewrap',
      );
      assert.match(listed.stdout, /command-line/);

      await assert.rejects(
        start(storage, { FORMSTEAD_MASTER_KEY: old }),
        /sealed with the master key \S+, which is not here/,
      );
      const restarted = await start(
        storage,
        storage.databaseUrl ? { FORMSTEAD_MASTER_KEY: key } : {},
        instance.account,
      );
      t.after(() => restarted.close());
      assert.equal((await restarted.request('GET', '/scim/v2/Users')).status, 200);
    },
  );

  deepTest(
    'a move that was killed goes on where it was, and another new key must wait',
    async (t) => {
      const storage = await engine.fresh();
      const instance = await start(storage, {});
      t.after(() => instance.close());
      await fill(instance);
      const old = await oldKeyOf(storage);
      const [keyFile, otherFile] = [join(await folder(t), 'key'), join(await folder(t), 'key')];
      const key = newKey();
      await writeFile(keyFile, key);
      await writeFile(otherFile, newKey());
      const formstead = commandLine(envOf(storage), { sleep: atMostOneSecond });
      for (const lifeMs of [900, 1800, 4000, 12_000]) {
        const argv = ['src/cli.ts', 'keys', 'rewrap', '--new-master-key-file', keyFile];
        const env = { ...envOf(storage), NODE_COMPILE_CACHE: compileCacheDir(ROOT) };
        const running = promisify(execFile)(process.execPath, argv, { cwd: ROOT, env });
        const ended = running.then(() => true).catch(() => false);
        await sleep(lifeMs);
        running.child.kill('SIGKILL');
        const isDone = await ended;
        assert.equal((await instance.request('GET', '/scim/v2/Users')).status, 200);
        if (isDone) return;
        const { troubles } = await examine(formstead);
        assert.deepEqual(
          troubles.filter((line) => /^(?:keys|secrets|audit)[^:]*fault/.test(line)),
          [],
        );
      }
      const refused = await formstead('keys', 'rewrap', '--new-master-key-file', otherFile);
      assert.match(
        refused.stderr,
        /holds another new master key \(\S+\): leave --new-master-key-file out/,
      );
      const ended = await formstead('keys', 'rewrap', '--json');
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal((await opensWith(instance, old)).opened, 0);
      const { texts, opened } = await opensWith(instance, key);
      assert.equal(opened, texts);
      const same = await commandLine(envWith(storage, key))(
        'keys',
        'rewrap',
        '--new-master-key-file',
        keyFile,
      );
      assert.match(same.stderr, /This is the master key of today/);
    },
  );

  if (engine.name === 'sqlite') return;

  test('nothing moves before every node has the new master key', async (t) => {
    const storage = await engine.fresh();
    const instance = await start(storage, {});
    t.after(() => instance.close());
    const elsewhere = await folder(t);
    const files = join(storage.dataDir, 'files');
    await mkdir(files, { recursive: true });
    await symlink(files, join(elsewhere, 'files'));
    const other = await start({ ...storage, dataDir: elsewhere }, {}, instance.account);
    t.after(() => other.close());
    await fill(instance);
    const old = await oldKeyOf(storage);
    const key = newKey();
    const keyFile = join(await folder(t), 'key');
    await writeFile(keyFile, key);
    const formstead = commandLine(envOf(storage), { sleep: atMostOneSecond });
    const refused = await formstead('keys', 'rewrap', '--new-master-key-file', keyFile);
    assert.match(
      refused.stderr,
      /These nodes do not hold the new master key: .+\. Nothing was moved\./,
    );
    const before = await opensWith(instance, old);
    assert.equal(before.opened, before.texts);
    assert.equal((await opensWith(instance, key)).opened, 0);

    await writeFile(join(elsewhere, 'master.key.new'), key, { mode: 0o600 });
    const ended = await formstead('keys', 'rewrap');
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /Give all nodes the new master key as FORMSTEAD_MASTER_KEY/);
    assert.equal((await opensWith(other, old)).opened, 0);
    for (const node of [instance, other]) {
      assert.equal((await node.request('GET', '/scim/v2/Users')).status, 200);
    }
  });
});
