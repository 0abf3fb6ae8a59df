import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, openBrowser } from '../../test/support/browser.ts';
import { readAuditLines } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  test('the right password signs in, and the page learns who it is', async () => {
    const browser = openBrowser(node);
    const answer = await browser.signIn('ADMIN', ADMIN_PASSWORD);
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.at('user', 'id'), node.account.userId);
    assert.equal(answer.at('user', 'role'), 'admin');
    assert.equal(answer.at('account', 'name'), 'Acme');
    assert.equal(answer.at('method'), 'password');
    assert.equal(answer.headers['cache-control'], 'no-store');
    const again = await browser.send('GET', '/app/v1/session');
    assert.deepEqual(again.body, answer.body);
    assert.ok(!answer.text.includes(browser.cookie() ?? ''));
  });

  test('check 29: the cookie is __Host-, Secure, HttpOnly, SameSite=Lax, for all paths and no domain', async () => {
    const answer = await openBrowser(node).signIn('admin', ADMIN_PASSWORD);
    assert.match(
      answer.headers['set-cookie'] ?? '',
      /^__Host-sid=acme\.[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
  });

  test('check 29: signing in again makes a new session and the old cookie is dead', async () => {
    const browser = await adminBrowser(node);
    const old = openBrowser(node, browser.cookie());
    assert.equal((await browser.signIn('admin', ADMIN_PASSWORD)).status, 201);
    assert.notEqual(browser.cookie(), old.cookie());
    const refused = await old.send('GET', '/app/v1/session');
    assert.deepEqual([refused.status, refused.at('code')], [401, 'session-ended']);
    assert.equal((await browser.send('GET', '/app/v1/session')).status, 200);
  });

  test('whatever is wrong is the same refusal, and no browser opens a dialog for it', async () => {
    const { services, account } = node;
    const actor = { accountId: account.accountId, via: 'command-line' } as const;
    await services.db.transaction((tx) =>
      services.directory.createUser(tx, actor, {
        attributes: { userName: 'bare' },
        origin: 'local',
      }),
    );
    const details = new Set<string>();
    for (const [userName, password] of [
      ['admin', 'wrong'],
      ['nobody', ADMIN_PASSWORD],
      ['other/admin', ADMIN_PASSWORD],
      ['bare', 'x'],
    ] as const) {
      const browser = openBrowser(node);
      const answer = await browser.signIn(userName, password);
      assert.deepEqual([answer.status, answer.at('code')], [401, 'sign-in-refused']);
      assert.doesNotMatch(answer.headers['www-authenticate'] ?? '', /basic/i);
      assert.equal(browser.cookie(), undefined);
      details.add(String(answer.at('detail')));
    }
    assert.equal(details.size, 1);
  });

  test('check 40: each sign-in and each failure is on record, without the password', async () => {
    node.clock.advance(60_000);
    await node.services.refusals.flush();
    const before = (await readAuditLines(node.services.db, node.account.accountId)).length;
    const browser = openBrowser(node);
    await browser.signIn('admin', 'not the right password');
    await node.services.refusals.flush();
    await browser.signIn('admin', ADMIN_PASSWORD);
    await browser.send('DELETE', '/app/v1/session');
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    assert.deepEqual(
      lines.slice(before).map(({ action, result }) => `${action} ${result}`),
      ['session.begin refused', 'session.begin ok', 'session.end ok'],
    );
    assert.ok(!JSON.stringify(lines).includes('not the right password'));
  });

  test('a body that is not as described is 400 and says where', async () => {
    const browser = openBrowser(node);
    for (const [body, at] of [
      [{}, 'userName'],
      [{ userName: 'x' }, 'password'],
      [{ userName: ['x'], password: 'y' }, 'userName'],
      [{ userName: 'x', password: 'y', role: 'admin' }, 'role'],
      [JSON.parse('{"userName":"x","password":"y","__proto__":{}}'), '__proto__'],
    ]) {
      const answer = await browser.send('POST', '/app/v1/session', { body });
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const headers = { 'content-type': type };
      const answer = await browser.send('POST', '/app/v1/session', { body: '{}', headers });
      assert.equal(answer.status, 415, type);
    }
  });

  test('what a page for signing in shows', async () => {
    const answer = await openBrowser(node).send('GET', '/app/v1/sign-in');
    assert.equal(answer.status, 200);
    assert.equal(answer.at('setUpNeeded'), false);
    assert.equal(answer.at('severalAccounts'), false);
  });

  // This is the last test, because the second organisation stays.
  test('with a second organisation people sign in as before, and a name that both have asks for the code', async () => {
    await node.addUser('vera');
    const { services, account } = node;
    const actor = { accountId: account.accountId, via: 'command-line' } as const;
    const passwordHash = await services.passwords.hash(ADMIN_PASSWORD);
    await services.db.transaction((tx) =>
      services.directory.createUser(tx, actor, {
        attributes: { userName: 'Wanda', active: true },
        origin: 'local',
        passwordHash,
      }),
    );
    const other = await node.addAccount('Other');
    const page = await openBrowser(node).send('GET', '/app/v1/sign-in');
    assert.equal(page.at('severalAccounts'), true);
    assert.equal((await openBrowser(node).signIn('wanda', ADMIN_PASSWORD)).status, 201);
    const both = await openBrowser(node).signIn('admin', ADMIN_PASSWORD);
    const unknown = await openBrowser(node).signIn('nobody', ADMIN_PASSWORD);
    const without = await openBrowser(node).signIn('vera', ADMIN_PASSWORD);
    for (const answer of [both, unknown, without]) {
      const said = [answer.status, answer.at('code'), answer.at('detail')];
      assert.deepEqual(said, [401, 'sign-in-refused', both.at('detail')]);
      assert.match(String(answer.at('detail')), /put the code of yours before it: code\/userName/);
    }
    const named = await openBrowser(node).signIn(`${other.accountCode}/admin`, ADMIN_PASSWORD);
    assert.deepEqual([named.status, named.at('account', 'name')], [201, 'Other']);
  });
});
