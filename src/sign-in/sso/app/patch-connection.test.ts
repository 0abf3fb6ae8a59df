// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../../test/support/browser.ts';
import { forEachEngine } from '../../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../../test/support/instance.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../../../../test/support/sso-sign-in.ts';

const PATH = '/app/v1/sso-connections';
const ROUNDS = 10;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine, { env: SSO_ENV });
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const CONNECTION = {
    name: 'Acme',
    issuer: 'https://idp.example',
    clientId: 'formstead',
    clientSecret: 'a secret of some length',
    claim: 'sub',
    attribute: 'externalId',
  };
  const make = async (): Promise<string> => {
    const made = await admin.send('POST', PATH, { body: CONNECTION });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const change = (id: string, body: object) => admin.send('PATCH', `${PATH}/${id}`, { body });

  test('of two changes at the same moment the later answer shows both', async () => {
    const id = await make();
    for (let round = 0; round < ROUNDS; round += 1) {
      const [name, clientId] = [`Acme ${round}`, `formstead-${round}`];
      const answers = await Promise.all([change(id, { name }), change(id, { clientId })]);
      assert.ok(
        answers.some((answer) => answer.at('name') === name && answer.at('clientId') === clientId),
        answers.map(({ text }) => text).join('\n'),
      );
    }
    assert.equal((await admin.send('DELETE', `${PATH}/${id}`)).status, 204);
  });

  test('a connection that is deleted meanwhile is not said to have changed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await make();
      const changes = ['Harbour', 'Quay', 'Pier'].map((name) => change(id, { name }));
      const deleted = admin.send('DELETE', `${PATH}/${id}`);
      for (const { status, text } of await Promise.all(changes)) {
        assert.ok(status === 200 || status === 404, text);
      }
      assert.equal((await deleted).status, 204);
      const lines = await node.services.db.reader
        .selectFrom('audit_events')
        .select('action')
        .where('target_id', '=', id)
        .orderBy('id')
        .execute();
      assert.equal(lines.at(-1)?.action, 'sso.delete', JSON.stringify(lines));
    }
  });

  test('any number of people have no externalId where people sign in by it, also if it is sent as an empty text', async () => {
    const id = await make();
    for (const name of ['one', 'two']) {
      const body = { userName: `none-${name}@x.example`, externalId: '' };
      const made = await node.request('POST', '/scim/v2/Users', { body });
      assert.equal(made.status, 201, made.text);
      for (const value of [`ext-${name}`, '']) {
        const patch = { Operations: [{ op: 'replace', path: 'externalId', value }] };
        const path = `/scim/v2/Users/${made.at('id')}`;
        const patched = await node.request('PATCH', path, { body: patch });
        assert.equal(patched.status, 200, patched.text);
      }
    }
    assert.equal((await admin.send('DELETE', `${PATH}/${id}`)).status, 204);
  });

  test('a change or the end of a connection also ends a sign-in that is under way, and proves nothing', async (t) => {
    const { idp, connectionId } = await connectProvider(node, { admin });
    t.after(() => idp.close());
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
    const body = { userName: 'ann', externalId: 'ext-ann' };
    await node.request('POST', '/scim/v2/Users', { body });
    const arriveDuring = async (meanwhile: object) => {
      idp.meanwhile = async () => {
        const changed = await change(connectionId, meanwhile);
        assert.equal(changed.status, 200, changed.text);
      };
      const { answer } = await arriveBySso(node, idp, connectionId);
      const list = await admin.send('GET', PATH);
      return {
        problem: new URL(answer.headers['location'] ?? '', 'https://x').searchParams.get('problem'),
        isSignedIn: /__Host-sid/.test(answer.headers['set-cookie'] ?? ''),
        isProven: list.text.includes('lastSignInAt'),
      };
    };
    const none = { problem: 'sso-expired', isSignedIn: false, isProven: false };
    assert.deepEqual(await arriveDuring({ clientSecret: 'another secret of some length' }), none);
    await change(connectionId, { clientSecret: idp.clientSecret });
    assert.deepEqual(await arriveDuring({ enabled: false }), none);
    await change(connectionId, { enabled: true });
    const fine = { problem: null, isSignedIn: true, isProven: true };
    assert.deepEqual(await arriveDuring({ name: 'New name' }), fine);
    assert.equal((await admin.send('DELETE', `${PATH}/${connectionId}`)).status, 204);
  });

  test('of 120 that are made at the same moment there are as many as an account may have', async () => {
    const making = Array.from({ length: 120 }, () =>
      admin.send('POST', PATH, { body: CONNECTION }),
    );
    const made = (await Promise.all(making)).filter(({ status }) => status === 201);
    assert.equal(made.length, 100);
    for (const each of made) {
      assert.equal((await admin.send('DELETE', `${PATH}/${each.at('id')}`)).status, 204);
    }
  });
});
