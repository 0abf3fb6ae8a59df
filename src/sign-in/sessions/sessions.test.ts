import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const MINUTE = 60_000;
const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  let names = 0;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const actor = () => ({ accountId: node.account.accountId, via: 'command-line' }) as const;
  const addPerson = async (): Promise<{ id: string; userName: string; browser: Browser }> => {
    const { db, directory, passwords } = node.services;
    names += 1;
    const userName = `acme/person${names}`;
    const passwordHash = await passwords.hash(PASSWORD);
    const { id } = await db.transaction((tx) =>
      directory.createUser(tx, actor(), {
        attributes: { userName: `person${names}`, displayName: 'A Person' },
        origin: 'local',
        passwordHash,
      }),
    );
    const browser = openBrowser(node);
    assert.equal((await browser.signIn(userName, PASSWORD)).status, 201);
    return { id, userName, browser };
  };
  const isIn = async (browser: Browser): Promise<boolean> => {
    const answer = await browser.send('GET', '/app/v1/session');
    if (answer.status === 200) return true;
    assert.deepEqual([answer.status, answer.at('code')], [401, 'session-ended'], answer.text);
    return false;
  };

  test('without a cookie, or with one that can be none, signing in is asked for', async () => {
    for (const cookie of [undefined, '', 'x', `acme.${'x'.repeat(42)}`, `ACME.${'x'.repeat(43)}`]) {
      const answer = await openBrowser(node, cookie).send('GET', '/app/v1/session');
      assert.deepEqual([answer.status, answer.at('code')], [401, 'session-missing']);
      assert.equal(answer.headers['www-authenticate'], 'Session realm="formstead"');
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
    assert.equal(await isIn(openBrowser(node, `acme.${'x'.repeat(43)}`)), false);
    const { cookie } = (await addPerson()).browser;
    const twice = { cookie: `__Host-sid=${cookie()}; __Host-sid=${cookie()}` };
    const answer = await openBrowser(node).send('GET', '/app/v1/session', { headers: twice });
    assert.equal(answer.status, 401);
  });

  test('the cookie of one account opens nothing under the code of another', async () => {
    const { browser } = await addPerson();
    await node.addAccount('Other').catch(() => undefined);
    assert.equal(
      await isIn(openBrowser(node, browser.cookie()?.replace('acme.', 'other.'))),
      false,
    );
    assert.equal(await isIn(browser), true);
  });

  test('check 32: 30 minutes without a request end it, 12 hours whatever happens', async () => {
    const idle = (await addPerson()).browser;
    const busy = (await addPerson()).browser;
    node.clock.advance(29 * MINUTE);
    assert.equal(await isIn(busy), true);
    node.clock.advance(1 * MINUTE + 1);
    assert.equal(await isIn(idle), false);
    for (let passed = 31; passed + 20 < 12 * 60; passed += 20) {
      assert.equal(await isIn(busy), true, `after ${passed} minutes`);
      node.clock.advance(20 * MINUTE);
    }
    node.clock.advance(20 * MINUTE);
    assert.equal(await isIn(busy), false);
  });

  test('check 32: one lists where one is signed in, ends one, and ends all others', async () => {
    const { userName, browser } = await addPerson();
    const others = [openBrowser(node), openBrowser(node)] as const;
    for (const other of others) await other.signIn(userName, PASSWORD);
    const list = await browser.send('GET', '/app/v1/me/sessions');
    const items = Array.from({ length: 3 }, (_, i) => [list.at('items', i, 'id'), i] as const);
    assert.deepEqual(
      items.map(([, i]) => list.at('items', i, 'current')),
      [false, false, true],
    );
    assert.equal(list.at('items', 3), undefined);
    const first = await browser.send('GET', '/app/v1/me/sessions?limit=2');
    const rest = await browser.send('GET', `/app/v1/me/sessions?cursor=${first.at('next')}`);
    assert.equal(first.at('items', 1, 'id'), items[1]?.[0]);
    assert.equal(rest.at('items', 0, 'id'), items[2]?.[0]);
    assert.deepEqual([rest.at('items', 1), rest.at('next')], [undefined, undefined]);
    const stranger = (await addPerson()).browser;
    const path = `/app/v1/me/sessions/${items[0]?.[0]}`;
    assert.equal((await stranger.send('DELETE', path)).status, 404);
    assert.equal((await browser.send('DELETE', path)).status, 204);
    assert.equal((await browser.send('DELETE', path)).status, 404);
    assert.deepEqual([await isIn(others[1]), await isIn(others[0])], [false, true]);
    assert.equal((await browser.send('DELETE', '/app/v1/me/sessions')).status, 204);
    assert.deepEqual([await isIn(others[0]), await isIn(browser)], [false, true]);
    assert.equal(await isIn(stranger), true);
  });

  test('signing out ends the session, and asking again is no error', async () => {
    const { browser } = await addPerson();
    const copy = openBrowser(node, browser.cookie());
    const answer = await browser.send('DELETE', '/app/v1/session');
    assert.equal(answer.status, 204);
    assert.match(answer.headers['set-cookie'] ?? '', /^__Host-sid=; .*Max-Age=0/);
    assert.equal(await isIn(copy), false);
    assert.equal((await browser.send('DELETE', '/app/v1/session')).status, 204);
  });

  test('check 29: a person who is checked again gets a new cookie, and the old one is dead', async () => {
    const { browser } = await addPerson();
    const old = openBrowser(node, browser.cookie());
    const wrong = await browser.send('POST', '/app/v1/session/confirm', {
      body: { password: 'x' },
    });
    assert.deepEqual([wrong.status, wrong.at('code')], [403, 'confirmation-refused']);
    assert.equal(await isIn(old), true);
    node.clock.advance(6 * MINUTE);
    const before = await browser.send('GET', '/app/v1/session');
    assert.equal(before.at('confirmedUntil'), undefined);
    const body = { password: PASSWORD };
    const answer = await browser.send('POST', '/app/v1/session/confirm', { body });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.at('expiresAt'), before.at('expiresAt'));
    assert.equal(typeof answer.at('confirmedUntil'), 'string');
    assert.deepEqual([await isIn(old), await isIn(browser)], [false, true]);
  });

  test('a new password ends every other session, and the one that chose it goes on', async () => {
    const { userName, browser } = await addPerson();
    const other = openBrowser(node);
    await other.signIn(userName, PASSWORD);
    const path = '/app/v1/me/password';
    const next = 'nine wooden bridges by noon';
    const wrong = await browser.send('PUT', path, { body: { current: 'x', password: next } });
    assert.deepEqual([wrong.status, wrong.at('at')], [403, 'current']);
    const weak = await browser.send('PUT', path, {
      body: { current: PASSWORD, password: 'short' },
    });
    assert.deepEqual([weak.status, weak.at('code')], [400, 'password-policy']);
    const old = openBrowser(node, browser.cookie());
    const answer = await browser.send('PUT', path, { body: { current: PASSWORD, password: next } });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(
      [await isIn(other), await isIn(old), await isIn(browser)],
      [false, false, true],
    );
    assert.equal((await openBrowser(node).signIn(userName, PASSWORD)).status, 401);
    assert.equal((await openBrowser(node).signIn(userName, next)).status, 201);
  });

  test('check 32: deactivation, a new password and deletion end a session with the next request', async () => {
    const { db, directory, passwords } = node.services;
    const hash = await passwords.hash(PASSWORD);
    const ends = [
      (id: string) => db.transaction((tx) => directory.setActive(tx, actor(), id, false)),
      (id: string) => db.transaction((tx) => directory.setPasswordHash(tx, actor(), id, hash)),
      (id: string) =>
        db.transaction((tx) => directory.removeUser(tx, actor(), id, { visibility: 'all' })),
      (id: string) =>
        node.request('PATCH', `/scim/v2/Users/${id}`, {
          body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
        }),
    ];
    for (const end of ends) {
      const { id, userName, browser } = await addPerson();
      assert.equal(await isIn(browser), true);
      await end(id);
      assert.equal(await isIn(browser), false);
      const user = await directory.readUser(db.reader, node.account.accountId, id, 'all');
      if (user?.active !== false) continue;
      assert.equal((await openBrowser(node).signIn(userName, PASSWORD)).status, 401);
      await db.transaction((tx) => directory.setActive(tx, actor(), id, true));
      assert.equal(await isIn(browser), false, 'an old session never comes back');
    }
  });

  test('of two that renew one cookie at once, one gets the new session', async () => {
    const { browser } = await addPerson();
    const body = { password: PASSWORD };
    const twins = Array.from({ length: 4 }, () => openBrowser(node, browser.cookie()));
    const answers = await Promise.all(
      twins.map((twin) => twin.send('POST', '/app/v1/session/confirm', { body })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.ok(answers.every(({ status }) => status === 200 || status === 401));
  });

  test('a role holds from the next request', async () => {
    const { db, directory } = node.services;
    const { id, browser } = await addPerson();
    await db.transaction((tx) => directory.setRole(tx, actor(), id, 'designer'));
    const answer = await browser.send('GET', '/app/v1/session');
    assert.equal(answer.at('user', 'role'), 'designer');
  });
});
