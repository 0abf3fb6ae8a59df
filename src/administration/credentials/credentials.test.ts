import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

const DAY_S = 86_400;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const create = async (body: object = {}): Promise<Answer> => {
    const answer = await admin.send('POST', '/app/v1/credentials', {
      body: { name: 'Integration', actsAsUserId: node.account.userId, ...body },
    });
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  const works = async (secret: unknown, id: unknown): Promise<boolean> =>
    await node.token(String(id), String(secret)).then(
      () => true,
      () => false,
    );

  test('an admin creates a credential for a user and its secret gets a token that acts as the user', async () => {
    const made = await create({ rights: ['forms.read'], expiresInSeconds: 30 * DAY_S });
    const secret = String(made.at('clientSecret'));
    const id = String(made.at('credential', 'id'));
    assert.match(secret, /^fsk_/);
    assert.equal(made.headers['cache-control'], 'no-store');
    assert.equal(made.at('credential', 'actsAs', 'userName'), 'admin');
    assert.equal(made.at('credential', 'createdBy', 'userName'), 'admin');
    assert.equal(made.at('credential', 'secrets', 0, 'state'), 'live');
    const token = await node.token(id, secret);
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 200);
    assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 403);
  });

  test('the credentials that act as somebody are listed by themselves, page by page', async () => {
    const made = await admin.send('POST', '/app/v1/users', { body: { userName: 'robot' } });
    const actsAsUserId = String(made.at('id'));
    const ids: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      await create();
      ids.push(String((await create({ name, actsAsUserId })).at('credential', 'id')));
    }
    const listed: unknown[] = [];
    for (let cursor = ''; ; ) {
      const query = `actsAs=${actsAsUserId}&limit=2&cursor=${cursor}`;
      const answer = await admin.send('GET', `/app/v1/credentials?${query}`);
      const items = answer.at('items');
      assert.ok(Array.isArray(items), answer.text);
      listed.push(...items.map(({ id }) => id));
      cursor = String(answer.at('next') ?? '');
      if (cursor === '') break;
    }
    assert.deepEqual(listed, ids);
    const nobody = await admin.send('GET', '/app/v1/credentials?actsAs=nobody');
    assert.deepEqual(nobody.body, { items: [] });
  });

  test('check 9: the secret is in no later answer, and in nothing stored', async () => {
    const made = await create();
    const secret = String(made.at('clientSecret'));
    const id = String(made.at('credential', 'id'));
    for (const path of ['/app/v1/credentials', `/app/v1/credentials/${id}`]) {
      const answer = await admin.send('GET', path);
      assert.equal(answer.status, 200);
      assert.ok(!answer.text.includes(secret) && !answer.text.includes(secret.slice(4, 40)));
    }
    assert.ok(!node.logs.join('').includes(secret));
  });

  test('check 8: regenerate with an overlap keeps the old secret, without one it ends at once', async () => {
    const made = await create();
    const id = made.at('credential', 'id');
    const path = `/app/v1/credentials/${id}`;
    const body = { overlapSeconds: 3600, label: 'second' };
    const second = await admin.send('POST', `${path}/regenerate`, { body });
    assert.equal(second.status, 200, second.text);
    assert.equal(await works(made.at('clientSecret'), id), true);
    assert.equal(await works(second.at('clientSecret'), id), true);
    const third = await admin.send('POST', `${path}/regenerate`, { body: {} });
    assert.equal(await works(made.at('clientSecret'), id), false);
    assert.equal(await works(second.at('clientSecret'), id), false);
    assert.equal(await works(third.at('clientSecret'), id), true);
    const secretId = third.at('credential', 'secrets', 2, 'id');
    const gone = await admin.send('DELETE', `${path}/secrets/${secretId}`);
    assert.equal(gone.status, 204, gone.text);
    assert.equal(await works(third.at('clientSecret'), id), false);
    assert.equal((await admin.send('DELETE', `${path}/secrets/${secretId}x`)).status, 404);
  });

  test('a credential is narrowed, widened and revoked, and each holds at once', async () => {
    const made = await create();
    const id = String(made.at('credential', 'id'));
    const path = `/app/v1/credentials/${id}`;
    const token = await node.token(id, String(made.at('clientSecret')));
    const narrowed = await admin.send('PATCH', path, { body: { rights: ['scim'] } });
    assert.deepEqual(narrowed.at('rights'), ['scim']);
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 403);
    const widened = await admin.send('PATCH', path, { body: { rights: null } });
    assert.equal(widened.at('rights'), undefined);
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 200);
    const odd = await admin.send('PATCH', path, { body: { allowedNetworks: ['nowhere'] } });
    assert.equal(odd.status, 400, odd.text);
    assert.equal((await admin.send('POST', `${path}/revoke`)).status, 204);
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 401);
    assert.equal((await admin.send('GET', path)).at('state'), 'revoked');
    const again = await admin.send('POST', `${path}/regenerate`, { body: {} });
    assert.deepEqual([again.status, again.at('code')], [409, 'credential-inactive']);
  });

  test('a provisioning token opens SCIM, and its successor overlaps with it', async () => {
    const body = { name: 'Entra', expiresInSeconds: 365 * DAY_S };
    const made = await admin.send('POST', '/app/v1/provisioning-tokens', { body });
    assert.equal(made.status, 201, made.text);
    const id = made.at('credential', 'id');
    const next = await admin.send('POST', `/app/v1/provisioning-tokens/${id}/regenerate`, {
      body: { overlapSeconds: 600, expiresInSeconds: DAY_S },
    });
    assert.equal(next.status, 200, next.text);
    for (const answer of [made, next]) {
      const token = String(answer.at('provisioningToken'));
      assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);
      assert.equal((await node.request('GET', '/v2/formz', { token })).status, 403);
    }
    const tooLong = await admin.send('POST', '/app/v1/provisioning-tokens', {
      body: { ...body, expiresInSeconds: 4000 * DAY_S },
    });
    assert.deepEqual([tooLong.status, tooLong.at('at')], [400, 'expiresInSeconds']);
  });

  test('the list shows all, page by page, and a deactivated user suspends what acts as it', async () => {
    const { id } = await node.addUser('acting');
    await admin.send('PATCH', `/app/v1/users/${id}`, { body: { active: false } });
    const ids: string[] = [];
    let states: unknown[] = [];
    for (let cursor = ''; ; ) {
      const answer = await admin.send('GET', `/app/v1/credentials?limit=2&cursor=${cursor}`);
      assert.equal(answer.status, 200, answer.text);
      const items = answer.at('items');
      assert.ok(Array.isArray(items));
      ids.push(...items.map((item) => item.id));
      states = states.concat(
        items.filter(({ actsAs }) => actsAs?.id === id).map(({ state }) => state),
      );
      cursor = String(answer.at('next') ?? '');
      if (cursor === '') break;
    }
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(states, ['suspended']);
    const whole = await admin.send('GET', '/app/v1/credentials?limit=100');
    const items = whole.at('items');
    assert.ok(Array.isArray(items));
    assert.deepEqual(
      items.map((item) => item.id),
      ids,
    );
    const refused = await admin.send('POST', '/app/v1/credentials', {
      body: { name: 'x', actsAsUserId: id },
    });
    assert.deepEqual([refused.status, refused.at('code')], [409, 'credential-inactive']);
  });
});
