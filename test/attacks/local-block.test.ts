// A user must be locked out immediately, while the identity provider is slow, sends changes out of order, or is under
// that user's control. An admin blocks the user in Formstead. Nothing that provisioning sends lets the user in again,
// and provisioning sees no difference.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER, PATCH_OP } from '../support/scim.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';
import { waitUntil } from '../support/wait-until.ts';

const PASSWORD = 'eleven tame otters by the pier';
const EVE = {
  schemas: [CORE_USER],
  userName: 'eve',
  externalId: 'oid-eve',
  displayName: 'Eve',
  active: true,
};

forEngineOrBoth('postgres', (engine) => {
  let node: Instance;
  let admin: Browser;
  let idp: IdentityProvider;
  let connectionId: string;
  let eve: string;
  let credential: { readonly clientId: string; readonly clientSecret: string };
  before(async () => {
    node = await startInstance(engine, { env: SSO_ENV });
    admin = await adminBrowser(node);
    ({ idp, connectionId } = await connectProvider(node, { admin }));
    const made = await node.request('POST', '/scim/v2/Users', {
      body: { ...EVE, password: PASSWORD },
    });
    assert.equal(made.status, 201, made.text);
    eve = String(made.at('id'));
    const credentialMade = await admin.send('POST', '/app/v1/credentials', {
      body: { name: 'Of Eve', actsAsUserId: eve },
    });
    assert.equal(credentialMade.status, 201, credentialMade.text);
    credential = {
      clientId: String(credentialMade.at('credential', 'id')),
      clientSecret: String(credentialMade.at('clientSecret')),
    };
  });
  after(async () => {
    await idp.close();
    await node.close();
  });

  const read = (): Promise<Answer> => node.request('GET', `/scim/v2/Users/${eve}`);
  const change = (blocked: boolean) =>
    admin.send('PATCH', `/app/v1/users/${eve}`, { body: { blocked } });
  const patch = (value: boolean) =>
    node.request('PATCH', `/scim/v2/Users/${eve}`, {
      body: { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'active', value }] },
    });
  const tokenOf = () => node.token(credential.clientId, credential.clientSecret);
  const basic = () =>
    node.request('GET', '/v2/formz', {
      token: null,
      headers: { authorization: `Basic ${Buffer.from(`eve:${PASSWORD}`).toString('base64')}` },
    });
  const bySso = async () => {
    idp.person = { sub: 'eve', oid: 'oid-eve' };
    return (await arriveBySso(node, idp, connectionId)).browser;
  };
  /** Tries every way to sign in. @returns those that worked */
  async function waysIn(): Promise<readonly string[]> {
    const found: string[] = [];
    if ((await openBrowser(node).signIn('eve', PASSWORD)).status === 201) found.push('password');
    if ((await (await bySso()).send('GET', '/app/v1/session')).status === 200) found.push('sso');
    if ((await basic()).status === 200) found.push('basic');
    if (
      await tokenOf().then(
        () => true,
        () => false,
      )
    )
      found.push('credential');
    return found;
  }

  test('a block ends everything at once, no sync of the identity provider finds it, and none lifts it', async () => {
    assert.deepEqual(await waysIn(), ['password', 'sso', 'basic', 'credential']);
    const browser = openBrowser(node);
    await browser.signIn('eve', PASSWORD);
    const token = await tokenOf();
    const seen = await read();

    const blocked = await change(true);
    assert.equal(blocked.status, 200, blocked.text);
    assert.deepEqual([blocked.at('active'), blocked.at('blocked')], [false, true]);
    assert.equal((await browser.send('GET', '/app/v1/session')).status, 401);
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 401);
    assert.deepEqual(await waysIn(), []);

    const now = await read();
    assert.deepEqual([now.text, now.headers['etag']], [seen.text, seen.headers['etag']]);
    const filter = encodeURIComponent('userName eq "eve" and active eq true');
    const listed = await node.request('GET', `/scim/v2/Users?filter=${filter}`);
    assert.equal(listed.at('totalResults'), 1);
    const search = await node.request(
      'GET',
      `/scim/v2/Users?filter=${encodeURIComponent('active eq false')}`,
    );
    assert.equal(search.at('totalResults'), 0);

    // Everything that provisioning can send to activate a user.
    for (const write of [
      () => patch(true),
      () => patch(false),
      () => patch(true),
      () => node.request('PUT', `/scim/v2/Users/${eve}`, { body: EVE }),
      () => {
        const { active: _, ...silent } = EVE;
        return node.request('PUT', `/scim/v2/Users/${eve}`, { body: silent });
      },
      () =>
        node.request('PATCH', `/scim/v2/Users/${eve}`, {
          body: {
            schemas: [PATCH_OP],
            Operations: [{ op: 'replace', path: 'password', value: PASSWORD }],
          },
        }),
    ]) {
      const answer = await write();
      assert.ok(answer.status < 300, answer.text);
      assert.deepEqual(await waysIn(), []);
    }
    assert.equal((await read()).at('active'), true);
    await waitUntil(async () => {
      const log = await admin.send('GET', '/app/v1/provisioning/log?limit=5');
      // The newest entry is the write, or a read after it.
      const ids = [0, 1].map((at) => log.at('items', at, 'id'));
      const found = await Promise.all(
        ids.map((id) => admin.send('GET', `/app/v1/provisioning/log/${id}`)),
      );
      return found.some((entry) => entry.at('notes', 'blockedUsers') === 1);
    });

    const lifted = await change(false);
    assert.deepEqual([lifted.at('active'), lifted.at('blocked')], [true, false]);
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 401);
    // Passwords that were tried during the block count as wrong ones.
    node.clock.advance(15 * 60_000);
    assert.deepEqual(await waysIn(), ['password', 'sso', 'basic', 'credential']);
    const audit = await admin.send('GET', `/app/v1/audit-events?targetId=${eve}&limit=100`);
    for (const action of ['user.block', 'user.unblock'])
      assert.match(audit.text, new RegExp(action));
  });

  test('whether a password is that of somebody who is blocked cannot be told', async () => {
    admin = await adminBrowser(node);
    assert.equal((await change(true)).status, 200);
    const failures = async (password: string): Promise<number> => {
      const { reader } = node.services.db;
      await reader.deleteFrom('sign_in_failures').execute();
      for (let i = 0; i < 7; i += 1) {
        assert.equal((await openBrowser(node).signIn('eve', password)).status, 401);
      }
      const { total } = await reader
        .selectFrom('sign_in_failures')
        .select((eb) => eb.fn.sum<number | string>('failures').as('total'))
        .where('who', 'like', `%/${eve}`)
        .executeTakeFirstOrThrow();
      return Number(total);
    };
    assert.equal(await failures(PASSWORD), await failures('a wrong password'));
    await node.services.db.reader.deleteFrom('sign_in_failures').execute();
    assert.equal((await change(false)).status, 200);
  });

  test('whom the identity provider deactivated meanwhile stays out when the block is lifted', async () => {
    await change(true);
    await patch(false);
    const lifted = await change(false);
    assert.deepEqual([lifted.at('active'), lifted.at('blocked')], [false, false]);
    assert.deepEqual(await waysIn(), []);
    await patch(true);
    assert.deepEqual(await waysIn(), ['password', 'sso', 'basic', 'credential']);
  });

  test('the last admin cannot be blocked, and nobody blocks but an admin who was checked', async () => {
    const self = await admin.send('PATCH', `/app/v1/users/${node.account.userId}`, {
      body: { blocked: true },
    });
    assert.deepEqual([self.status, self.at('code')], [403, 'last-admin']);
    const browser = openBrowser(node);
    await browser.signIn('eve', PASSWORD);
    const tried = await browser.send('PATCH', `/app/v1/users/${eve}`, { body: { blocked: false } });
    assert.equal(tried.status, 403);
  });
});
