// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addPasskey } from '../../../test/support/authenticator.ts';
import { type App, addApp } from '../../../test/support/authenticator-app.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../../test/support/instance.ts';
import { fresh } from '../../../test/support/scim.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const enter = (browser: Browser, code: string) =>
    browser.send('POST', '/app/v1/session/code', { body: { code } });
  const confirm = async (body: object = { password: ADMIN_PASSWORD }): Promise<void> => {
    admin = await adminBrowser(node);
    const answer = await admin.send('POST', '/app/v1/session/confirm', { body });
    assert.equal(answer.status, 200, answer.text);
  };
  const addPerson = async (role = 'member'): Promise<{ id: string; userName: string }> => {
    await confirm();
    const userName = fresh('person');
    const body = { userName, role, password: PASSWORD };
    const made = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    return { id: String(made.at('id')), userName: `${node.account.accountCode}/${userName}` };
  };
  const signedIn = async (userName: string): Promise<Browser> => {
    const browser = openBrowser(node);
    const answer = await browser.signIn(userName, PASSWORD);
    assert.equal(answer.status, 201, answer.text);
    return browser;
  };
  const withApp = async (role?: string) => {
    const person = await addPerson(role);
    const browser = await signedIn(person.userName);
    const app: App = await addApp(browser, node);
    return { ...person, browser, app };
  };
  const ask = async (secondFactor: object): Promise<void> => {
    await confirm();
    const answer = await admin.send('PATCH', '/app/v1/account', { body: { secondFactor } });
    assert.equal(answer.status, 200, answer.text);
  };
  const actions = async (userId: string): Promise<readonly string[]> => {
    await node.services.refusals.flush();
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    return lines
      .filter(({ target }) => target === userId)
      .map(({ action, result }) => `${action}${result === 'refused' ? ' refused' : ''}`);
  };

  test('an app is set up with its first code, which ends other sessions and is asked for from then on', async () => {
    const { id, userName } = await addPerson();
    const [browser, other] = [await signedIn(userName), await signedIn(userName)];
    assert.deepEqual((await browser.send('GET', '/app/v1/me/second-factor')).at(), {});
    const begun = await browser.send('POST', '/app/v1/me/second-factor/begin');
    const link = new URL(String(begun.at('link')));
    assert.equal(link.protocol, 'otpauth:');
    assert.deepEqual(
      ['secret', 'algorithm', 'digits', 'period'].map((name) => link.searchParams.get(name)),
      [begun.at('secret'), 'SHA1', '6', '30'],
    );
    const wrong = await browser.send('POST', '/app/v1/me/second-factor', {
      body: { offer: begun.at('offer'), code: '000000' },
    });
    assert.deepEqual(
      [wrong.status, wrong.at('code'), wrong.at('at')],
      [409, 'code-mismatch', 'code'],
    );
    const app = await addApp(browser, node);
    assert.equal(new Set(app.recoveryCodes).size, 10);
    assert.match(String(app.recoveryCodes[0]), /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/);
    assert.equal((await other.send('GET', '/app/v1/session')).status, 401);
    assert.equal((await browser.send('GET', '/app/v1/session')).at('user', 'hasApp'), true);
    const shown = await browser.send('GET', '/app/v1/me/second-factor');
    assert.equal(shown.at('app', 'recoveryCodes'), 10);

    const next = openBrowser(node);
    const step = await next.signIn(userName, PASSWORD);
    assert.deepEqual([step.status, step.at()], [202, { next: 'code' }], step.text);
    assert.match(step.headers['set-cookie'] ?? '', /^__Host-step=.*HttpOnly; SameSite=Strict/);
    assert.equal((await next.send('GET', '/app/v1/session')).status, 401);
    const refused = await enter(next, '000000');
    assert.deepEqual([refused.status, refused.at('code')], [401, 'code-refused']);
    const done = await enter(next, app.nextCode());
    assert.deepEqual([done.status, done.at('method')], [201, 'password'], done.text);
    assert.equal((await next.send('GET', '/app/v1/session')).status, 200);
    const known = await actions(id);
    for (const action of ['second-factor.set-up', 'session.begin refused']) {
      assert.ok(known.includes(action), action);
    }
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    assert.ok(lines.some(({ detail }) => Object(detail).secondFactor === 'app'));
  });

  test('a recovery code signs in once, and new ones end those of before', async () => {
    const { userName, app } = await withApp();
    const [first = '', second = ''] = app.recoveryCodes;
    const browser = openBrowser(node);
    const useIt = async (code: string) => {
      assert.equal((await browser.signIn(userName, PASSWORD)).status, 202);
      return enter(browser, code);
    };
    assert.equal((await useIt(first.toUpperCase().replaceAll('-', ' '))).status, 201);
    assert.equal((await useIt(first)).at('code'), 'code-refused');
    assert.equal((await useIt(app.nextCode())).status, 201);
    const left = await browser.send('GET', '/app/v1/me/second-factor');
    assert.equal(left.at('app', 'recoveryCodes'), 9);
    const renewed = await browser.send('POST', '/app/v1/me/second-factor/recovery-codes');
    assert.equal(renewed.status, 201, renewed.text);
    const [other = ''] = renewed.at('recoveryCodes') as readonly string[];
    assert.equal((await useIt(second)).at('code'), 'code-refused');
    assert.equal((await useIt(other)).status, 201);
  });

  test('who has an app confirms with password and code, also before a new password', async () => {
    const { userName, browser, app } = await withApp();
    node.clock.advance(6 * MINUTE);
    const path = '/app/v1/session/confirm';
    const change = { current: PASSWORD, password: 'nine loud lanterns at noon' };
    const changed = () => browser.send('PUT', '/app/v1/me/password', { body: change });
    assert.equal((await changed()).at('code'), 'confirmation-needed');
    const alone = await browser.send('POST', path, { body: { password: PASSWORD } });
    assert.deepEqual(
      [alone.status, alone.at('code'), alone.at('at')],
      [403, 'confirmation-code-refused', 'code'],
    );
    const wrong = await browser.send('POST', path, {
      body: { password: PASSWORD, code: '000000' },
    });
    assert.equal(wrong.at('code'), 'confirmation-code-refused');
    const code = app.nextCode();
    const right = await browser.send('POST', path, { body: { password: PASSWORD, code } });
    assert.equal(right.status, 200, right.text);
    const until = right.at('confirmedUntil');
    node.clock.advance(MINUTE);
    const renewed = await changed();
    assert.deepEqual([renewed.status, renewed.at('confirmedUntil')], [200, until], renewed.text);
    assert.equal((await openBrowser(node).signIn(userName, change.password)).status, 202);
  });

  test('an app is removed by its owner or an admin, and a password is enough again', async () => {
    const { id, userName, browser, app } = await withApp();
    assert.equal((await browser.send('DELETE', '/app/v1/me/second-factor')).status, 204);
    assert.equal((await browser.send('DELETE', '/app/v1/me/second-factor')).status, 404);
    assert.equal((await openBrowser(node).signIn(userName, PASSWORD)).status, 201);
    assert.ok((await actions(id)).includes('second-factor.remove'));
    await addApp(browser, node);
    await confirm();
    const detail = await admin.send('GET', `/app/v1/users/${id}`);
    assert.equal(detail.at('hasApp'), true);
    assert.equal((await admin.send('DELETE', `/app/v1/users/${id}/second-factor`)).status, 204);
    assert.equal((await browser.send('GET', '/app/v1/session')).status, 401, 'sessions end');
    const again = openBrowser(node);
    assert.equal((await again.signIn(userName, PASSWORD)).status, 201);
    assert.equal((await enter(again, app.nextCode())).at('code'), 'sign-in-step-ended');
    assert.ok((await actions(id)).includes('second-factor.reset'));
  });

  test('a link to choose a password leaves the app, and its code is asked for', async () => {
    const { id, userName, app } = await withApp();
    await confirm();
    const link = await admin.send('POST', `/app/v1/users/${id}/link`, { body: {} });
    const token = String(link.at('url')).split('#')[1];
    const browser = openBrowser(node);
    const password = 'six tall windmills by the sea';
    const redeemed = await browser.send('POST', '/app/v1/links/redeem', {
      body: { token, password },
    });
    assert.deepEqual([redeemed.status, redeemed.at()], [202, { next: 'code' }], redeemed.text);
    assert.equal((await browser.send('GET', '/app/v1/session')).status, 401);
    const done = await enter(browser, app.nextCode());
    assert.deepEqual([done.status, done.at('method')], [201, 'link'], done.text);
    assert.equal((await openBrowser(node).signIn(userName, password)).status, 202);
  });

  test('an account asks admins, designers or everybody, after days of grace from when it holds for them', async () => {
    const [designer, member] = [await addPerson('designer'), await addPerson()];
    node.clock.advance(30 * DAY);
    await ask({ for: 'designers', graceDays: 7 });
    const by = async ({ userName }: { readonly userName: string }) => {
      const browser = openBrowser(node);
      const answer = await browser.signIn(userName, PASSWORD);
      assert.equal(answer.status, 201, answer.text);
      const limited = (await browser.send('GET', '/app/v1/forms')).at('code');
      return { from: answer.at('secondFactorFrom'), limited };
    };
    const due = new Date(node.clock.now() + 7 * DAY).toISOString();
    const asked = await by(designer);
    assert.equal(Date.parse(String(asked.from)) - Date.parse(due) < 1000, true);
    assert.equal(asked.limited, undefined);
    assert.deepEqual(await by(member), { from: undefined, limited: undefined });
    node.clock.advance(7 * DAY + MINUTE);
    assert.equal((await by(designer)).limited, 'second-factor-needed');
    assert.equal((await by(member)).limited, undefined);
  });

  test('the grace period begins with the role, when that came later', async () => {
    const fresher = await startInstance(engine);
    try {
      const own = await adminBrowser(fresher);
      const userName = fresh('late');
      const body = { userName, role: 'member', password: PASSWORD };
      const id = String((await own.send('POST', '/app/v1/users', { body })).at('id'));
      const rule = { secondFactor: { for: 'designers', graceDays: 3 } };
      assert.equal((await own.send('PATCH', '/app/v1/account', { body: rule })).status, 200);
      await addApp(own, fresher);
      fresher.clock.advance(MINUTE);
      const promoted = await own.send('PATCH', `/app/v1/users/${id}`, {
        body: { role: 'designer' },
      });
      assert.equal(promoted.status, 200, promoted.text);
      const browser = openBrowser(fresher);
      const name = `${fresher.account.accountCode}/${userName}`;
      const answer = await browser.signIn(name, PASSWORD);
      const grace = Date.parse(String(answer.at('secondFactorFrom'))) - fresher.clock.now();
      assert.ok(grace <= 3 * DAY && grace > 3 * DAY - MINUTE, String(grace));
      fresher.clock.advance(3 * DAY);
      assert.equal((await browser.signIn(name, PASSWORD)).status, 201);
      const page = await browser.send('GET', '/app/v1/forms');
      assert.deepEqual([page.status, page.at('code')], [403, 'second-factor-needed']);
      await addApp(browser, fresher);
      assert.equal((await browser.send('GET', '/app/v1/forms')).status, 200);
      const kept = await browser.send('DELETE', '/app/v1/me/second-factor');
      assert.deepEqual([kept.status, kept.at('code')], [409, 'second-factor-required']);
      const { rowId } = await addPasskey(browser, fresher.baseUrl);
      assert.equal((await browser.send('DELETE', '/app/v1/me/second-factor')).status, 204);
      const last = await browser.send('DELETE', `/app/v1/me/passkeys/${rowId}`);
      assert.deepEqual([last.status, last.at('code')], [409, 'second-factor-required']);
      const step = await openBrowser(fresher).signIn(name, PASSWORD);
      assert.deepEqual([step.status, step.at()], [202, { next: 'passkey' }]);
    } finally {
      await fresher.close();
    }
  });
});
