// An attacker with the credentials of provisioning tries to sign in as an admin. They control a person at the identity
// provider, Mallory, and everything that SCIM can write.
// Nightly: whole journeys; src/scim and src/directory try each request.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addPasskey, createAuthenticator } from '../support/authenticator.ts';
import { addApp } from '../support/authenticator-app.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { readAuditLines } from '../support/credentials.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, fresh, PATCH_OP } from '../support/scim.ts';
import { BULK_REQUEST } from '../support/scim-bulk.ts';

const PASSWORD = 'eleven tame otters by the pier';
const OWN_PASSWORD = 'nine brave herons at the dock';

forEngineOrBoth('sqlite', (engine) => {
  describe('provisioning becomes admin', () => {
    let node: Instance;
    let idp: IdentityProvider;
    let admin: Browser;
    let connectionId: string;
    /** Tokens that can write over SCIM: a provisioning token, and the token of a credential that acts as an admin. */
    let tokens: readonly string[];
    before(async () => {
      node = await startInstance(engine, {
        env: { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8,::1/128' },
      });
      idp = await startIdentityProvider(() => `${node.baseUrl}/app/v1/sso/callback`);
      admin = await adminBrowser(node);
      const { issuer, clientId, clientSecret } = idp;
      const rule = { claim: 'oid', attribute: 'externalId' };
      const connection = await send('POST', '/app/v1/sso-connections', {
        ...{ name: 'Acme login', issuer, clientId, clientSecret, ...rule },
      });
      connectionId = String(connection.at('id'));
      const made = await send('POST', '/app/v1/provisioning-tokens', {
        name: 'Okta',
        expiresInSeconds: 86_400,
      });
      tokens = [String(made.at('provisioningToken')), await node.adminToken()];
    });
    beforeEach(async () => {
      idp.person = { sub: 'mallory', oid: 'ext-mallory' };
      await findBy('externalId');
    });
    after(async () => {
      idp.close();
      await node.close();
    });

    const send = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await admin.send(method, path, body === undefined ? {} : { body });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const findBy = (attribute: 'externalId' | 'userName') =>
      send('PATCH', `/app/v1/sso-connections/${connectionId}`, { attribute });
    const scim = (token: string, method: string, path: string, body: object) =>
      node.request(method, `/scim/v2${path}`, { token, body });
    const addAdmin = async (more: object = {}) => {
      const userName = fresh('admin');
      const body = { userName, role: 'admin', email: `${userName}@acme.example`, ...more };
      const made = await send('POST', '/app/v1/users', body);
      return { id: String(made.at('id')), userName, email: body.email };
    };
    const provision = async (token: string, more: object = {}) => {
      const userName = fresh('bob');
      const made = await scim(token, 'POST', '/Users', {
        schemas: [CORE_USER],
        ...{ userName, externalId: fresh('ext'), ...more },
      });
      assert.equal(made.status, 201, made.text);
      return { id: String(made.at('id')), userName };
    };
    /** Creates a group whose members an admin has made admins. */
    const mappedGroup = async () => {
      const group = await scim(tokens[0] ?? '', 'POST', '/Groups', { displayName: fresh('g') });
      const groupId = String(group.at('id'));
      await send('PUT', '/app/v1/provisioning/role-mappings', {
        items: [{ groupId, role: 'admin' }],
      });
      return groupId;
    };
    const join = (token: string, groupId: string, id: string) =>
      scim(token, 'PATCH', `/Groups/${groupId}`, {
        schemas: [PATCH_OP],
        Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }],
      });
    const roleOf = async (id: string) => (await send('GET', `/app/v1/users/${id}`)).at('role');
    const signInByPassword = (userName: string, password: string) => {
      const browser = openBrowser(node);
      const name = `${node.account.accountCode}/${userName}`;
      return browser.signIn(name, password).then((answer) => ({ answer, browser }));
    };
    /** Returns the user as whom Mallory is signed in with the identity provider; undefined for nobody. */
    const signInAtProvider = async (): Promise<unknown> => {
      const begun = await openBrowser(node).send('POST', '/app/v1/sso/begin', {
        body: { connectionId },
      });
      const cookie = /^__Host-sso-[^;]+/.exec(begun.headers['set-cookie'] ?? '')?.[0] ?? '';
      const back = await idp.visit(String(begun.at('url')));
      const headers = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const path = `${back.pathname}${back.search}`;
      const answer = await node.request('GET', path, { token: null, headers });
      const sid = /__Host-sid=([^;]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
      if (sid === undefined) return undefined;
      return (await openBrowser(node, sid).send('GET', '/app/v1/session')).at('user', 'id');
    };
    /** Returns the change as a PUT, as a PATCH, and as bulk operations. */
    const writes = (id: string, userName: string, change: object) => {
      const put = { schemas: [CORE_USER], userName, ...change };
      const patch = { schemas: [PATCH_OP], Operations: [{ op: 'replace', value: change }] };
      const bulk = (method: string, data: object) => ({
        schemas: [BULK_REQUEST],
        Operations: [{ method, path: `/Users/${id}`, data }],
      });
      return [
        ['PUT', `/Users/${id}`, put],
        ['PATCH', `/Users/${id}`, patch],
        ['POST', '/Bulk', bulk('PUT', put)],
        ['POST', '/Bulk', bulk('PATCH', patch)],
      ] as const;
    };

    const isRefused = (answer: Answer, said: string): void => {
      const operation = answer.at('Operations', 0, 'status');
      assert.equal(Number(operation ?? answer.status), 403, said);
      if (operation === undefined) assert.equal(codeOf(answer), 'admin-sign-in', said);
    };
    const tryToBecome = async (token: string, change: object, by?: 'externalId' | 'userName') => {
      const { id, userName, email } = await addAdmin();
      if (by !== undefined) await findBy(by);
      for (const [method, path, body] of writes(id, userName, change)) {
        const answer = await scim(token, method, path, body);
        const said = JSON.stringify([method, path, change, answer.body]);
        isRefused(answer, said);
        if (by !== undefined) assert.equal(await signInAtProvider(), undefined, said);
      }
      const after = await send('GET', `/app/v1/users/${id}`);
      assert.deepEqual([after.at('userName'), after.at('email')], [userName, email]);
    };

    test('no write gives an admin the externalId, user name or address of somebody else', async () => {
      for (const token of tokens) {
        await tryToBecome(token, { externalId: 'ext-mallory' }, 'externalId');
        await tryToBecome(token, { userName: 'ext-mallory' }, 'userName');
        const emails = [{ value: 'mallory@evil.example', primary: true }];
        await tryToBecome(token, { emails });
      }
    });

    test('no write sets the password of an admin, whoever it acts as', async () => {
      for (const token of tokens) {
        const { id, userName } = await addAdmin();
        for (const [method, path, body] of writes(id, userName, { password: PASSWORD })) {
          await scim(token, method, path, body);
          assert.equal((await signInByPassword(userName, PASSWORD)).answer.status, 401);
        }
      }
    });

    test('an admin’s e-mail can be taken away, and nobody else’s comes in its place', async () => {
      const { id } = await addAdmin();
      const patch = (operation: object) =>
        scim(tokens[0] ?? '', 'PATCH', `/Users/${id}`, {
          ...{ schemas: [PATCH_OP], Operations: [operation] },
        });
      assert.equal((await patch({ op: 'remove', path: 'emails' })).status, 200);
      const value = [{ value: 'mallory@evil.example' }];
      const answer = await patch({ op: 'add', path: 'emails', value });
      assert.deepEqual([answer.status, codeOf(answer)], [403, 'admin-sign-in']);
    });

    test('what gave access before a promotion by a group gives none after it', async () => {
      for (const token of tokens) {
        const bob = await provision(token, { password: PASSWORD, externalId: undefined });
        const { answer, browser } = await signInByPassword(bob.userName, PASSWORD);
        assert.equal(answer.status, 201, answer.text);
        const passkey = await addPasskey(browser, node.baseUrl, 'Mallory');
        const link = await send('POST', `/app/v1/users/${bob.id}/link`);
        const again = await signInByPassword(bob.userName, PASSWORD);
        await addApp(again.browser, node);
        assert.equal((await join(token, await mappedGroup(), bob.id)).status, 204);
        assert.equal(await roleOf(bob.id), 'admin');

        for (const each of [browser, again.browser]) {
          assert.equal((await each.send('GET', '/app/v1/session')).status, 401, 'session');
        }
        assert.equal((await signInByPassword(bob.userName, PASSWORD)).answer.status, 401);
        const begun = await openBrowser(node).send('POST', '/app/v1/passkeys/begin');
        const signed = createAuthenticator(node.baseUrl).sign(
          passkey,
          String(begun.at('challenge')),
        );
        const byPasskey = await openBrowser(node).send('POST', '/app/v1/passkeys/sign-in', {
          body: signed,
        });
        assert.equal(byPasskey.status, 401, 'passkey');
        const byLink = await openBrowser(node).send('POST', '/app/v1/links/redeem', {
          body: { token: new URL(String(link.at('url'))).hash.slice(1), password: OWN_PASSWORD },
        });
        assert.equal(byLink.status, 403, 'link');
        assert.equal((await signInByPassword(bob.userName, OWN_PASSWORD)).answer.status, 401);
        const lines = await readAuditLines(node.services.db, node.account.accountId);
        const promotion = lines.findLast(
          ({ action, target }) => action === 'user.set-role' && target === bob.id,
        );
        assert.deepEqual(promotion?.detail, {
          ...{ from: 'member', to: 'admin', because: 'role-mapping', via: 'scim' },
          dropped: { password: true, sessions: 1, links: 1, passkeys: 1, secondFactors: 1 },
        });
      }
    });

    test('who is made with a password and awaited by such a group has no password', async () => {
      const groupId = await mappedGroup();
      const externalId = fresh('ext');
      assert.equal((await join(tokens[0] ?? '', groupId, externalId)).status, 204);
      const bob = await provision(tokens[0] ?? '', { externalId, password: PASSWORD });
      assert.equal(await roleOf(bob.id), 'admin');
      assert.equal((await signInByPassword(bob.userName, PASSWORD)).answer.status, 401);
    });

    test('a password that provisioning set is not kept for the day on which an admin promotes', async () => {
      const bob = await provision(tokens[0] ?? '', { password: PASSWORD });
      assert.equal((await signInByPassword(bob.userName, PASSWORD)).answer.status, 201);
      await send('PATCH', `/app/v1/users/${bob.id}`, { role: 'admin' });
      assert.equal((await signInByPassword(bob.userName, PASSWORD)).answer.status, 401);
    });

    test('people whom provisioning never wrote keep their password and session when an admin promotes them', async () => {
      const eve = await addAdmin({ role: 'member', password: OWN_PASSWORD });
      const { browser } = await signInByPassword(eve.userName, OWN_PASSWORD);
      await send('PATCH', `/app/v1/users/${eve.id}`, { role: 'admin' });
      assert.equal((await browser.send('GET', '/app/v1/session')).at('user', 'role'), 'admin');
      assert.equal((await signInByPassword(eve.userName, OWN_PASSWORD)).answer.status, 201);
    });

    test('what an identity provider does to an admin by right works: names, sign-in by a group, leaving', async () => {
      const token = tokens[0] ?? '';
      const ann = await provision(token, {
        externalId: 'ext-ann',
        emails: [{ value: 'ann@acme.example', type: 'work' }],
      });
      assert.equal((await join(token, await mappedGroup(), ann.id)).status, 204);
      idp.person = { sub: 'ann', oid: 'ext-ann' };
      assert.equal(await signInAtProvider(), ann.id);
      const put = (change: object) =>
        scim(token, 'PUT', `/Users/${ann.id}`, {
          schemas: [CORE_USER],
          userName: ann.userName.toUpperCase(),
          externalId: 'ext-ann',
          emails: [{ value: 'Ann@acme.example', type: 'home', primary: true }],
          ...change,
        });
      const renamed = await put({ displayName: 'Ann Lee' });
      assert.deepEqual([renamed.status, renamed.at('displayName')], [200, 'Ann Lee'], renamed.text);
      const left = await put({ active: false, externalId: 'ext-mallory', userName: 'mallory' });
      assert.deepEqual(
        [left.status, left.at('active'), left.at('externalId')],
        [200, false, 'ext-ann'],
        left.text,
      );
      const back = await put({ active: true, externalId: 'ext-mallory' });
      assert.deepEqual([back.status, codeOf(back)], [403, 'admin-sign-in']);
    });

    test('an admin changes the name and address of an admin whom provisioning may not touch', async () => {
      const ann = await provision(tokens[0] ?? '');
      await send('PATCH', `/app/v1/users/${ann.id}`, { role: 'admin' });
      const detail = await send('GET', `/app/v1/users/${ann.id}`);
      assert.deepEqual(detail.at('locked'), [
        ...['displayName', 'givenName', 'familyName', 'active'],
      ]);
      const userName = fresh('ann');
      const changed = await send('PATCH', `/app/v1/users/${ann.id}`, { userName });
      assert.equal(changed.at('userName'), userName);
    });
  });
});
