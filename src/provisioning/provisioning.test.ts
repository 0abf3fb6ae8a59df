// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { readAuditLines } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { codeOf } from '../../test/support/error-code.ts';
import {
  type Answer,
  type Call,
  type Instance,
  startInstance,
} from '../../test/support/instance.ts';
import { BULK_REQUEST } from '../../test/support/scim-bulk.ts';
import { readProvisioningSettings } from './provisioning-state.store.ts';

const DAY_S = 86_400;
const PATH = '/app/v1/provisioning';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const setState = async (body: object): Promise<Answer> => {
    const answer = await admin.send('PUT', `${PATH}/state`, { body });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const provision = async (userName: string): Promise<string> => {
    const answer = await node.request('POST', '/scim/v2/Users', { body: { userName } });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const deactivate = (id: string) =>
    node.request('PATCH', `/scim/v2/Users/${id}`, {
      body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
    });
  const refused = async (path: string, call: Call, status: number, code: string) => {
    const answer = await node.request('GET', path, call);
    assert.deepEqual([answer.status, codeOf(answer)], [status, code], answer.text);
    assert.equal(answer.at('status'), String(status));
    assert.equal(/^[1-9]\d*$/.test(answer.headers['retry-after'] ?? ''), status === 503);
  };
  const token = async (expiresInSeconds = 365 * DAY_S): Promise<string> => {
    const body = { name: 'Entra', expiresInSeconds };
    const answer = await admin.send('POST', '/app/v1/provisioning-tokens', { body });
    return String(answer.at('provisioningToken'));
  };

  test('paused, SCIM asks to come again in whole seconds; disconnected, it refuses; on, it works', async () => {
    const sync = await token();
    const basic = Buffer.from('admin:seven quiet harbours at dusk').toString('base64');
    const everybody = [
      {},
      { token: sync },
      { token: null, headers: { authorization: `Basic ${basic}` } },
    ];
    for (const [state, status, code] of [
      ['paused', 503, 'provisioning-paused'],
      ['disconnected', 403, 'provisioning-disconnected'],
    ] as const) {
      assert.equal((await setState({ state })).at('state'), state);
      for (const call of everybody) {
        await refused('/scim/v2/Users', call, status, code);
        await refused('/scim/v2/ServiceProviderConfig', call, status, code);
      }
      assert.equal((await node.request('GET', '/v2/formz')).status, 200, 'forms go on');
    }
    const on = await setState({ state: 'on' });
    assert.deepEqual([on.at('reason'), on.at('changedBy', 'userName')], ['admin', 'admin']);
    for (const call of everybody) {
      assert.equal((await node.request('GET', '/scim/v2/Users', call)).status, 200);
    }
  });

  test('a new rule and the agreement to a large change do not undo each other', async () => {
    for (let round = 1; round <= 8; round += 1) {
      await setState({ state: 'on' });
      const guard = { enabled: true, sharePercent: 20, minimum: 10 + round, windowMinutes: 60 };
      const [changed] = await Promise.all([
        admin.send('PATCH', PATH, { body: { guard } }),
        setState({ state: 'on', allowLargeChange: true }),
      ]);
      assert.equal(changed.status, 200, changed.text);
      const now = await admin.send('GET', PATH);
      assert.deepEqual(now.at('guard'), guard);
      assert.ok(now.at('guardOffUntil'), 'what was agreed to holds');
    }
    await setState({ state: 'on' });
    const guard = { enabled: true, sharePercent: 20, minimum: 10, windowMinutes: 60 };
    assert.equal((await admin.send('PATCH', PATH, { body: { guard } })).status, 200);
  });

  test('the page shows addresses, health and what will end soon', async () => {
    await token(3 * DAY_S);
    const answer = await admin.send('GET', PATH);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.at('baseUrl'), `${node.baseUrl}/scim/v2`);
    assert.equal(answer.at('tokenUrl'), `${node.baseUrl}/connect/token`);
    assert.deepEqual(answer.at('guard'), {
      enabled: true,
      sharePercent: 20,
      minimum: 10,
      windowMinutes: 60,
    });
    assert.match(String(answer.at('warnings', 0, 'text')), /ends in 2 days|ends in 3 days/);
    const guard = { enabled: true, sharePercent: 50, minimum: 3, windowMinutes: 10 };
    const changed = await admin.send('PATCH', PATH, { body: { guard, retentionDays: 14 } });
    assert.deepEqual([changed.at('guard'), changed.at('retentionDays')], [guard, 14]);
    // What is left out stays as another admin has set it.
    const part = await admin.send('PATCH', PATH, { body: { guard: { sharePercent: 40 } } });
    assert.deepEqual(part.at('guard'), { ...guard, sharePercent: 40 });
    const bad = await admin.send('PATCH', PATH, { body: { retentionDays: 0 } });
    assert.deepEqual([bad.status, bad.at('at')], [400, 'retentionDays']);
  });

  test('a sync that throws too many out is stopped, and an admin says how to go on', async () => {
    const guard = { enabled: true, sharePercent: 1, minimum: 3, windowMinutes: 10 };
    await admin.send('PATCH', PATH, { body: { guard } });
    const ids = await Promise.all(Array.from({ length: 9 }, (_, i) => provision(`crowd${i}`)));
    for (const id of ids.slice(6)) assert.equal((await deactivate(id)).status, 200, 'a newcomer');
    node.clock.advance(11 * 60_000);
    admin = await adminBrowser(node);
    const statuses: number[] = [];
    for (const id of ids.slice(0, 5)) statuses.push((await deactivate(id)).status);
    assert.deepEqual(statuses, [200, 200, 200, 503, 503]);
    const stopped = await admin.send('GET', PATH);
    assert.deepEqual([stopped.at('state'), stopped.at('reason')], ['paused', 'guard']);
    assert.equal(stopped.at('changedBy'), undefined);
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    assert.ok(
      lines.some(
        ({ action, detail }) =>
          action === 'provisioning.set-state' && Object(detail).reason === 'guard',
      ),
    );
    const fourth = await admin.send('GET', `/app/v1/users/${ids[3]}`);
    assert.equal(fourth.at('active'), true, 'who came too late is still there');

    await setState({ state: 'on' });
    assert.equal((await deactivate(ids[3] ?? '')).status, 200, 'the count begins anew');
    await setState({ state: 'on', allowLargeChange: true });
    for (const id of ids.slice(4, 6)) assert.equal((await deactivate(id)).status, 200);
    const again = await Promise.all(Array.from({ length: 4 }, (_, i) => provision(`again${i}`)));
    node.clock.advance(11 * 60_000);
    admin = await adminBrowser(node);
    const results = [];
    for (const id of again)
      results.push((await node.request('DELETE', `/scim/v2/Users/${id}`)).status);
    assert.deepEqual(results, [204, 204, 204, 503], 'deletions count as well');
    await setState({ state: 'on' });
    const off = { ...guard, enabled: false };
    await admin.send('PATCH', PATH, { body: { guard: off } });
    for (const id of again) await node.request('DELETE', `/scim/v2/Users/${id}`);
    assert.equal((await admin.send('GET', PATH)).at('state'), 'on');
  });

  test('the answer to a bulk request that throws too many out comes when provisioning is paused', async () => {
    const { db } = node.services;
    const { accountId } = node.account;
    const guard = { enabled: true, sharePercent: 1, minimum: 3, windowMinutes: 1 };
    await admin.send('PATCH', PATH, { body: { guard } });
    for (let round = 0; round < 3; round += 1) {
      const names = Array.from({ length: 4 }, (_, i) => `leaving${round}-${i}`);
      const ids = await Promise.all(names.map(provision));
      node.clock.advance(61_000);
      const Operations = ids.map((id) => ({ method: 'DELETE', path: `/Users/${id}` }));
      const body = { schemas: [BULK_REQUEST], Operations };
      const answer = await node.request('POST', '/scim/v2/Bulk', { body });
      const stored = await readProvisioningSettings(db.reader, accountId);
      assert.equal(answer.at('Operations', 3, 'status'), '503', answer.text);
      assert.equal(stored?.state, 'paused');
      admin = await adminBrowser(node);
      await setState({ state: 'on' });
    }
    await admin.send('PATCH', PATH, { body: { guard: { ...guard, enabled: false } } });
  });

  test('the connection test does what identity providers do first, and says what is wrong', async () => {
    const good = await admin.send('POST', `${PATH}/test`, { body: { token: await token() } });
    assert.equal(good.at('ok'), true, good.text);
    const { clientId, clientSecret } = node.account;
    const client = await admin.send('POST', `${PATH}/test`, { body: { clientId, clientSecret } });
    assert.equal(client.at('ok'), true, client.text);
    assert.deepEqual(
      [0, 1, 2, 3].map((i) => client.at('steps', i, 'request')),
      [
        'POST /connect/token',
        'GET /scim/v2/ServiceProviderConfig',
        String(client.at('steps', 2, 'request')),
        'GET /scim/v2/Groups?count=1',
      ],
    );
    assert.ok(!client.text.includes(clientSecret));
    for (const body of [{ token: 'wrong' }, { clientId, clientSecret: 'wrong' }]) {
      const answer = await admin.send('POST', `${PATH}/test`, { body });
      assert.deepEqual([answer.at('ok'), answer.at('steps', 0, 'status')], [false, 401]);
      assert.match(String(answer.at('steps', 0, 'explanation')), /revoked, expired or incomplete/);
      assert.equal(answer.at('steps', 0, 'fault'), 'credential-refused');
      assert.equal(answer.at('steps', 1), undefined);
    }
    const made = await admin.send('POST', '/app/v1/credentials', {
      body: { name: 'narrow', actsAsUserId: node.account.userId, rights: ['forms.read'] },
    });
    const narrow = await admin.send('POST', `${PATH}/test`, {
      body: { clientId: made.at('credential', 'id'), clientSecret: made.at('clientSecret') },
    });
    assert.deepEqual([narrow.at('ok'), narrow.at('steps', 1, 'status')], [false, 403]);
    for (const body of [{}, { clientId }, { token: 'x', clientId }, { token: 'a\nb' }]) {
      assert.equal((await admin.send('POST', `${PATH}/test`, { body })).status, 400);
    }
  });

  test('groups give roles from the moment an admin says so, and SCIM changes them', async () => {
    const id = await provision('mapped');
    const group = await node.request('POST', '/scim/v2/Groups', {
      body: { displayName: 'Designers', members: [{ value: id }] },
    });
    const groupId = group.at('id');
    const body = { items: [{ groupId, role: 'designer' }] };
    const mapped = await admin.send('PUT', `${PATH}/role-mappings`, { body });
    assert.deepEqual(mapped.body, {
      items: [{ groupId, groupName: 'Designers', role: 'designer' }],
      ended: [],
    });
    assert.deepEqual((await admin.send('GET', `${PATH}/role-mappings`)).body, mapped.body);
    const role = async () => (await admin.send('GET', `/app/v1/users/${id}`)).at('role');
    assert.equal(await role(), 'designer');
    await node.request('PATCH', `/scim/v2/Groups/${groupId}`, {
      body: { Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }] },
    });
    assert.equal(await role(), 'member');
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const last = lines.filter(({ action }) => action === 'user.set-role').at(-1);
    assert.equal(Object(last?.detail).because, 'role-mapping');
    const stale = await admin.send('PUT', `${PATH}/role-mappings`, {
      body: { items: [{ groupId, role: 'admin' }], from: [{ groupId, role: 'member' }] },
    });
    assert.equal(stale.status, 412, stale.text);
    assert.deepEqual((await admin.send('GET', `${PATH}/role-mappings`)).body, mapped.body);
    const current = { items: [], from: body.items };
    assert.equal((await admin.send('PUT', `${PATH}/role-mappings`, { body: current })).status, 200);
    const unknown = { items: [{ groupId: 'nothing', role: 'admin' }] };
    assert.equal((await admin.send('PUT', `${PATH}/role-mappings`, { body: unknown })).status, 400);
  });

  test('the settings of the account are read and changed, all or none', async () => {
    const before = await admin.send('GET', '/app/v1/account');
    assert.deepEqual(
      [before.at('code'), before.at('name'), before.at('basicAllowed')],
      ['acme', 'Acme', true],
    );
    const body = { name: 'Acme Ltd', basicAllowed: false, passwordMinLength: 20 };
    const changed = await admin.send('PATCH', '/app/v1/account', { body });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      ['name', 'basicAllowed', 'passwordMinLength', 'scimPasswordMinLength'].map((name) =>
        changed.at(name),
      ),
      ['Acme Ltd', false, 20, 8],
    );
    const bad = await admin.send('PATCH', '/app/v1/account', {
      body: { name: 'X', passwordMinLength: 7 },
    });
    assert.equal(bad.status, 400);
    assert.equal((await admin.send('GET', '/app/v1/account')).at('name'), 'Acme Ltd');
  });
});
