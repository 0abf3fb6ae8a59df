// An attacker has a leaked password: from another site, from a piece of paper, or by watching. If the owner has an
// authenticator app, or the organisation requires a second factor, the password alone does not sign in, and the second
// factor can't be guessed.
// Nightly: it waits for codes; src/sign-in/second-factor tries each request.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { MATRIX } from '../authorisation-matrix.ts';
import { addPasskey } from '../support/authenticator.ts';
import { addApp } from '../support/authenticator-app.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { commandLine, envOf } from '../support/command-line.ts';
import { type EngineInstance, forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { CORE_USER, fresh, PATCH_OP } from '../support/scim.ts';

const MINUTE = 60_000;
const PASSWORD = 'eleven tame otters by the pier';
const NOBODY = '01999999-9999-7999-8999-999999999999';

/** All routes for a user who has yet to set up a second factor. */
const SET_UP: ReadonlySet<string> = new Set([
  'GET /app/v1/session',
  'POST /app/v1/session/confirm',
  'GET /app/v1/me/second-factor',
  'POST /app/v1/me/second-factor',
  'POST /app/v1/me/second-factor/begin',
  'POST /app/v1/me/passkeys',
  'POST /app/v1/me/passkeys/begin',
]);

const forSessions = MATRIX.filter(({ right }) => right === 'session').map(({ route }) => {
  const [method = '', path = ''] = route.split(' ');
  return { route, method, path: path.replaceAll(/:\w+/g, NOBODY) };
});

forEngineOrBoth('postgres', (engine) => {
  describe('a password that leaked', () => {
    let node: Instance;
    let admin: Browser;
    let storage: EngineInstance;
    let mail: MailServer;
    before(async () => {
      storage = await engine.fresh('any');
      mail = await startMailServer();
      const limits = { FORMSTEAD_LIMIT_PASSWORD_FAILURES_PER_ADDRESS: '30' };
      node = await startInstance(engine, { storage, env: { ...mail.env, ...limits } });
    });
    after(async () => {
      await node.close();
      await mail.close();
    });

    const asAdmin = async (method: string, path: string, body?: object): Promise<Answer> => {
      admin = await adminBrowser(node);
      return await admin.send(method, `/app/v1${path}`, body ? { body } : {});
    };
    const addPerson = async (role = 'member') => {
      const userName = fresh('ann');
      const made = await asAdmin('POST', '/users', { userName, role, password: PASSWORD });
      assert.equal(made.status, 201, made.text);
      const name = `${node.account.accountCode}/${userName}`;
      return { id: String(made.at('id')), userName: name };
    };
    const withApp = async () => {
      const person = await addPerson();
      const browser = openBrowser(node);
      assert.equal((await browser.signIn(person.userName, PASSWORD)).status, 201);
      return { ...person, browser, app: await addApp(browser, node) };
    };
    const askEverybody = async (): Promise<void> => {
      const rule = { secondFactor: { for: 'everybody', graceDays: 1 } };
      const answer = await asAdmin('PATCH', '/account', rule);
      assert.equal(answer.status, 200, answer.text);
    };
    const enter = (browser: Browser, code: string) =>
      browser.send('POST', '/app/v1/session/code', { body: { code } });
    const halfway = async (userName: string): Promise<Browser> => {
      const browser = openBrowser(node);
      const answer = await browser.signIn(userName, PASSWORD);
      assert.deepEqual([answer.status, answer.at()], [202, { next: 'code' }], answer.text);
      return browser;
    };

    test('opens no route by itself, and what waits for a code is no session', async () => {
      const { userName } = await withApp();
      const browser = openBrowser(node);
      const step = await browser.signIn(userName, PASSWORD);
      assert.equal(browser.cookie(), undefined);
      const waiting = /__Host-step=([^;]+)/.exec(step.headers['set-cookie'] ?? '')?.[1] ?? '';
      assert.doesNotMatch(step.text, new RegExp(waiting));
      for (const each of [browser, openBrowser(node, waiting)]) {
        for (const { route, method, path } of forSessions) {
          assert.equal((await each.send(method, path)).status, 401, route);
        }
      }
    });

    test('a code is good once, also for two browsers at the same moment', async () => {
      const { userName, app } = await withApp();
      const one = await halfway(userName);
      const code = app.nextCode();
      assert.equal((await enter(one, code)).status, 201);
      const two = await halfway(userName);
      assert.equal((await enter(two, code)).at('code'), 'code-refused');
      assert.equal((await enter(two, app.code(-1))).at('code'), 'code-refused', 'an earlier one');
      const browsers = await Promise.all(Array.from({ length: 4 }, () => halfway(userName)));
      const next = app.nextCode();
      const answers = await Promise.all(browsers.map((browser) => enter(browser, next)));
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      const [recovery = ''] = app.recoveryCodes;
      const others = await Promise.all(Array.from({ length: 4 }, () => halfway(userName)));
      const used = await Promise.all(others.map((browser) => enter(browser, recovery)));
      assert.equal(used.filter(({ status }) => status === 201).length, 1);
    });

    test('the code of one person finishes nobody else’s sign-in, and none without a password', async () => {
      const [ann, bob] = [await withApp(), await withApp()];
      const browser = await halfway(ann.userName);
      assert.equal((await enter(browser, bob.app.nextCode())).at('code'), 'code-refused');
      assert.equal(
        (await enter(browser, bob.app.recoveryCodes[0] ?? '')).at('code'),
        'code-refused',
      );
      const stranger = await enter(openBrowser(node), ann.app.nextCode());
      assert.deepEqual([stranger.status, stranger.at('code')], [401, 'sign-in-step-ended']);
      const begun = await ann.browser.send('POST', '/app/v1/me/second-factor/begin');
      const body = { offer: begun.at('offer'), code: '123456' };
      const taken = await bob.browser.send('POST', '/app/v1/me/second-factor', { body });
      assert.equal(taken.at('code'), 'code-mismatch');
    });

    test('what waits for a code ends with time, tries, a new password and a deactivation', async () => {
      const { id, userName, app } = await withApp();
      const late = await halfway(userName);
      node.clock.advance(5 * MINUTE);
      assert.equal((await enter(late, app.nextCode())).at('code'), 'sign-in-step-ended');
      const tried = await halfway(userName);
      for (let time = 0; time < 5; time += 1) {
        const wrong = await enter(tried, 'nothing');
        assert.equal(wrong.at('code'), 'code-refused');
        assert.equal(wrong.at('triesLeft'), 4 - time);
      }
      assert.equal(
        (await enter(tried, app.recoveryCodes[0] ?? '')).at('code'),
        'sign-in-step-ended',
      );
      const held = await halfway(userName);
      const off = await asAdmin('PATCH', `/users/${id}`, { active: false });
      assert.equal(off.status, 200, off.text);
      const refused = await enter(held, app.recoveryCodes[0] ?? '');
      assert.equal(refused.at('code'), 'sign-in-step-ended');
    });

    test('a flood of codes is slowed down, whatever right passwords come between, and a recovery code still opens', async () => {
      const { id, userName, app } = await withApp();
      const guess = async (browser: Browser) => (await enter(browser, '000000')).status;
      const end = node.clock.now() + 30 * MINUTE;
      while (node.clock.now() < end) {
        const browser = await halfway(userName);
        for (let time = 0; time < 5; time += 1) assert.equal(await guess(browser), 401);
        node.clock.advance(MINUTE);
      }
      const { rows } = await sql<{ readonly failures: number }>`
        select failures from sign_in_failures
        where who = ${`${node.account.accountId}/${id}#code`} and address <> ''`.execute(
        node.services.db.reader,
      );
      const looked = Number(rows[0]?.failures);
      assert.ok(looked >= 5 && looked <= 20, `${looked} of 150 guesses were looked at`);
      const right = await halfway(userName);
      assert.equal(
        (await enter(right, app.nextCode())).at('code'),
        'code-refused',
        'it has to wait',
      );
      assert.equal((await enter(right, app.recoveryCodes[0] ?? '')).status, 201);
      node.clock.advance(16 * MINUTE);
      assert.equal((await enter(await halfway(userName), app.nextCode())).status, 201);
    });

    test('wrong passwords of strangers behind the same address hold up nobody’s code', async () => {
      const { userName, app } = await withApp();
      for (let i = 0; i < 40; i += 1) {
        const answer = await openBrowser(node).signIn(fresh('nobody'), 'a wrong password');
        assert.equal(answer.status, 401);
      }
      const entered = await enter(await halfway(userName), app.nextCode());
      assert.equal(entered.status, 201, entered.text);
      node.clock.advance(16 * MINUTE);
    });

    test('a password that comes over SCIM leaves the app where it is', async () => {
      const userName = fresh('scim');
      const body = { schemas: [CORE_USER], userName, password: PASSWORD };
      const made = await node.request('POST', '/scim/v2/Users', { body });
      assert.equal(made.status, 201, made.text);
      const browser = openBrowser(node);
      const name = `${node.account.accountCode}/${userName}`;
      assert.equal((await browser.signIn(name, PASSWORD)).status, 201);
      await addApp(browser, node);
      const password = 'nine loud lanterns at noon';
      const Operations = [{ op: 'replace', value: { password } }];
      const changed = await node.request('PATCH', `/scim/v2/Users/${made.at('id')}`, {
        body: { schemas: [PATCH_OP], Operations },
      });
      assert.ok(changed.status < 300, changed.text);
      assert.equal((await browser.signIn(name, password)).status, 202);
    });

    test('opens no API by HTTP Basic, and does for people of whom no second factor is asked', async () => {
      const [ann, bob] = [await withApp(), await addPerson()];
      const basic = (userName: string, password = PASSWORD) => {
        const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;
        return node.request('GET', '/v2/formz', { token: null, headers: { authorization } });
      };
      assert.equal((await basic(bob.userName)).status, 200);
      for (let time = 0; time < 2; time += 1) {
        const refused = await basic(ann.userName);
        assert.deepEqual([refused.status, refused.at('code')], [403, 'basic-second-factor']);
      }
      assert.equal((await basic(ann.userName, 'wrong')).status, 401);
      await askEverybody();
      assert.equal((await basic(bob.userName)).status, 200, 'within the grace period');
      node.clock.advance(24 * 60 * MINUTE);
      assert.equal((await basic(bob.userName)).at('code'), 'basic-second-factor');
      const { clientId, clientSecret } = node.account;
      const token = await node.token(clientId, clientSecret);
      assert.equal((await node.request('GET', '/v2/formz', { token })).status, 200);
      await sql`update accounts set second_factor_for = 'nobody'`.execute(node.services.db.reader);
    });

    test('a link by mail is no way around: the code or the passkey is asked for, and the owner hears of changes', async () => {
      const addReader = async () => {
        const userName = fresh('reader');
        const email = `${userName}@people.test`;
        const made = await asAdmin('POST', '/users', { userName, email, password: PASSWORD });
        assert.equal(made.status, 201, made.text);
        const browser = openBrowser(node);
        assert.equal((await browser.signIn(userName, PASSWORD)).status, 201);
        return { userName, email, browser };
      };
      const redeemByMail = async (
        { userName, email }: Awaited<ReturnType<typeof addReader>>,
        stranger = openBrowser(node),
      ) => {
        const before = mail.taken.filter(({ to }) => to.includes(email)).length;
        await stranger.send('POST', '/app/v1/links/request', { body: { userName } });
        await node.services.linkRequests.flush();
        const letter = (await mail.waitFor(email, before + 1)).at(-1)?.text ?? '';
        const token = /reset-password#(\S+)/.exec(letter)?.[1];
        const body = { token, password: 'nine loud lanterns at noon' };
        const answer = await stranger.send('POST', '/app/v1/links/redeem', { body });
        const isIn = (await stranger.send('GET', '/app/v1/session')).status === 200;
        assert.equal(isIn, answer.status === 201);
        return answer;
      };
      const withTheApp = await addReader();
      await addApp(withTheApp.browser, node);
      const [letter] = await mail.waitFor(withTheApp.email, 1);
      assert.match(letter?.text ?? '', /An authenticator app was set up for your user/);
      for (let round = 0; round < 3; round += 1) {
        const guesser = await halfway(withTheApp.userName);
        for (let time = 0; time < 5; time += 1) await enter(guesser, '000000');
        node.clock.advance(MINUTE);
      }
      const [, warning, more] = await mail.waitFor(withTheApp.email, 2);
      assert.match(warning?.text ?? '', /Somebody entered your password, and then several wrong/);
      assert.equal(more, undefined);
      const byApp = await redeemByMail(withTheApp);
      assert.deepEqual([byApp.status, byApp.at()], [202, { next: 'code' }], byApp.text);

      const withBoth = await addReader();
      await addPasskey(withBoth.browser, node.baseUrl);
      const app = await addApp(withBoth.browser, node);
      await mail.waitFor(withBoth.email, 2);
      const countPasskeys = async () =>
        (await node.services.db.reader.selectFrom('passkeys').select('id').execute()).length;
      const before = await countPasskeys();
      const reader = openBrowser(node);
      assert.equal((await redeemByMail(withBoth, reader)).at('next'), 'code');
      assert.equal(await countPasskeys(), before, 'kept from who reads the mail');
      assert.equal((await enter(reader, app.nextCode())).status, 201);
      assert.equal(await countPasskeys(), before - 1, 'somebody else may have added it');

      const withPasskey = await addReader();
      await addPasskey(withPasskey.browser, node.baseUrl);
      await mail.waitFor(withPasskey.email, 1);
      await askEverybody();
      node.clock.advance(24 * 60 * MINUTE);
      const byPasskey = await redeemByMail(withPasskey);
      assert.deepEqual(
        [byPasskey.status, byPasskey.at()],
        [202, { next: 'passkey' }],
        byPasskey.text,
      );
      await sql`update accounts set second_factor_for = 'nobody'`.execute(node.services.db.reader);
      const freed = await redeemByMail(withPasskey);
      assert.equal(freed.status, 201, 'where nobody asks for one');
    });

    test('after the grace period a password leads to setting up a second factor, and nowhere else', async () => {
      const { userName } = await addPerson('admin');
      const browser = openBrowser(node);
      await askEverybody();
      node.clock.advance(24 * 60 * MINUTE);
      const answer = await browser.signIn(userName, PASSWORD);
      assert.equal(answer.status, 201, answer.text);
      assert.ok(Date.parse(String(answer.at('secondFactorFrom'))) <= node.clock.now());
      for (const { route, method, path } of forSessions) {
        const said = await browser.send(method, path);
        const isOpen = SET_UP.has(route);
        assert.equal(said.at('code') === 'second-factor-needed', !isOpen, `${route} ${said.text}`);
        if (!isOpen) assert.equal(said.status, 403, route);
      }
      await addPasskey(browser, node.baseUrl);
      assert.equal((await browser.send('GET', '/app/v1/users')).status, 200);
      const again = openBrowser(node);
      const second = await again.signIn(userName, PASSWORD);
      assert.deepEqual([second.status, second.at()], [202, { next: 'passkey' }], second.text);
      assert.equal((await again.send('GET', '/app/v1/session')).status, 401);
    });

    test('the break-glass admin who lost everything gets in by the command line', async () => {
      const own = openBrowser(node);
      const name = `${node.account.accountCode}/admin`;
      assert.equal((await own.signIn(name, ADMIN_PASSWORD)).status, 201);
      await addApp(own, node);
      await addPasskey(own, node.baseUrl);
      assert.equal((await openBrowser(node).signIn(name, ADMIN_PASSWORD)).status, 202);
      const formstead = commandLine(envOf(storage));
      const ran = await formstead('user', 'reset-second-factor', 'admin', '--json');
      assert.equal(ran.code, 0, ran.stderr);
      assert.equal(ran.json('reset'), true);
      assert.equal((await own.send('GET', '/app/v1/session')).status, 401, 'sessions end');
      const again = openBrowser(node);
      assert.equal((await again.signIn(name, ADMIN_PASSWORD)).status, 201);
      assert.equal((await again.send('GET', '/app/v1/users')).at('code'), 'second-factor-needed');
      await addApp(again, node);
      assert.equal((await again.send('GET', '/app/v1/users')).status, 200);
    });
  });
});
