// An attacker without an account requests links for new passwords: to learn which users exist, to fill mailboxes, to
// invalidate the links of others, or to get a link that leads elsewhere or works twice.
// Nightly: whole journeys; src/sign-in tries each request.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addPasskey } from '../support/authenticator.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { readAuditLines } from '../support/credentials.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendPlain } from '../support/plain-http.ts';
import { fresh, PATCH_OP } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';

const PASSWORD = 'eleven tame otters by the pier';
const NEXT = 'four green kettles in march';
const HOUR_MS = 3_600_000;
/** Headers that differ between any two answers. */
const OWN_HEADERS = ['date', 'x-request-id', 'ratelimit'];

forEngineOrBoth('postgres', (engine) => {
  describe('a link for a forgotten password', () => {
    let mail: MailServer;
    let node: Instance;
    let admin: Browser;
    before(async () => {
      mail = await startMailServer();
      node = await startInstance(engine, { env: mail.env });
      admin = await adminBrowser(node);
    });
    after(async () => {
      await node.close();
      await mail.close();
    });

    const addPerson = async (more: object = {}) => {
      const userName = fresh('p');
      const email = `${userName}@people.test`;
      const body = { userName, email, password: PASSWORD, ...more };
      const made = await admin.send('POST', '/app/v1/users', { body });
      assert.equal(made.status, 201, made.text);
      return { id: String(made.at('id')), userName, email };
    };
    const ask = (userName: string, headers: Record<string, string> = {}, on = node) =>
      openBrowser(on).send('POST', '/app/v1/links/request', { body: { userName }, headers });
    const letters = (email: string) => mail.taken.filter(({ to }) => to.includes(email));
    const isSent = async () => {
      await node.services.linkRequests.flush();
      await waitUntil(async () => {
        const { reader } = node.services.db;
        return (await reader.selectFrom('notices').select('id').execute()).length === 0;
      });
    };
    const linkIn = (text: string) => new URL(/https:\S+reset-password#\S+/.exec(text)?.[0] ?? '');
    const askForLink = async (userName: string, email: string): Promise<URL> => {
      const before = letters(email).length;
      assert.equal((await ask(userName)).status, 202);
      await isSent();
      const got = await mail.waitFor(email, before + 1);
      return linkIn(got.at(-1)?.text ?? '');
    };
    const redeem = (link: URL, password = NEXT) =>
      openBrowser(node).send('POST', '/app/v1/links/redeem', {
        body: { token: link.hash.slice(1), password },
      });
    const shown = ({ status, text, headers }: Answer) => ({
      status,
      text,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)),
      ),
    });
    const lines = async () => {
      await node.services.refusals.flush();
      const { db } = node.services;
      const all = await readAuditLines(db, node.account.accountId);
      return all.filter(({ action }) => action === 'user.request-link');
    };

    test('goes to the person, sets a password once, and ends what they were signed in with', async () => {
      const { id, userName, email } = await addPerson({ displayName: 'https://evil.test' });
      const theirs = openBrowser(node);
      assert.equal((await theirs.signIn(userName, PASSWORD)).status, 201);
      await addPasskey(theirs, node.baseUrl);
      await mail.waitFor(email, 1);
      const link = await askForLink(email.toUpperCase(), email);
      assert.equal(link.origin, node.baseUrl);
      const letter = letters(email).at(-1);
      assert.match(letter?.headers ?? '', /^subject: New password for Acme$/im);
      assert.match(letter?.text ?? '', /If it was not you, there is nothing to do/);
      assert.equal(letter?.text.match(/\bhttps?:\/\//g)?.length, 1);
      assert.equal((await theirs.send('GET', '/app/v1/session')).status, 200);
      assert.equal((await redeem(link)).status, 201);
      assert.equal((await theirs.send('GET', '/app/v1/session')).status, 401);
      assert.equal((await openBrowser(node).signIn(userName, PASSWORD)).status, 401);
      const now = openBrowser(node);
      assert.equal((await now.signIn(userName, NEXT)).status, 201);
      assert.deepEqual((await now.send('GET', '/app/v1/me/passkeys')).at('items'), []);
      const again = await redeem(link);
      assert.deepEqual([again.status, again.at('code')], [403, 'link-invalid']);
      const [line] = (await lines()).filter((each) => each.target === id);
      assert.equal(line?.result, 'ok');
      assert.match(String(line?.ip), /^(127\.0\.0\.1|::1)$/);
      assert.ok(!node.logs.join('').includes(link.hash.slice(1)));
    });

    const addSync = async () => {
      const made = await admin.send('POST', '/app/v1/credentials', {
        body: { name: fresh('sync'), actsAsUserId: node.account.userId, rights: ['scim'] },
      });
      const id = String(made.at('credential', 'id'));
      return { id, token: await node.token(id, String(made.at('clientSecret'))) };
    };
    const readdress = async (token: string, id: string, address: string) => {
      const Operations = [{ op: 'replace', path: 'emails', value: [{ value: address }] }];
      const body = { schemas: [PATCH_OP], Operations };
      const written = await node.request('PATCH', `/scim/v2/Users/${id}`, { token, body });
      assert.equal(written.status, 200, written.text);
    };
    const isOver = async (link: URL) => (await redeem(link)).at('code') === 'link-invalid';

    test('opens nothing any more once the credential is revoked that wrote the address', async () => {
      const { id, token } = await addSync();
      const [victim, next, invited] = [await addPerson(), await addPerson(), await addPerson()];
      const other = await addPerson();
      const theirs = `${fresh('thief')}@people.test`;
      await readdress(token, victim.id, theirs);
      await readdress(token, next.id, `x${theirs}`);
      await readdress(token, invited.id, `y${theirs}`);

      const begin = async (userName: string, email: string) => {
        const link = await askForLink(userName, email);
        const browser = openBrowser(node);
        const token = link.hash.slice(1);
        const redeemed = await browser.send('POST', '/app/v1/links/redeem', {
          body: { token, password: NEXT },
        });
        assert.equal(redeemed.status, 201, redeemed.text);
        return browser;
      };
      const thief = await begin(victim.userName, theirs);
      const owner = await begin(other.userName, other.email);
      const requested = await askForLink(next.userName, `x${theirs}`);
      const path = `/app/v1/users/${invited.id}/link`;
      await admin.send('POST', path, { body: { send: true } });
      const sent = linkIn((await mail.waitFor(`y${theirs}`, 1)).at(-1)?.text ?? '');
      assert.equal((await thief.send('GET', '/app/v1/session')).status, 200);
      const revoked = await admin.send('POST', `/app/v1/credentials/${id}/revoke`);
      assert.ok(revoked.status < 300, revoked.text);
      assert.equal((await thief.send('GET', '/app/v1/session')).status, 401);
      assert.equal((await owner.send('GET', '/app/v1/session')).status, 200);
      assert.deepEqual([await isOver(requested), await isOver(sent)], [true, true]);
      const record = await admin.send('GET', '/app/v1/audit-events?action=credential.revoke');
      assert.match(record.text, /"passwordsSet":1,"sessionsEnded":1,"linksEnded":2/);
    });

    test('ends when the address changes that it was sent to', async () => {
      const { token } = await addSync();
      const [one, two] = [await addPerson(), await addPerson()];
      const requested = await askForLink(one.userName, one.email);
      await readdress(token, one.id, `x${one.email}`);
      assert.ok(await isOver(requested));
      const made = await admin.send('POST', `/app/v1/users/${two.id}/link`, { body: {} });
      const body = { email: `x${two.email}` };
      const put = await admin.send('PATCH', `/app/v1/users/${two.id}`, { body });
      assert.equal(put.status, 200, put.text);
      assert.ok(await isOver(new URL(String(made.at('url')))));
      const again = await askForLink(two.userName, `x${two.email}`);
      assert.equal((await redeem(again)).status, 201);
    });

    test('is written in the language of the person', async () => {
      const { id, userName, email } = await addPerson();
      const body = { language: 'de' };
      const theirs = openBrowser(node);
      await theirs.signIn(userName, PASSWORD);
      assert.equal((await theirs.send('PATCH', '/app/v1/me', { body })).status, 200, id);
      await askForLink(userName, email);
      assert.match(letters(email)[0]?.text ?? '', /Waren Sie es nicht, brauchen Sie nichts zu tun/);
    });

    test('answers alike whoever is asked for, and sends nothing to those who may have none', async () => {
      const known = await addPerson();
      const blocked = await addPerson();
      const block = await admin.send('PATCH', `/app/v1/users/${blocked.id}`, {
        body: { active: false },
      });
      assert.equal(block.status, 200, block.text);
      const noAddress = await addPerson({ email: undefined });
      const noPassword = await addPerson({ password: undefined });
      const provisioned = fresh('p');
      const two = await addPerson();
      await addPerson({ email: two.email });
      const guard = await addPerson();
      const { db, directory } = node.services;
      const actor = { accountId: node.account.accountId, via: 'command-line' } as const;
      await db.transaction((tx) => directory.closeToProvisioning(tx, actor, guard.id));
      await node.request('POST', '/scim/v2/Users', {
        body: { userName: provisioned, emails: [{ value: `${provisioned}@people.test` }] },
      });
      const taken = mail.taken.length;
      const expected = shown(await ask(known.userName));
      for (const name of [
        ...['nobody', 'nobody@people.test', `${node.account.accountCode}/nobody`, 'admin'],
        ...[blocked.userName, noAddress.userName, noPassword.userName, provisioned],
        ...[guard.userName, guard.email, two.email, `other/${known.userName}`, 'x'.repeat(600)],
      ]) {
        assert.deepEqual(shown(await ask(name)), expected, name);
      }
      assert.deepEqual(
        [expected.status, expected.text, expected.headers['set-cookie']],
        [202, '', undefined],
      );
      await isSent();
      assert.deepEqual(
        mail.taken.slice(taken).map(({ to }) => to.join()),
        [known.email],
      );
      const reasons = (await lines()).flatMap(
        ({ detail }) => /"reason":"([^"]*)"/.exec(JSON.stringify(detail))?.[1] ?? [],
      );
      for (const reason of [
        'unknown-user',
        'user-inactive',
        'no-email',
        'no-password',
        'break-glass-user',
      ]) {
        assert.ok(reasons.includes(reason), reason);
      }
    });

    test('opens nothing where single sign-on is the only way in, also when that came later', async () => {
      const { userName, email } = await addPerson();
      const link = await askForLink(userName, email);
      const { reader } = node.services.db;
      const set = (sso_only: 0 | 1) =>
        reader
          .updateTable('accounts')
          .set({ sso_only })
          .where('id', '=', node.account.accountId)
          .execute();
      await set(1);
      try {
        const expected = shown(await ask('nobody'));
        assert.deepEqual(shown(await ask(userName)), expected);
        await isSent();
        assert.equal(letters(email).length, 1);
        assert.equal((await redeem(link)).at('code'), 'sso-only');
        const options = await openBrowser(node).send('GET', '/app/v1/sign-in');
        assert.equal(options.at('resetByMail'), false);
      } finally {
        await set(0);
      }
    });

    test('leads to the address of the service, whatever the request says of itself', async () => {
      const { userName, email } = await addPerson();
      const lies = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example;proto=http',
      };
      assert.equal((await ask(userName, lies)).status, 202);
      await ask(userName, { host: 'evil.example' });
      await isSent();
      for (const { text } of letters(email)) {
        assert.ok(!text.includes('evil.example'));
        assert.equal(linkIn(text).origin, node.baseUrl);
      }
      assert.ok(letters(email).length > 0);
    });

    test('ends with a newer one, with an admin’s, with a new password and after an hour', async () => {
      const one = await addPerson();
      const first = await askForLink(one.userName, one.email);
      const second = await askForLink(one.userName, one.email);
      assert.ok(await isOver(first));
      const made = await admin.send('POST', `/app/v1/users/${one.id}/link`, { body: {} });
      assert.ok(await isOver(second));
      const third = await askForLink(one.userName, one.email);
      // Nobody can invalidate an admin's link by typing a user name.
      const body = { token: new URL(String(made.at('url'))).hash.slice(1) };
      assert.equal(
        (await openBrowser(node).send('POST', '/app/v1/links/read', { body })).status,
        200,
      );
      const theirs = openBrowser(node);
      await theirs.signIn(one.userName, PASSWORD);
      const change = { current: PASSWORD, password: 'nine quiet lanterns by the sea' };
      assert.equal((await theirs.send('PUT', '/app/v1/me/password', { body: change })).status, 200);
      assert.ok(await isOver(third));
      const two = await addPerson();
      const late = await askForLink(two.userName, two.email);
      node.clock.advance(HOUR_MS);
      assert.ok(await isOver(late));
      admin = await adminBrowser(node);
    });

    test('comes three times an hour at most, wherever it is asked for', async () => {
      const { userName, email } = await addPerson();
      for (let i = 0; i < 10; i += 1) {
        assert.equal((await ask(userName)).status, 202);
        await isSent();
      }
      await mail.waitFor(email, 3);
      assert.equal(letters(email).length, 3);
      assert.equal((await redeem(linkIn(letters(email)[2]?.text ?? ''))).status, 201);
      await ask(userName);
      await isSent();
      assert.equal(letters(email).length, 3);
      node.clock.advance(HOUR_MS);
      await askForLink(userName, email);
      await node.services.sessions.purge();
      assert.equal(letters(email).length, 4);
      admin = await adminBrowser(node);
    });

    test('of a flood from one network few come, and what waits for an answer is bounded', async () => {
      node.clock.advance(HOUR_MS);
      admin = await adminBrowser(node);
      const people = await Promise.all(Array.from({ length: 45 }, () => addPerson()));
      const taken = mail.taken.length;
      for (let i = 0; i < 4; i += 1) {
        for (const { userName } of people) assert.equal((await ask(userName)).status, 202);
        await isSent();
      }
      assert.ok(mail.taken.length - taken <= 30, `${mail.taken.length - taken} letters`);
    });
  });

  describe('a forgotten password while somebody with a /48 asks for links', () => {
    test('is answered by mail', async () => {
      const mail = await startMailServer();
      const trusted = {
        FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1',
        FORMSTEAD_PUBLIC_URL: 'https://forms.example.com',
      };
      const node = await startInstance(engine, { env: { ...mail.env, ...trusted } });
      try {
        const { linkRequests, db, directory } = node.services;
        const actor = { accountId: node.account.accountId, via: 'command-line' } as const;
        const email = 'ann@people.test';
        const attributes = { userName: 'ann', emails: [{ value: email }] };
        const passwordHash = await node.services.passwords.hash(PASSWORD);
        await db.transaction((tx) =>
          directory.createUser(tx, actor, { attributes, origin: 'local', passwordHash }),
        );
        const publicUrl = 'https://forms.example.com';
        for (let i = 0; i < 1200; i += 1) {
          const ip = `2001:db8:1:${(i >> 4).toString(16)}::1`;
          linkRequests.take({ userName: `nobody${i}`, ip, publicUrl });
        }
        const asked = await sendPlain(node.server.port, {
          method: 'POST',
          path: '/app/v1/links/request',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            'x-forwarded-for': '192.0.2.7',
            'x-forwarded-proto': 'https',
          },
          body: JSON.stringify({ userName: 'ann' }),
        });
        assert.equal(asked.status, 202);
        await linkRequests.flush();
        assert.equal((await mail.waitFor(email, 1)).length, 1);
      } finally {
        await node.close();
        await mail.close();
      }
    });
  });

  describe('a forgotten password without a mail server', () => {
    test('is nothing to ask for, and the sign-in page knows it', async () => {
      const node = await startInstance(engine);
      try {
        const browser = openBrowser(node);
        const options = await browser.send('GET', '/app/v1/sign-in');
        assert.equal(options.at('resetByMail'), false);
        const body = { userName: 'admin' };
        const asked = await browser.send('POST', '/app/v1/links/request', { body });
        assert.deepEqual([asked.status, asked.at('code')], [409, 'mail-off']);
        assert.ok(!asked.text.includes(ADMIN_PASSWORD));
      } finally {
        await node.close();
      }
    });
  });
});
