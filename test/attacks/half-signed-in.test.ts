// An attacker knows a password and nothing else. They sign in as far as the password goes and wait: until the owner
// sets up a second factor, until an admin changes the rule, or until both happen at once. None of this may complete the
// sign-in.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { addPasskey, createAuthenticator } from '../support/authenticator.ts';
import { codeOf } from '../support/authenticator-app.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { fresh } from '../support/scim.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PASSWORD = 'eleven tame otters by the pier';

forEngineOrBoth('sqlite', (engine) => {
  describe('somebody who knows a password and no more', () => {
    let node: Instance;
    let mail: MailServer;
    before(async () => {
      mail = await startMailServer();
      node = await startInstance(engine, { env: mail.env });
    });
    afterEach(async () => {
      const { reader } = node.services.db;
      await sql`update accounts set second_factor_for = 'nobody', sso_only = 0`.execute(reader);
    });
    after(async () => {
      await node.close();
      await mail.close();
    });

    const asAdmin = async (method: string, path: string, body: object) => {
      const admin = await adminBrowser(node);
      const answer = await admin.send(method, `/app/v1${path}`, { body });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const addPerson = async () => {
      const userName = fresh('ann');
      const email = `${userName}@people.test`;
      await asAdmin('POST', '/users', { userName, email, password: PASSWORD });
      return { userName, email };
    };
    const signIn = async (userName: string): Promise<Browser> => {
      const browser = openBrowser(node);
      const answer = await browser.signIn(userName, PASSWORD);
      assert.equal(answer.status, 201, answer.text);
      return browser;
    };
    const rule = (whom: string, graceDays: number) =>
      asAdmin('PATCH', '/account', { secondFactor: { for: whom, graceDays } });
    const statusOf = async (browser: Browser) => (await browser.send('GET', '/app/v1/me')).status;
    const confirm = (browser: Browser, body: object) =>
      browser.send('POST', '/app/v1/session/confirm', { body });
    const passkeyAnswer = async (
      browser: Browser,
      passkey: Parameters<ReturnType<typeof createAuthenticator>['sign']>[0],
    ) => {
      const begun = await browser.send('POST', '/app/v1/passkeys/begin');
      return createAuthenticator(node.baseUrl).sign(passkey, String(begun.at('challenge')));
    };
    /** Makes `change` while a sign-in waits for others before its password is checked. */
    const signInWhile = async (userName: string, change: () => Promise<unknown>) => {
      const others = Array.from({ length: 6 }, () =>
        openBrowser(node).signIn(fresh('nobody'), 'a wrong password'),
      );
      const browser = openBrowser(node);
      const waiting = browser.signIn(userName, PASSWORD);
      await new Promise((resolve) => setTimeout(resolve, 40));
      await change();
      await Promise.all([...others, waiting]);
      return browser;
    };

    test('gets no further when its owner adds a passkey, which the owner hears of', async () => {
      const { userName, email } = await addPerson();
      await rule('everybody', 0);
      const [thief, owner] = [await signIn(userName), await signIn(userName)];
      assert.equal((await thief.send('GET', '/app/v1/me')).at('code'), 'second-factor-needed');
      const passkey = await addPasskey(owner, node.baseUrl);
      assert.equal(await statusOf(owner), 200);
      assert.equal(await statusOf(thief), 401);
      const [letter] = await mail.waitFor(email, 1);
      assert.match(letter?.text ?? '', /A passkey was added/);
      const other = openBrowser(node);
      const body = await passkeyAnswer(other, passkey);
      assert.equal((await other.send('POST', '/app/v1/passkeys/sign-in', { body })).status, 201);
      assert.equal(await statusOf(other), 200);
    });

    test('is out when the grace period ends, where its owner has a passkey', async () => {
      const { userName } = await addPerson();
      await asAdmin('PATCH', '/account', {
        sessions: { idleSeconds: 86_400, longestSeconds: 30 * 86_400 },
      });
      await rule('everybody', 1);
      const owner = await signIn(userName);
      const passkey = await addPasskey(owner, node.baseUrl);
      const [thief, checked] = [await signIn(userName), await signIn(userName)];
      const answer = await passkeyAnswer(checked, passkey);
      assert.equal((await confirm(checked, { passkey: answer })).status, 200);
      node.clock.advance(DAY / 2);
      for (const each of [owner, thief, checked]) assert.equal(await statusOf(each), 200);
      node.clock.advance(DAY / 2);
      assert.deepEqual(
        [await statusOf(owner), await statusOf(thief), await statusOf(checked)],
        [200, 401, 200],
      );
    });

    test('gets no session whose sign-in waited while an app was set up', async () => {
      const { userName } = await addPerson();
      const owner = await signIn(userName);
      const begun = await owner.send('POST', '/app/v1/me/second-factor/begin');
      const body = {
        offer: begun.at('offer'),
        code: codeOf(String(begun.at('secret')), node.clock.now()),
      };
      const thief = await signInWhile(userName, async () => {
        const made = await owner.send('POST', '/app/v1/me/second-factor', { body });
        assert.equal(made.status, 201, made.text);
      });
      assert.equal(await statusOf(thief), 401);
      assert.equal(await statusOf(owner), 200);
    });

    test('gets no session whose sign-in waited while single sign-on became the only way in', async () => {
      const { userName } = await addPerson();
      const thief = await signInWhile(userName, () =>
        sql`update accounts set sso_only = 1`.execute(node.services.db.reader),
      );
      assert.equal(await statusOf(thief), 401);
    });

    test('confirms nothing at the open browser of somebody who signs in with a passkey', async () => {
      const { userName } = await addPerson();
      await rule('everybody', 0);
      const owner = await signIn(userName);
      const passkey = await addPasskey(owner, node.baseUrl);
      node.clock.advance(6 * MINUTE);
      const add = () => owner.send('POST', '/app/v1/me/passkeys/begin');
      assert.equal((await add()).at('code'), 'confirmation-needed');
      const session = await owner.send('GET', '/app/v1/session');
      assert.equal(session.at('user', 'passwordConfirms'), false);
      const refused = await confirm(owner, { password: PASSWORD });
      assert.deepEqual([refused.status, refused.at('code')], [403, 'confirmation-by-passkey']);
      const change = { current: PASSWORD, password: 'nine loud lanterns at noon' };
      const changed = await owner.send('PUT', '/app/v1/me/password', { body: change });
      assert.equal(changed.at('code'), 'confirmation-needed', changed.text);
      const answer = await passkeyAnswer(owner, passkey);
      assert.equal((await confirm(owner, { passkey: answer })).status, 200);
      assert.equal((await add()).status, 200);
    });

    test('and who takes long over scanning proves who they are once more, and goes on', async () => {
      const { userName } = await addPerson();
      const owner = await signIn(userName);
      const begun = await owner.send('POST', '/app/v1/me/second-factor/begin');
      const setUp = () =>
        owner.send('POST', '/app/v1/me/second-factor', {
          body: {
            offer: begun.at('offer'),
            code: codeOf(String(begun.at('secret')), node.clock.now()),
          },
        });
      node.clock.advance(6 * MINUTE);
      assert.equal((await setUp()).at('code'), 'confirmation-needed');
      assert.equal((await confirm(owner, { password: PASSWORD })).status, 200);
      const made = await setUp();
      assert.equal(made.status, 201, made.text);
    });
  });
});
