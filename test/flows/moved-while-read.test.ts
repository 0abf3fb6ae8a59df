// While the data moves to another storage, people read on at nodes that only read: nothing is changed there, nothing
// that writes runs beside the move, and what arrives is what was read.
// Nightly: it moves the storage while people read.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openEnd } from '#commands/move/ends.ts';
import { openDatabase } from '#db/open.ts';
import { readCounts } from '#form-records/index.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { adminBrowser, openBrowser } from '../support/browser.ts';
import { commandLine, type Env, envOf } from '../support/command-line.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from '../support/instance.ts';
import { type KilledServer, killedServer } from '../support/killed-server.ts';
import { otherPlace, rowsOf } from '../support/moved-storage.ts';
import { NO_MAIL_SERVER } from '../support/no-mail-server.ts';
import { routesOf } from '../support/routes.ts';

const PUBLIC = { FORMSTEAD_PUBLIC_URL: 'https://localhost' };
const READ_ONLY = { ...PUBLIC, ...NO_MAIL_SERVER, FORMSTEAD_READ_ONLY: 'on' };

forEachEngine((engine) => {
  let storage: EngineInstance;
  let env: Env & { readonly FORMSTEAD_DATA_DIR: string };
  let account: Instance['account'];
  let token: string;
  let cookie: string | undefined;
  let formId: string;
  let userId: string;
  let rows: unknown;
  before(async () => {
    storage = await engine.fresh('any');
    env = { ...envOf(storage), ...PUBLIC, FORMSTEAD_DATA_DIR: storage.dataDir };
    const node = await startInstance(engine, { storage, env: PUBLIC });
    account = node.account;
    token = await node.adminToken();
    cookie = (await adminBrowser(node)).cookie();
    userId = (await node.addUser('ada')).id;
    const by = { ...account, role: 'admin', via: 'api' } as const;
    const { db, forms } = node.services;
    formId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      const { id } = (await forms.publishTemplate(tx, by, made.id)).template;
      return (await forms.createForm(tx, by, { templateId: id })).form.id;
    });
    // Old enough that a node that writes would note the next use of the session.
    await db.reader
      .updateTable('sessions')
      .set({ seen_at: Date.now() - 600_000 })
      .execute();
    await node.close();
    rows = await rowsOf(storage);
  });

  const requireRefused = (answer: Answer): void => {
    assert.deepEqual([answer.status, answer.at('code')], [503, 'read-only'], answer.text);
    assert.equal(answer.headers['retry-after'], '60');
    assert.match(answer.text, /is being moved and can only be read meanwhile/);
  };

  /** Sends what reads and what writes to a node. */
  async function readAndTryToWrite(request: KilledServer['request']): Promise<void> {
    const users = await request('GET', '/scim/v2/Users', { token });
    assert.equal(users.status, 200, users.text);
    const forms = await request('GET', '/v2/formz', { token });
    assert.equal(forms.status, 200, forms.text);
    assert.ok(forms.text.includes(formId), 'a list of forms, with a token issued before');
    // Nobody has asked for changes before, so none has its number yet.
    const changes = await request('GET', '/v2/formz?changedSince=0', { token });
    assert.equal(changes.status, 200, changes.text);
    const browser = openBrowser(
      { request: (...call) => request(call[0], call[1], { token: null, ...call[2] }) },
      cookie,
    );
    const session = await browser.send('GET', '/app/v1/session');
    assert.equal(session.status, 200, session.text);
    const page = await browser.send('GET', '/forms', { headers: { accept: 'text/html' } });
    assert.deepEqual(
      [page.status, page.headers['content-type']],
      [200, 'text/html; charset=utf-8'],
    );
    assert.equal((await request('GET', '/readyz', { token: null })).status, 200);
    const status = await browser.send('GET', '/app/v1/status');
    assert.match(JSON.stringify(status.at('warnings')), /read-only/);

    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    const change = { schemas, Operations: [{ op: 'replace', path: 'active', value: false }] };
    const patched = await request('PATCH', `/scim/v2/Users/${userId}`, { token, body: change });
    assert.deepEqual([patched.status, patched.headers['retry-after']], [503, '60'], patched.text);
    assert.match(patched.text, /can only be read meanwhile/);
    const created = { userName: 'grace', schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] };
    assert.equal((await request('POST', '/scim/v2/Users', { token, body: created })).status, 503);
    const saved = { fields: { site: { value: 'Kiel' } } };
    const headers = { 'if-match': '*' };
    requireRefused(await request('PATCH', `/v2/formz/${formId}`, { token, body: saved, headers }));
    requireRefused(await browser.send('DELETE', '/app/v1/session'));
    requireRefused(await browser.signIn(`${account.accountCode}/admin`, ADMIN_PASSWORD));
    requireRefused(await browser.signIn('nobody at all', 'wrong'));
    const forgotten = { userName: 'admin' };
    requireRefused(await browser.send('POST', '/app/v1/links/request', { body: forgotten }));
  }

  test('a node that only reads answers while the data moves, refuses each change, and changes nothing', async (t) => {
    const node = killedServer({ ...env, ...READ_ONLY });
    await node.start();
    t.after(() => node.kill());
    const { to, storage: there } = await otherPlace(t, engine);
    const moving = commandLine(env)('migrate-storage', '--to', to, '--yes');
    await readAndTryToWrite(node.request);
    const moved = await moving;
    assert.equal(moved.code, 0, moved.stderr);
    assert.match(moved.stdout, /Every table is equal by count and hash/);
    await readAndTryToWrite(node.request);
    assert.equal(await node.stop(), 0);
    assert.deepEqual(await rowsOf(there), rows);
    assert.deepEqual(await rowsOf(storage), rows);
    const db = await openDatabase({ ...there, clock: systemClock, random: systemRandom });
    const all = { accountId: account.accountId, templateIds: undefined, created: undefined };
    const counts = await readCounts(db.reader, all);
    await db.close();
    assert.deepEqual(counts, { draft: 1, complete: 0, rejected: 0 });
  });

  test('a server that writes does not start beside a move, in one line that says why', async () => {
    const place =
      storage.databaseUrl === undefined
        ? ({ engine: 'sqlite', dataDir: storage.dataDir } as const)
        : ({ engine: 'postgres', url: storage.databaseUrl } as const);
    const source = await openEnd(place, 'read');
    try {
      const served = await commandLine({ ...env, FORMSTEAD_PORT: '0' })('serve');
      assert.equal(served.code, 1);
      assert.match(served.stderr, /is being moved.*would be missing in the copy\. Wait until/);
      assert.doesNotMatch(served.stderr, /\n\s+at /);
      const reader = killedServer({ ...env, ...READ_ONLY });
      await reader.start();
      assert.equal(await reader.stop(), 0);
    } finally {
      await source.close();
    }
    const node = killedServer(env);
    await node.start();
    const { stderr, code } = await commandLine(env)(
      'migrate-storage',
      '--to',
      place.engine === 'sqlite'
        ? 'postgres://nobody@localhost/none'
        : `sqlite:${storage.dataDir}/other`,
      '--yes',
    );
    assert.equal(await node.stop(), 0);
    assert.equal(code, 1);
    assert.match(stderr, /Stop it first, or start it with FORMSTEAD_READ_ONLY=on/);
  });

  test('every page and list can be read, nothing runs in the background, and the log stays quiet', async () => {
    const node = await startInstance(engine, { storage, account, env: READ_ONLY });
    const browser = openBrowser(node, cookie);
    const reads = (await routesOf(node)).filter(
      ({ method, path }) => method === 'GET' && !path.includes(':') && !path.includes('*'),
    );
    const failed: string[] = [];
    const ask = async (send: (path: string) => Promise<Answer>): Promise<void> => {
      for (const { path } of reads) {
        const { status } = await send(path);
        if (status >= 500) failed.push(`${path} ${status}`);
      }
    };
    await ask((path) => node.request('GET', path, { token }));
    await ask((path) => browser.send('GET', path));
    assert.ok(reads.length > 50);
    assert.deepEqual(failed, []);
    node.clock.advance(30_000);
    await node.close();
    const loud = node.logs
      .map((line) => JSON.parse(line))
      .filter(({ level, status = 500 }) => level >= 40 && status >= 500);
    assert.deepEqual(loud, []);
  });

  test('it starts only where there is data of this version, and says so otherwise', async () => {
    const empty = await engine.fresh('none');
    const served = await commandLine({ ...envOf(empty), ...READ_ONLY })('serve');
    assert.equal(served.code, 1);
    assert.match(
      served.stderr,
      /There is no data in .*, and with FORMSTEAD_READ_ONLY=on none is created/,
    );
    assert.doesNotMatch(served.stderr, /\n\s+at /);
  });
});
