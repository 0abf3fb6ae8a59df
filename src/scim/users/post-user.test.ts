// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { request } from 'node:https';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    scim.call('POST', '/Users', { body, headers });
  const total = async (filter: string) =>
    (await scim.get(`/Users?filter=${encodeURIComponent(filter)}`)).at('totalResults');

  test('7644-3.3-01 7644-3.3-02 7644-3.3-03 a new user is 201 with Location, ETag and the body that GET gives', async () => {
    const answer = await post({ schemas: [CORE_USER], userName: fresh(), displayName: 'New' });
    assert.equal(answer.status, 201);
    const location = `${scim.base}/Users/${idOf(answer)}`;
    assert.equal(answer.headers['location'], location);
    assert.equal(answer.at('meta', 'location'), location);
    assert.equal(answer.at('meta', 'version'), etagOf(answer));
    const read = await scim.get(`/Users/${idOf(answer)}`);
    assert.deepEqual(answer.body, read.body);
    assert.equal(etagOf(answer), etagOf(read));
  });

  test('7644-3.3-05 7644-3.4.2.2-14 without active the user is active, and found so', async () => {
    const userName = fresh();
    assert.equal((await post({ userName })).at('active'), true);
    assert.equal(await total(`userName eq "${userName}" and active eq true`), 1);
    const off = await post({ userName: fresh(), active: 'False' });
    assert.equal(off.at('active'), false);
    const nothing = await post({ userName: fresh(), active: null });
    assert.equal(nothing.at('active'), true);
  });

  test('7644-3.3-04 7643-3.1-04 7643-3.1-10 id, meta, groups and unknown names in the body have no effect', async () => {
    const answer = await post({
      schemas: [CORE_USER, 'urn:example:unknown'],
      userName: fresh(),
      id: 'mine',
      meta: { created: '1999-01-01T00:00:00Z', location: 'https://evil.example' },
      groups: [{ value: 'mine' }],
      shoeSize: 43,
      'urn:example:unknown': { a: 1 },
      constructor: 'x',
      nickName: null,
      emails: [],
    });
    assert.equal(answer.status, 201, answer.text);
    assert.notEqual(answer.at('id'), 'mine');
    assert.deepEqual(answer.at('schemas'), [CORE_USER]);
    const keys = ['schemas', 'id', 'userName', 'active', 'meta'];
    assert.deepEqual(Object.keys(Object(answer.body)).sort(), keys.sort());
    assert.ok(!answer.text.includes('1999'));
  });

  test('a key named __proto__ is only an unknown name', async () => {
    const userName = fresh();
    const answer = await post(
      `{"userName":"${userName}","__proto__":{"title":"x","active":false}}`,
    );
    assert.equal(answer.status, 201);
    assert.equal(answer.at('title'), undefined);
    assert.equal(answer.at('active'), true);
  });

  test('7643-4.1.1-02 7643-4.1.1-03 7644-3.3-08 a taken userName is 409 uniqueness in any letter case', async () => {
    const userName = fresh('Taken');
    assert.equal((await post({ userName })).status, 201);
    assertScimError(await post({ userName: userName.toUpperCase() }), 409, 'uniqueness');
    assert.equal(await total(`userName eq "${userName}"`), 1);
  });

  test('of 20 requests that race for a userName exactly one wins', async () => {
    const userName = fresh('race');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ userName })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 409)]);
    assert.equal(await total(`userName eq "${userName}"`), 1);
  });

  test('the break-glass name is 409 with a remedy', async () => {
    const answer = await post({ userName: 'Admin' });
    assertScimError(answer, 409, 'uniqueness');
    assert.match(String(answer.at('detail')), /break-glass/);
  });

  test('7643-4.1.1-01 7643-7-08 without a userName nothing is created', async () => {
    for (const body of [
      {},
      { userName: '' },
      { userName: null },
      { userName: ['a', 'b'] },
      { userName: {} },
    ]) {
      assertScimError(await post({ externalId: 'nameless', ...body }), 400, 'invalidValue');
    }
    assert.equal(await total('externalId eq "nameless"'), 0);
  });

  test('7643-4.1.1-08 7643-4.1.1-10 a password is taken, never shown, and refused when weak', async () => {
    const userName = fresh('pw');
    const answer = await post({ userName, password: 'kT9-lamp-otter' });
    assert.equal(answer.status, 201, answer.text);
    assert.ok(!answer.text.includes('otter') && !answer.text.includes('argon2'));
    const query = `/Users/${idOf(answer)}?attributes=password,userName`;
    assert.equal((await scim.get(query)).at('password'), undefined);
    const found = await scim.instance.services.directory.findUserByName(
      scim.instance.services.db.reader,
      scim.instance.account.accountId,
      userName,
    );
    assert.match(found?.passwordHash ?? '', /^\$argon2id\$/);
    assertScimError(await post({ userName: fresh(), password: 'short' }), 400, 'invalidValue');
    assert.ok(!scim.instance.logs.join('').includes('otter'));
  });

  test('7644-3.3-07 7644-3.9-03 projection works on the answer and never on what is stored', async () => {
    const answer = await scim.call('POST', '/Users?attributes=userName', {
      body: { userName: fresh(), title: 'Kept' },
    });
    assert.deepEqual(Object.keys(Object(answer.body)).sort(), ['id', 'schemas', 'userName']);
    assert.equal((await scim.get(`/Users/${idOf(answer)}`)).at('title'), 'Kept');
  });

  test('7644-3.8-02 7644-3.8-03 7644-3.8-05 JSON of either name, with a charset or none, and nothing else', async () => {
    const scimJson = 'application/scim+json';
    for (const type of ['application/json', scimJson, `${scimJson}; charset=utf-8`]) {
      const answer = await post({ userName: fresh() }, { 'content-type': type });
      assert.equal(answer.status, 201, type);
    }
    assert.equal(await postWithoutType(scim, { userName: fresh() }), 201);
    assertScimError(await post({ userName: fresh() }, { 'content-type': 'text/xml' }), 415);
  });

  test('7644-3.12-15 7644-3.12-18 what is no JSON object is 400 and says why', async () => {
    const notUtf8 = Buffer.from('7b22757365724e616d65223a22ff227d', 'hex');
    for (const body of ['{', '[]', '"x"', '1', '', notUtf8]) {
      assertScimError(await post(body), 400, 'invalidSyntax');
    }
    for (const body of [
      '{"userName":"a\\u0000b"}',
      '{"userName":"a\\ud800b"}',
      { userName: 'x'.repeat(513) },
      { userName: fresh(), active: 'maybe' },
      { userName: fresh(), name: 5 },
      { userName: fresh(), name: { givenName: {} } },
    ]) {
      assertScimError(await post(body), 400, 'invalidValue');
    }
    assertScimError(await post({ userName: fresh(), title: 'x'.repeat(2_000_000) }), 413);
  });

  test('7644-6.1-01 another account has the same userName and sees nothing of this one', async () => {
    const { clientId, clientSecret } = await scim.instance.addAccount(fresh('Other'));
    const token = await scim.instance.token(clientId, clientSecret);
    const userName = fresh('both');
    const mine = idOf(await post({ userName, externalId: userName }));
    const theirs = await scim.call('POST', '/Users', {
      body: { userName, externalId: userName },
      token,
    });
    assert.equal(theirs.status, 201);
    const filter = encodeURIComponent(`externalId eq "${userName}"`);
    const seen = await scim.get(`/Users?filter=${filter}`, { token });
    assert.equal(seen.at('totalResults'), 1);
    assert.equal(seen.at('Resources', 0, 'id'), idOf(theirs));
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: { userName: fresh() } } : {};
      assertScimError(await scim.call(method, `/Users/${mine}`, { ...body, token }), 404);
    }
    const member = { displayName: fresh(), members: [{ value: mine }] };
    const group = await scim.call('POST', '/Groups', { body: member, token });
    assert.deepEqual([group.status, group.at('members')], [201, []]);
    const manager = { userName: fresh(), [ENTERPRISE]: { manager: { value: mine } } };
    const report = await scim.call('POST', '/Users', { body: manager, token });
    assert.deepEqual(report.at(ENTERPRISE, 'manager'), { value: mine });
    assert.equal((await scim.get(`/Users/${mine}`)).status, 200);
  });
});

/** Returns the status of a POST without a content type. */
async function postWithoutType({ instance, base }: Scim, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${await instance.adminToken()}` };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(`${base}/Users`, { method: 'POST', headers, ca: instance.ca }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
  });
  sent.on('error', reject).end(JSON.stringify(body));
  return promise;
}
