// Single sign-on only: users of the identity provider can sign in no other way, but the break-glass admin can.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import {
  addPasskey,
  createAuthenticator,
  type SoftPasskey,
} from '../../../test/support/authenticator.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import type { IdentityProvider } from '../../../test/support/identity-provider.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../../test/support/instance.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../../../test/support/sso-sign-in.ts';

const PASSWORD = 'four green kettles in march';
const ANN = { userName: 'ann', externalId: 'ext-ann' };
const BULK_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

forEachEngine((engine) => {
  let storage: EngineInstance;
  let node: Instance;
  let admin: Browser;
  let idp: IdentityProvider;
  let connectionId: string;
  let annId: string;
  let ann: Browser;
  let passkey: SoftPasskey;
  let oldLink: string;
  before(async () => {
    storage = await engine.fresh('any');
    node = await startInstance(engine, { storage, env: SSO_ENV });
    admin = await adminBrowser(node);
    ({ idp, connectionId } = await connectProvider(node, { admin }));
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
    const body = { ...ANN, password: PASSWORD };
    annId = String((await node.request('POST', '/scim/v2/Users', { body })).at('id'));
    const ben = { userName: 'ben', emails: [{ value: 'ben@mail.example' }], password: PASSWORD };
    await node.request('POST', '/scim/v2/Users', { body: ben });
    ann = openBrowser(node);
    assert.equal((await ann.signIn('ann', PASSWORD)).status, 201);
    assert.equal((await signIn('ben@mail.example', PASSWORD)).status, 201);
    passkey = await addPasskey(ann, node.baseUrl);
    const link = await admin.send('POST', `/app/v1/users/${annId}/link`);
    oldLink = String(link.at('url')).split('#')[1] ?? '';
  });
  after(async () => {
    idp.close();
    await node.close();
  });

  const turn = (ssoOnly: boolean) => admin.send('PATCH', '/app/v1/account', { body: { ssoOnly } });
  const basic = async (userName: string, password: string) => {
    const text = Buffer.from(`${userName}:${password}`).toString('base64');
    const headers = { authorization: `Basic ${text}` };
    return node.request('GET', '/v2/formz', { token: null, headers });
  };
  const signIn = (userName: string, password: string) =>
    openBrowser(node).signIn(userName, password);
  const byPasskey = async () => {
    const begun = await openBrowser(node).send('POST', '/app/v1/passkeys/begin');
    const challenge = String(begun.at('challenge'));
    const body = createAuthenticator(node.baseUrl).sign(passkey, challenge);
    return openBrowser(node).send('POST', '/app/v1/passkeys/sign-in', { body });
  };

  test('check 33: it is refused until somebody has signed in with the connection', async () => {
    const early = await turn(true);
    assert.deepEqual([early.status, early.at('code')], [409, 'sso-unproven'], early.text);
    assert.equal((await admin.send('GET', '/app/v1/account')).at('ssoOnly'), false);
    const { answer } = await arriveBySso(node, idp, connectionId);
    assert.equal(answer.headers['location'], '/');
    const listed = await admin.send('GET', '/app/v1/sso-connections');
    assert.ok(listed.at('items', 0, 'lastSignInAt'));
    const on = await turn(true);
    assert.deepEqual([on.status, on.at('ssoOnly')], [200, true], on.text);
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const line = lines.findLast(({ action }) => action === 'account.set-sso-only');
    assert.deepEqual(line?.detail, { via: 'web', from: false, ssoOnly: true, sessionsEnded: 2 });
  });

  describe('while it is on', () => {
    let bySso: Browser;
    before(async () => {
      bySso = (await arriveBySso(node, idp, connectionId)).browser;
    });

    test('check 33: passwords and passkeys of before are refused, with one answer whatever is known', async () => {
      const answers = [
        await signIn('ann', PASSWORD),
        await signIn('ann', 'wrong'),
        await signIn('acme/ann', PASSWORD),
        await signIn('ben@mail.example', PASSWORD),
        await signIn('nobody', PASSWORD),
        await signIn('admin', 'wrong'),
      ];
      const told = answers.map((answer) => [answer.status, answer.at('code'), answer.at('detail')]);
      assert.equal(new Set(told.map((each) => JSON.stringify(each))).size, 1, JSON.stringify(told));
      assert.deepEqual(told[0]?.slice(0, 2), [401, 'sign-in-by-sso']);
      assert.match(String(told[0]?.[2]), /single sign-on/);
      const refused = await byPasskey();
      assert.deepEqual([refused.status, refused.at('code')], [401, 'sign-in-by-sso']);
      assert.equal(
        (await ann.send('GET', '/app/v1/session')).status,
        401,
        'what began so has ended',
      );
      for (const [name, password] of [
        ['ann', PASSWORD],
        ['ben@mail.example', PASSWORD],
        ['nobody', PASSWORD],
        ['admin', 'wrong'],
      ] as const) {
        const answer = await basic(name, password);
        assert.equal(answer.status, 401);
        assert.match(String(answer.at('detail')), /single sign-on/);
      }
    });

    test('the break-glass admin gets in with the password, also with Basic', async () => {
      assert.equal((await signIn('admin', ADMIN_PASSWORD)).status, 201);
      assert.equal((await basic('admin', ADMIN_PASSWORD)).status, 200);
      const session = await admin.send('GET', '/app/v1/session');
      assert.deepEqual(
        [session.at('user', 'ssoOnly'), session.at('user', 'hasPassword')],
        [false, true],
      );
    });

    test('people of the provider are offered neither password nor passkey, nor a link to one', async () => {
      const options = await openBrowser(node).send('GET', '/app/v1/sign-in');
      assert.deepEqual(
        ['ssoOnly', 'password', 'passkeys'].map((name) => options.at(name)),
        [true, false, false],
      );
      const { user } = Object((await bySso.send('GET', '/app/v1/session')).body);
      assert.deepEqual([user.ssoOnly, user.hasPassword, user.hasPasskey], [true, false, false]);
      const detail = await admin.send('GET', `/app/v1/users/${annId}`);
      assert.equal(detail.at('ssoOnly'), true);
      const next = 'six slow tramways by the sea';
      const refusals = [
        await bySso.send('PUT', '/app/v1/me/password', {
          body: { current: PASSWORD, password: next },
        }),
        await bySso.send('POST', '/app/v1/session/confirm', { body: { password: PASSWORD } }),
        await admin.send('POST', `/app/v1/users/${annId}/link`),
        await admin.send('POST', '/app/v1/users', { body: { userName: 'bo', password: next } }),
        await openBrowser(node).send('POST', '/app/v1/links/read', { body: { token: oldLink } }),
        await openBrowser(node).send('POST', '/app/v1/links/redeem', {
          body: { token: oldLink, password: next },
        }),
      ];
      assert.deepEqual(
        refusals.map((answer) => [answer.status, answer.at('code')]),
        refusals.map(() => [409, 'sso-only']),
      );
    });

    test('a freshly checked person of the provider makes no passkey either', async () => {
      const { db } = node.services;
      await db.transaction((tx) =>
        tx.updateTable('users').set({ protected: 1 }).where('id', '=', annId).execute(),
      );
      const before = openBrowser(node);
      assert.equal((await before.signIn('ann', PASSWORD)).status, 201, 'break-glass for a moment');
      await db.transaction((tx) =>
        tx.updateTable('users').set({ protected: 0 }).where('id', '=', annId).execute(),
      );
      const begin = () => before.send('POST', '/app/v1/me/passkeys/begin');
      assert.equal((await begin()).status, 401, 'a password is worth nothing any more');
      await sql`update sessions set method = 'sso' where user_id = ${annId}`.execute(db.reader);
      const begun = await begin();
      assert.deepEqual([begun.status, begun.at('code')], [409, 'sso-only']);
    });

    test('a password that arrives over SCIM is not kept, and breaks nothing', async () => {
      const body = { userName: 'cy', externalId: 'ext-cy', password: PASSWORD };
      const made = await node.request('POST', '/scim/v2/Users', { body });
      assert.equal(made.status, 201, made.text);
      const patched = await node.request('PATCH', `/scim/v2/Users/${made.at('id')}`, {
        body: { Operations: [{ op: 'replace', path: 'password', value: `${PASSWORD}!` }] },
      });
      assert.equal(Math.floor(patched.status / 100), 2, patched.text);
      const row = await node.services.db.reader
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', String(made.at('id')))
        .executeTakeFirstOrThrow();
      assert.equal(row.password_hash, null);
    });

    test('and none that arrives in Bulk', async () => {
      const operations = [
        {
          method: 'POST',
          path: '/Users',
          bulkId: 'di',
          data: { userName: 'di', password: PASSWORD },
        },
        {
          method: 'PATCH',
          path: '/Users/bulkId:di',
          data: { Operations: [{ op: 'add', path: 'password', value: `${PASSWORD}!` }] },
        },
        { method: 'PUT', path: `/Users/${annId}`, data: { ...ANN, password: `${PASSWORD}?` } },
      ];
      const body = { schemas: [BULK_REQUEST], Operations: operations };
      const answer = await node.request('POST', '/scim/v2/Bulk', { body });
      assert.equal(answer.status, 200, answer.text);
      const statuses = operations.map((_, i) => answer.at('Operations', i, 'status'));
      assert.deepEqual(statuses, ['201', '200', '200'], answer.text);
      const made = /Users\/([^/]+)$/.exec(String(answer.at('Operations', 0, 'location')))?.[1];
      const row = await node.services.db.reader
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', made ?? '')
        .executeTakeFirstOrThrow();
      assert.equal(row.password_hash, null);
      assert.equal((await signIn('ann', `${PASSWORD}?`)).status, 401);
    });

    test('the last break-glass admin stays one, whoever asks, until there is another', async () => {
      const user = { userName: 'second', role: 'admin' };
      assert.equal((await admin.send('POST', '/app/v1/users', { body: user })).status, 201);
      const own = `/app/v1/users/${node.account.userId}`;
      const formstead = commandLine(envOf(storage));
      const refusals = [
        await admin.send('DELETE', own),
        await admin.send('POST', `${own}/erase`),
        await admin.send('PATCH', own, { body: { active: false } }),
        await admin.send('PATCH', own, { body: { role: 'member' } }),
        await admin.send('PATCH', own, { body: { protected: false } }),
      ];
      for (const answer of refusals) {
        assert.deepEqual(
          [answer.status, answer.at('code')],
          [403, 'last-break-glass'],
          answer.text,
        );
        assert.match(String(answer.at('detail')), /formstead user protect/);
      }
      for (const words of [['delete'], ['deactivate'], ['unprotect'], ['set-role', 'member']]) {
        const [verb = '', ...more] = words;
        const refused = await formstead('user', verb, 'admin', ...more);
        assert.notEqual(refused.code, 0, verb);
        assert.match(refused.stderr, /break-glass/, verb);
      }
      assert.equal((await signIn('admin', ADMIN_PASSWORD)).status, 201);

      // A passkey that is the only way to sign in stays too.
      const key = await addPasskey(admin, node.baseUrl);
      assert.ok(key);
      const { db } = node.services;
      const ofAdmin = (passwordHash: string | null) =>
        db.transaction((tx) =>
          tx
            .updateTable('users')
            .set({ password_hash: passwordHash })
            .where('id', '=', node.account.userId)
            .execute(),
        );
      const { password_hash: hash } = await db.reader
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', node.account.userId)
        .executeTakeFirstOrThrow();
      await ofAdmin(null);
      const listed = await admin.send('GET', '/app/v1/me/passkeys');
      for (const answer of [
        await admin.send('DELETE', `${own}/passkeys`),
        await admin.send('DELETE', `/app/v1/me/passkeys/${String(listed.at('items', 0, 'id'))}`),
      ]) {
        assert.deepEqual(
          [answer.status, answer.at('code')],
          [403, 'last-break-glass'],
          answer.text,
        );
      }
      await ofAdmin(hash);
      assert.equal((await admin.send('DELETE', `${own}/passkeys`)).status, 204);
      admin = await adminBrowser(node);

      assert.equal((await formstead('user', 'protect', 'second')).code, 0);
      const file = join(storage.dataDir, 'second.txt');
      await writeFile(file, 'two wide rivers meet at noon');
      const set = await formstead('user', 'set-password', 'second', '--password-file', file);
      assert.equal(set.code, 0, set.stderr);
      const opened = await admin.send('PATCH', own, { body: { protected: false } });
      assert.equal(opened.status, 200, opened.text);
      assert.equal((await formstead('user', 'protect', 'admin')).code, 0);
    });

    test('the last connection that works is neither turned off nor removed', async () => {
      const path = `/app/v1/sso-connections/${connectionId}`;
      for (const answer of [
        await admin.send('PATCH', path, { body: { enabled: false } }),
        await admin.send('DELETE', path),
      ]) {
        assert.deepEqual([answer.status, answer.at('code')], [409, 'sso-only'], answer.text);
      }
    });

    test('a password that is set on the server opens the door, until it is another one', async () => {
      const file = join(storage.dataDir, 'password.txt');
      await writeFile(file, 'nine calm owls over rooftops');
      const formstead = commandLine(envOf(storage));
      const set = await formstead('user', 'set-password', 'ann', '--password-file', file);
      assert.equal(set.code, 0, set.stderr);
      assert.match(set.stdout, /single sign-on/);
      const opened = await signIn('ann', 'nine calm owls over rooftops');
      assert.equal(opened.status, 201, opened.text);
      assert.equal((await turn(true)).status, 200);
      assert.equal(
        (await signIn('ann', 'nine calm owls over rooftops')).status,
        401,
        'turned on anew',
      );
    });
  });

  test('turned off again, passwords and passkeys are as they were', async () => {
    assert.equal((await turn(false)).status, 200);
    assert.equal((await signIn('ann', 'nine calm owls over rooftops')).status, 201);
    assert.equal((await signIn('ann', 'wrong')).at('code'), 'sign-in-refused');
    assert.equal((await byPasskey()).status, 201);
  });
});

