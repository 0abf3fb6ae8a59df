// Somebody removes the last way to sign in: their own, or that of the account's last admin.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addPasskey, createAuthenticator } from '../support/authenticator.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { fresh } from '../support/scim.ts';

const PASSWORD = 'eleven tame otters by the pier';

forEngineOrBoth('sqlite', (engine) => {
  describe('the last way in', () => {
    let node: Instance;
    let admin: Browser;
    before(async () => {
      node = await startInstance(engine);
      admin = await adminBrowser(node);
    });
    after(() => node.close());

    const addPerson = async (more: object = {}) => {
      const userName = fresh('p');
      const body = { userName, password: PASSWORD, ...more };
      const made = await admin.send('POST', '/app/v1/users', { body });
      assert.equal(made.status, 201, made.text);
      const browser = openBrowser(node);
      assert.equal((await browser.signIn(userName, PASSWORD)).status, 201);
      return { id: String(made.at('id')), browser };
    };
    const forgetPassword = (id: string) =>
      node.services.db.reader
        .updateTable('users')
        .set({ password_hash: null })
        .where('id', '=', id)
        .execute();

    test('is no passkey that somebody removes by mistake, and with another one it goes', async () => {
      const { id, browser } = await addPerson();
      const first = await addPasskey(browser, node.baseUrl);
      await forgetPassword(id);
      const path = `/app/v1/me/passkeys/${first.rowId}`;
      const refused = await browser.send('DELETE', path);
      assert.deepEqual([refused.status, refused.at('code')], [403, 'last-way-in']);
      const { at } = await browser.send('GET', '/app/v1/me/passkeys');
      assert.equal(at('items', 0, 'id'), first.rowId);
      const begun = await openBrowser(node).send('POST', '/app/v1/passkeys/begin');
      const signed = createAuthenticator(node.baseUrl).sign(first, String(begun.at('challenge')));
      const again = openBrowser(node);
      const entered = await again.send('POST', '/app/v1/passkeys/sign-in', { body: signed });
      assert.equal(entered.status, 201);
      await addPasskey(again, node.baseUrl, 'Second');
      assert.equal((await again.send('DELETE', path)).status, 204);
    });

    test('stays with an admin who would take all of their own passkeys away, and goes from others', async () => {
      const { id, browser } = await addPerson({ role: 'admin' });
      await addPasskey(browser, node.baseUrl);
      await forgetPassword(id);
      const path = `/app/v1/users/${id}/passkeys`;
      const refused = await browser.send('DELETE', path);
      assert.deepEqual([refused.status, refused.at('code')], [403, 'last-way-in']);
      assert.equal((await admin.send('DELETE', path)).status, 204);
    });

    test('of the account stays: admins who cannot sign in are no other admins', async () => {
      const { accountId, userId } = node.account;
      const others = ['password', 'passkey', 'blocked'] as const;
      const made = await Promise.all(others.map(() => addPerson({ role: 'admin' })));
      const [byPassword, byPasskey, blocked] = made;
      assert.ok(byPassword && byPasskey && blocked);
      await addPasskey(byPasskey.browser, node.baseUrl);
      await forgetPassword(byPasskey.id);
      const { db, directory } = node.services;
      const actor = { accountId, via: 'command-line' } as const;
      const ways = {
        demote: () => db.transaction((tx) => directory.setRole(tx, actor, byPassword.id, 'member')),
        deactivate: () =>
          db.transaction((tx) => directory.setActive(tx, actor, byPassword.id, false)),
        block: () => db.transaction((tx) => directory.setBlocked(tx, actor, byPassword.id, true)),
        remove: () =>
          db.transaction((tx) =>
            directory.removeUser(tx, actor, byPassword.id, { visibility: 'all' }),
          ),
      };
      await db.transaction((tx) => directory.setBlocked(tx, actor, blocked.id, true));
      await forgetPassword(userId);
      await db.reader.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
      for (const [name, lose] of Object.entries(ways)) {
        await assert.rejects(lose(), { code: 'last-admin' }, name);
      }
      const { browser } = byPassword;
      for (const [method, path] of [
        ['DELETE', ''],
        ['POST', '/erase'],
      ] as const) {
        const refused = await browser.send(method, `/app/v1/users/${byPassword.id}${path}`);
        assert.deepEqual([refused.status, refused.at('code')], [403, 'last-admin'], refused.text);
      }
      // An admin whom single sign-on finds can still sign in.
      await db.reader
        .insertInto('sso_connections')
        .values({
          ...{ account_id: accountId, id: fresh('c'), name: 'x', issuer: 'https://idp.example' },
          ...{ client_id: 'x', client_secret: 'x', claim: 'sub', attribute: 'userName' },
          ...{ enabled: 1, created_at: 0, last_sign_in_at: 1 },
        })
        .execute();
      await ways.demote();
      const { id } = await db.reader
        .selectFrom('sso_connections')
        .select('id')
        .executeTakeFirstOrThrow();
      const left = byPasskey.browser;
      const path = `/app/v1/sso-connections/${id}`;
      for (const [method, body] of [
        ['DELETE', undefined],
        ['PATCH', { enabled: false }],
      ] as const) {
        const refused = await left.send(method, path, body ? { body } : {});
        assert.deepEqual([refused.status, refused.at('code')], [403, 'last-way-in'], refused.text);
      }
      await addPasskey(left, node.baseUrl);
      assert.equal((await left.send('PATCH', path, { body: { enabled: false } })).status, 200);
      assert.equal((await left.send('DELETE', path)).status, 204);
    });

    test('is no connection that signs in others: the one that is theirs counts, also when it is off', async () => {
      const account = await node.addAccount(fresh('Two'));
      const { accountId, userId } = account;
      const { db } = node.services;
      const browser = openBrowser(node);
      await browser.signIn(`${account.accountCode}/admin`, ADMIN_PASSWORD);
      const passkey = await addPasskey(browser, node.baseUrl);
      await forgetPassword(userId);
      // Only the connection that names their credential signs them in.
      await db.reader
        .updateTable('users')
        .set({ protected: 0, provisioned_by: 'theirs' })
        .where('id', '=', userId)
        .execute();
      const connect = (id: string, credential_ids: string | null, enabled: 0 | 1 = 1) =>
        db.reader
          .insertInto('sso_connections')
          .values({
            ...{ account_id: accountId, id, name: 'x', issuer: 'https://idp.example' },
            ...{ client_id: 'x', client_secret: 'x', claim: 'sub', attribute: 'userName' },
            ...{ credential_ids, enabled, created_at: 0, last_sign_in_at: 1 },
          })
          .execute();
      await connect('a', null);
      await connect('b', '["theirs"]', 0);
      const path = `/app/v1/me/passkeys/${passkey.rowId}`;
      const lose = async () => {
        const answer = await browser.send('DELETE', path);
        return answer.status === 204 ? 'lost' : answer.at('code');
      };
      assert.equal(await lose(), 'last-way-in', 'theirs is off');
      await browser.send('PATCH', '/app/v1/sso-connections/b', { body: { enabled: true } });
      assert.equal(await lose(), 'lost');
      const off = { body: { enabled: false } };
      const refused = await browser.send('PATCH', '/app/v1/sso-connections/b', off);
      assert.deepEqual([refused.status, refused.at('code')], [403, 'last-way-in'], refused.text);
      // Without it, the oldest connection that names no credential is theirs, and no later one.
      await connect('c', null);
      assert.equal((await browser.send('DELETE', '/app/v1/sso-connections/b')).status, 204);
      const oldest = await browser.send('PATCH', '/app/v1/sso-connections/a', off);
      assert.deepEqual([oldest.status, oldest.at('code')], [403, 'last-way-in'], oldest.text);
      assert.equal((await browser.send('PATCH', '/app/v1/sso-connections/c', off)).status, 200);
    });
  });
});
