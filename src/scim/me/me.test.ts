// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { codeOf } from '../../../test/support/error-code.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  assertScimError,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';
import { OWN_ATTRIBUTES } from './own-attributes.ts';

interface Person {
  readonly id: string;
  readonly token: string;
}

/** A value for each attribute that people may change of themselves. */
const OWN_VALUES: Readonly<Record<string, unknown>> = {
  nickName: 'Annie',
  profileUrl: 'https://example.com/ann',
  preferredLanguage: 'da, en-gb;q=0.8',
  locale: 'en-GB',
  timezone: 'Europe/Copenhagen',
  phoneNumbers: [{ value: '+45 12 34 56 78', type: 'mobile' }],
  ims: [{ value: 'ann', type: 'xmpp' }],
  photos: [{ value: 'https://example.com/ann.png', type: 'photo' }],
  addresses: [{ locality: 'Aarhus', type: 'home' }],
};

const OTHERS: Readonly<Record<string, unknown>> = {
  userName: 'somebody-else',
  externalId: 'x',
  displayName: 'The Chief',
  active: false,
  name: { givenName: 'Chief' },
  title: 'Chief',
  userType: 'Chief',
  emails: [{ value: 'chief@example.com' }],
  roles: [{ value: 'admin' }],
  entitlements: [{ value: 'everything' }],
  password: 'kT9-lamp-otter',
  [ENTERPRISE]: { department: 'Board' },
};

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const person = (role: 'admin' | 'designer' | 'member' = 'member'): Promise<Person> =>
    scim.instance.addUser(fresh(role), role);
  const me = ({ token }: Person, method: string, body?: object, path = '/Me') =>
    scim.call(method, path, { token, ...(body !== undefined && { body }) });
  const patch = (who: Person, ...operations: readonly object[]) =>
    me(who, 'PATCH', { schemas: [PATCH_OP], Operations: operations });
  const setAll = (value: object) => ({ op: 'replace', value });
  const read = (id: string) => scim.get(`/Users/${id}`);
  const assertAt = (answer: Answer, id: string) => {
    assert.equal(answer.headers['location'], `${scim.base}/Users/${id}`);
    assert.equal(answer.at('meta', 'location'), answer.headers['location']);
  };

  test('7644-3.11-01 7644-3.11-02 GET answers for the acting user, whatever the role, and says where it is', async () => {
    for (const role of ['admin', 'designer', 'member'] as const) {
      const who = await person(role);
      const group = idOf(await scim.addGroup({ members: [{ value: who.id }] }));
      const answer = await me(who, 'GET');
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body, (await read(who.id)).body);
      assert.equal(answer.at('groups', 0, 'value'), group);
      assertAt(answer, who.id);
      if (role !== 'admin') assertScimError(await me(who, 'GET', undefined, '/Users'), 403);
      const some = await me(who, 'GET', undefined, '/Me?attributes=userName');
      assert.deepEqual(Object.keys(Object(some.body)).sort(), ['id', 'schemas', 'userName']);
      const same = await scim.get('/Me', {
        token: who.token,
        headers: { 'if-none-match': etagOf(answer) },
      });
      assert.deepEqual([same.status, same.text], [304, '']);
    }
  });

  test('a break-glass administrator does not exist over SCIM, not even for itself', async () => {
    const body = { userName: 'admin', Operations: [setAll({ nickName: 'x' })] };
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await scim.call(method, '/Me', method === 'GET' ? {} : { body });
      assertScimError(answer, 404);
      assert.match(String(answer.at('detail')), /break-glass/);
    }
  });

  test('without credentials, or with a narrowed one that lacks the right, nothing is answered', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await scim.call(method, '/Me', { token: null });
      assertScimError(answer, 401);
    }
    const { services, account } = scim.instance;
    const who = await person();
    const narrowed = await services.db.transaction((tx) =>
      services.credentials.create(
        tx,
        { accountId: account.accountId, via: 'command-line' },
        { name: 'narrow', actsAsUserId: who.id, rights: ['forms.read'] },
      ),
    );
    const token = await scim.instance.token(narrowed.credentialId, narrowed.clientSecret);
    assertScimError(await scim.get('/Me', { token }), 403);
  });

  test('7644-3.11-01 7644-3.11-02 people change how to reach and address them, by PATCH and by PUT', async () => {
    assert.deepEqual(Object.keys(OWN_VALUES).sort(), OWN_ATTRIBUTES.toSorted());
    const who = await person();
    const patched = await patch(who, setAll(OWN_VALUES));
    assert.equal(patched.status, 200, patched.text);
    assertAt(patched, who.id);
    assert.deepEqual(patched.body, (await read(who.id)).body);
    for (const [name, value] of Object.entries(OWN_VALUES)) {
      assert.deepEqual(patched.at(name), value);
    }
    const { nickName: _, addresses: __, ...whole } = Object(patched.body);
    const put = await me(who, 'PUT', { ...whole, nickName: 'Nan' });
    assert.equal(put.status, 200, put.text);
    assertAt(put, who.id);
    assert.deepEqual([put.at('nickName'), put.at('addresses')], ['Nan', undefined]);
    assert.deepEqual(put.at('ims'), OWN_VALUES['ims']);
  });

  test('what says who they are, what they may do and how they sign in is 403 and unchanged', async () => {
    const who = await person('designer');
    const before = await read(who.id);
    const { services, account } = scim.instance;
    for (const [name, value] of Object.entries(OTHERS)) {
      const named = name === ENTERPRISE ? `${ENTERPRISE}:department` : name;
      for (const answer of [
        await patch(who, setAll({ nickName: 'x', [name]: value })),
        await patch(who, { op: 'add', path: name, value }),
        await me(who, 'PUT', { ...Object(before.body), [name]: value }),
      ]) {
        assertScimError(answer, 403);
        assert.equal(codeOf(answer), 'forbidden');
        assert.ok(String(answer.at('detail')).includes(named), answer.text);
        assert.ok(String(answer.at('detail')).includes('nickName'), answer.text);
      }
    }
    assertScimError(await patch(who, { op: 'remove', path: 'displayName' }), 403);
    assert.equal((await read(who.id)).text, before.text);
    const hash = await services.directory.readPasswordHash(
      services.db.reader,
      account.accountId,
      who.id,
    );
    assert.equal(hash, undefined);
  });

  test('what is said as it is already is no change, and a PUT that leaves it out keeps it', async () => {
    const who = await person();
    await scim.call('PATCH', `/Users/${who.id}`, {
      body: { Operations: [setAll({ title: 'Guide', [ENTERPRISE]: { department: 'Tours' } })] },
    });
    const before = await read(who.id);
    const { userName, displayName } = Object(before.body);
    const same = await patch(who, setAll({ userName, displayName, active: 'True' }));
    assert.deepEqual([same.status, same.text], [200, before.text]);
    const put = await me(who, 'PUT', { userName, nickName: 'Nan' });
    assert.equal(put.status, 200, put.text);
    assert.deepEqual([put.at('title'), put.at('displayName')], ['Guide', displayName]);
    assert.deepEqual(put.at(ENTERPRISE), { department: 'Tours' });
    assertScimError(await me(who, 'PUT', { nickName: 'Nan' }), 400, 'invalidValue');
    assertScimError(
      await patch(who, { op: 'replace', path: 'groups', value: [] }),
      400,
      'mutability',
    );
  });

  test('a change of their own adopts nobody; one by an identity provider does', async () => {
    const who = await person();
    assert.equal((await patch(who, setAll({ nickName: 'x' }))).status, 200);
    assertScimError(await scim.call('DELETE', `/Users/${who.id}`), 403);
    const { detail } = await scim.instance.services.db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('target_id', '=', who.id)
      .where('actor_user_id', '=', who.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(detail ?? ''), { via: 'api', changed: ['nickName'] });
  });

  test('7644-3.14-04 If-Match holds here too', async () => {
    const who = await person();
    const headers = { 'if-match': etagOf(await me(who, 'GET')) };
    const change = (nickName: string) =>
      scim.call('PATCH', '/Me', {
        token: who.token,
        headers,
        body: { Operations: [setAll({ nickName })] },
      });
    assert.equal((await change('1')).status, 200);
    assertScimError(await change('2'), 412);
  });

  test('an admin may do to itself what an admin may do to anybody', async () => {
    const who = await person('admin');
    const answer = await patch(who, setAll({ displayName: 'Chief', title: 'Chief' }));
    assert.equal(answer.status, 200, answer.text);
    assertAt(answer, who.id);
    assert.equal(answer.at('displayName'), 'Chief');
    assert.equal((await me(who, 'DELETE')).status, 204);
    assertScimError(await me(who, 'GET'), 401);
    assertScimError(await read(who.id), 404);
  });

  test('7644-3.11-03 nobody is created here, and only an admin goes by itself', async () => {
    const who = await person();
    assertScimError(await me(who, 'POST', { userName: fresh() }), 409, 'uniqueness');
    assertScimError(await me(who, 'DELETE'), 403);
    assert.equal((await me(who, 'GET')).status, 200);
  });
});