forEachEngine((engine) => {
  test('check 33: with several organisations a bare name does not tell which has single sign-on only', async (t) => {
    const node = await startInstance(engine, { env: SSO_ENV });
    const { idp, connectionId } = await connectProvider(node);
    t.after(async () => {
      idp.close();
      await node.close();
    });
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
    const emails = [{ value: 'ann@mail.example' }];
    const body = { userName: 'ann', externalId: 'ext-ann', password: PASSWORD, emails };
    await node.request('POST', '/scim/v2/Users', { body });
    await arriveBySso(node, idp, connectionId);
    const other = await node.addAccount('Beta');
    const admin = await adminBrowser(node);
    const on = await admin.send('PATCH', '/app/v1/account', { body: { ssoOnly: true } });
    assert.equal(on.status, 200, on.text);
    const tell = async (name: string, password: string) => {
      const answer = await openBrowser(node).signIn(name, password);
      return JSON.stringify([answer.status, answer.at('code'), answer.at('detail')]);
    };
    const bare = await tell('nobody', PASSWORD);
    assert.equal(await tell('ann', PASSWORD), bare);
    assert.equal(await tell('ann', 'wrong'), bare);
    assert.equal(await tell('ann@mail.example', PASSWORD), bare);
    const named = await tell('acme/nobody', PASSWORD);
    assert.match(named, /sign-in-by-sso/);
    assert.equal(await tell('acme/ann', PASSWORD), named);
    const there = openBrowser(node);
    assert.equal((await there.signIn(`${other.accountCode}/admin`, ADMIN_PASSWORD)).status, 201);
  });
});
