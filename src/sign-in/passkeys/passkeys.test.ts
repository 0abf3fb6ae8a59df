// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  addPasskey,
  createAuthenticator,
  creationOptionsFor,
  type Lies,
  type SoftPasskey,
} from '../../../test/support/authenticator.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const MINUTE = 60_000;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let authenticator: ReturnType<typeof createAuthenticator>;
  before(async () => {
    node = await startInstance(engine);
    authenticator = createAuthenticator(node.baseUrl);
  });
  after(() => node.close());

  const add = (browser: Browser, name?: string) => addPasskey(browser, node.baseUrl, name);
  const challenge = async (): Promise<string> => {
    const answer = await openBrowser(node).send('POST', '/app/v1/passkeys/begin');
    assert.equal(answer.status, 200, answer.text);
    return String(answer.at('challenge'));
  };
  const present = (body: object, browser = openBrowser(node)) =>
    browser.send('POST', '/app/v1/passkeys/sign-in', { body });
  const signIn = async (passkey: SoftPasskey, lies?: Lies) =>
    present(authenticator.sign(passkey, await challenge(), lies));

  test('a passkey signs in, is listed with its last use, renamed, and counts no more when removed', async () => {
    admin = await adminBrowser(node);
    const passkey = await add(admin, 'Laptop');
    const browser = openBrowser(node);
    const answer = await present(authenticator.sign(passkey, await challenge()), browser);
    assert.deepEqual([answer.status, answer.at('method')], [201, 'passkey'], answer.text);
    assert.ok(answer.at('confirmedUntil'));
    const path = `/app/v1/me/passkeys/${passkey.rowId}`;
    const renamed = await browser.send('PATCH', path, { body: { name: 'Phone' } });
    assert.deepEqual([renamed.status, renamed.at('name')], [200, 'Phone']);
    assert.ok(renamed.at('lastUsedAt'));
    assert.equal((await browser.send('DELETE', path)).status, 204);
    assert.equal((await browser.send('DELETE', path)).status, 404);
    assert.equal((await admin.send('GET', '/app/v1/session')).status, 401, 'others end');
    assert.deepEqual((await browser.send('GET', '/app/v1/me/passkeys')).at('items'), []);
    assert.equal((await signIn(passkey)).status, 401);
    await node.services.refusals.flush();
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const actions = lines.map(({ action, detail }) => `${action} ${Object(detail).method ?? ''}`);
    for (const action of ['passkey.create ', 'session.begin passkey', 'passkey.delete ']) {
      assert.ok(actions.includes(action), action);
    }
    const refused = lines.find(({ result }) => result === 'refused');
    assert.equal(refused?.target, node.account.userId, 'the removed one is on record');
  });

  test('what is replayed, too late, of another site or from an older counter signs nobody in', async () => {
    admin = await adminBrowser(node);
    const passkey = await add(admin);
    const body = authenticator.sign(passkey, await challenge());
    assert.equal((await present(body)).status, 201);
    const unknown = await present({ ...body, id: 'AQID' });
    const replayed = await present(body);
    assert.deepEqual([replayed.status, replayed.at('code')], [401, 'sign-in-refused']);
    assert.equal(replayed.at('detail'), unknown.at('detail'));
    const wrong: readonly Lies[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { counter: 1 },
    ];
    for (const lies of wrong) {
      assert.equal((await signIn(passkey, lies)).status, 401, JSON.stringify(lies));
    }
    const late = await challenge();
    node.clock.advance(5 * MINUTE);
    assert.equal((await present(authenticator.sign(passkey, late))).status, 401);
    assert.equal((await signIn(passkey)).status, 201, 'it works still');
  });

  test('of several answers with one challenge at once, one gets in', async () => {
    admin = await adminBrowser(node);
    const body = authenticator.sign(await add(admin), await challenge());
    const answers = await Promise.all([present(body), present(body), present(body)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401]);
  });

  test('a passkey is added by the person who asked, after a recent check, once', async () => {
    admin = await adminBrowser(node);
    const options = await creationOptionsFor(admin);
    const wrong: readonly Lies[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ];
    const post = (body: object) =>
      admin.send('POST', '/app/v1/me/passkeys', { body: { name: 'x', ...body } });
    for (const lies of wrong) {
      const made = authenticator.make(await creationOptionsFor(admin), lies);
      assert.equal((await post(made.body)).at('code'), 'passkey-refused', JSON.stringify(lies));
    }
    const foreign = authenticator.make({ ...options, challenge: await challenge() });
    assert.equal((await post(foreign.body)).status, 409, 'a challenge for signing in');
    const { body } = authenticator.make(options);
    assert.equal((await post(body)).status, 201);
    assert.equal((await post(body)).status, 409);
    node.clock.advance(5 * MINUTE);
    const stale = await admin.send('POST', '/app/v1/me/passkeys/begin');
    assert.deepEqual([stale.status, stale.at('code')], [403, 'confirmation-needed']);
  });

  test('a passkey confirms its owner, nobody else; an inactive owner is as unknown', async () => {
    admin = await adminBrowser(node);
    const passkey = await add(admin);
    const password = 'four green kettles in march';
    const userName = `owner-${engine}`;
    const made = await admin.send('POST', '/app/v1/users', { body: { userName, password } });
    assert.equal(made.status, 201, made.text);
    const other = openBrowser(node);
    assert.equal((await other.signIn(userName, password)).status, 201);
    const theirs = await add(other);
    const confirm = async (who: Browser, by: SoftPasskey) => {
      const body = { passkey: authenticator.sign(by, await challenge()) };
      return who.send('POST', '/app/v1/session/confirm', { body });
    };
    const refused = await confirm(admin, theirs);
    assert.deepEqual([refused.status, refused.at('code')], [403, 'confirmation-refused']);
    node.clock.advance(6 * MINUTE);
    assert.equal((await confirm(admin, passkey)).status, 200);
    assert.equal((await admin.send('POST', '/app/v1/me/passkeys/begin')).status, 200);
    const mixed = { ...theirs, userHandle: passkey.userHandle };
    assert.equal((await signIn(mixed)).status, 401, 'another user’s credential');
    const path = `/app/v1/users/${made.at('id')}`;
    assert.equal((await admin.send('PATCH', path, { body: { active: false } })).status, 200);
    const inactive = await signIn(theirs);
    const unknown = await signIn({ ...theirs, id: 'AQID' });
    assert.deepEqual([inactive.status, inactive.at('code')], [401, 'sign-in-refused']);
    assert.equal(inactive.at('detail'), unknown.at('detail'));
  });

  test('an admin takes the passkeys of somebody who lost the device away, and nobody is signed in with them', async () => {
    admin = await adminBrowser(node);
    const password = 'four green kettles in march';
    const userName = `lost-${engine}`;
    const made = await admin.send('POST', '/app/v1/users', { body: { userName, password } });
    const path = `/app/v1/users/${made.at('id')}`;
    const owner = openBrowser(node);
    await owner.signIn(userName, password);
    const passkey = await add(owner);
    assert.equal((await admin.send('GET', path)).at('passkeys'), 1);
    assert.equal((await admin.send('DELETE', `${path}/passkeys`)).status, 204);
    assert.equal(
      (await admin.send('DELETE', `${path}/passkeys`)).status,
      204,
      'as often as one likes',
    );
    assert.equal((await admin.send('GET', path)).at('passkeys'), 0);
    assert.equal((await owner.send('GET', '/app/v1/session')).status, 401);
    assert.equal((await signIn(passkey)).status, 401);
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const removals = lines.filter(({ action }) => action === 'passkey.delete-all');
    assert.deepEqual(
      removals.map(({ target }) => target),
      [made.at('id')],
    );
    node.clock.advance(6 * MINUTE);
    const stale = await admin.send('DELETE', `${path}/passkeys`);
    assert.deepEqual([stale.status, stale.at('code')], [403, 'confirmation-needed']);
  });
});
