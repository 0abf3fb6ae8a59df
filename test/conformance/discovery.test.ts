// RFC 7643 §5, RFC 7644 §3.7 and §4, RFC 9865 §4: the service does what it announces.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD } from '../support/instance.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../support/scim.ts';
import { MISSING, newUser, resultsOf, sendBulk, statuses } from '../support/scim-bulk.ts';
import { each, filtered, keysOf, patch, resourcesOf } from '../support/scim-calls.ts';

const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const SCHEMES = ['oauth', 'oauth2', 'oauthbearertoken', 'httpbasic', 'httpdigest'];

forEngineOrBoth('sqlite', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('7644-4-01 7643-5-02 the configuration is one object of its schema with every block and its numbers', async () => {
    const config = await scim.get('/ServiceProviderConfig');
    assert.deepEqual([config.status, config.at('schemas')], [200, [CONFIG]]);
    assert.equal(config.at('Resources'), undefined);
    for (const name of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag']) {
      assert.equal(typeof config.at(name, 'supported'), 'boolean', name);
    }
    for (const [block, name] of [
      ['bulk', 'maxOperations'],
      ['bulk', 'maxPayloadSize'],
      ['filter', 'maxResults'],
    ] as const) {
      assert.ok(Number.isInteger(config.at(block, name)), name);
    }
  });

  test('7643-5-03 each feature that is announced works', async () => {
    const config = await scim.get('/ServiceProviderConfig');
    const works: Readonly<Record<string, () => Promise<boolean>>> = {
      patch: async () => {
        const path = `/Users/${idOf(await scim.addUser())}`;
        return (
          (await patch(scim, path, { op: 'add', path: 'title', value: 'x' })).at('title') === 'x'
        );
      },
      bulk: async () => statuses(await sendBulk(scim, [newUser('a')]))[0] === '201',
      filter: async () => {
        const userName = fresh();
        await scim.addUser({ userName });
        const found = await filtered(scim, '/Users', `userName eq "${userName}"`);
        return found.at('totalResults') === 1;
      },
      changePassword: async () => {
        // The user is not an admin, because provisioning can't set the password of an admin.
        const made = await scim.addUser();
        const password = 'kT9-lamp-otter-quay';
        const path = `/Users/${idOf(made)}`;
        await patch(scim, path, { op: 'replace', path: 'password', value: password });
        const basic = Buffer.from(`${made.at('userName')}:${password}`).toString('base64');
        const headers = { authorization: `Basic ${basic}` };
        const read = await scim.instance.request('GET', '/v2/formz', { token: null, headers });
        return read.status === 200;
      },
      sort: async () => {
        const sorted = each(await scim.get('/Users?sortBy=userName'), 'userName').map(String);
        const fold = sorted.map((name) => name.toLowerCase());
        return sorted.length > 1 && fold.join() === fold.toSorted().join();
      },
      etag: async () => {
        const made = await scim.addUser();
        const headers = { 'if-none-match': etagOf(made) };
        return (await scim.get(`/Users/${idOf(made)}`, { headers })).status === 304;
      },
    };
    for (const [name, check] of Object.entries(works)) {
      assert.equal(config.at(name, 'supported'), true, name);
      assert.equal(await check(), true, name);
    }
  });

  test('7643-5-04 7643-5-05 each scheme that is announced is described and lets in, and a 401 names the same', async () => {
    const schemes = (await scim.get('/ServiceProviderConfig')).at('authenticationSchemes');
    assert.ok(Array.isArray(schemes));
    for (const scheme of schemes) {
      assert.ok(SCHEMES.includes(scheme.type), scheme.type);
      assert.ok(scheme.name.length > 0 && scheme.description.length > 0);
      assert.match(scheme.specUri, /^https:/);
    }
    const types = schemes.map(({ type }) => type);
    assert.deepEqual(types, ['oauthbearertoken', 'httpbasic']);
    const basic = Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    assert.equal((await scim.get('/Users', { token: null, headers })).status, 200);
    assert.equal((await scim.get('/Users')).status, 200);
    const unknown = await scim.get('/ServiceProviderConfig', { token: null });
    assert.match(unknown.headers['www-authenticate'] ?? '', /^Bearer .*Basic /);
  });

  test('7643-5-01 7643-6-01 7643-7-02 discovery can not be written, neither lists nor single documents', async () => {
    const paths = [
      '/ServiceProviderConfig',
      '/ResourceTypes',
      '/ResourceTypes/User',
      '/Schemas',
      `/Schemas/${CORE_USER}`,
    ];
    for (const path of paths) {
      const before = (await scim.get(path)).text;
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        assertScimError(await scim.call(method, path, { body: { name: 'x' } }), 405);
      }
      assert.equal((await scim.get(path)).text, before);
    }
  });

  test('7643-6-01 7643-6-03 7643-7-03 7644-4-02 7644-4-04 types and schemas are listed and read alone, each with name and description', async () => {
    for (const path of ['/ResourceTypes', '/Schemas']) {
      const list = await scim.get(path);
      const found = resourcesOf(list);
      assert.equal(list.at('totalResults'), found.length);
      for (const resource of found) {
        const { id, name, description } = Object(resource);
        assert.ok(id.length > 0 && name.length > 0 && description.length > 0);
        const one = await scim.get(`${path}/${id}`);
        assert.deepEqual(one.body, resource);
      }
    }
    for (const type of resourcesOf(await scim.get('/ResourceTypes'))) {
      const { name, endpoint, schema } = Object(type);
      assert.ok(endpoint.startsWith('/') && schema.startsWith('urn:'));
      const made = name === 'User' ? await scim.addUser() : await scim.addGroup();
      assert.equal(made.at('meta', 'resourceType'), name);
    }
  });

  test('7644-4-05 7644-4-06 a filter of discovery is refused, every other parameter passed over', async () => {
    for (const path of [
      '/Schemas',
      '/ResourceTypes',
      '/ServiceProviderConfig',
      `/Schemas/${CORE_USER}`,
    ]) {
      const plain = await scim.get(path);
      for (const query of [
        'count=1&startIndex=2',
        'sortBy=name&sortOrder=descending',
        'attributes=name',
        'excludedAttributes=name,attributes',
        'cursor=&count=1',
      ]) {
        assert.equal((await scim.get(`${path}?${query}`)).text, plain.text, `${path} ${query}`);
      }
      assertScimError(await scim.get(`${path}?filter=name%20pr`), 403);
    }
  });

  test('7643-2.3.7-04 7643-4.3-02 7643-4.3-03 for a strict client a manager must exist by every verb; the name shown is that of the manager', async () => {
    const boss = idOf(await scim.addUser({ displayName: 'Boss' }));
    const managed = { [ENTERPRISE]: { manager: { value: boss, displayName: 'Somebody' } } };
    const made = await scim.addUser(managed);
    const path = `/Users/${idOf(made)}`;
    const shown = { value: boss, $ref: `${scim.base}/Users/${boss}`, displayName: 'Boss' };
    assert.deepEqual(made.at(ENTERPRISE, 'manager'), shown);
    assert.equal((await scim.get(shown.$ref.slice(scim.base.length))).at('id'), boss);
    const userName = made.at('userName');
    const put = await scim.call('PUT', path, { body: { userName, ...managed } });
    assert.deepEqual(put.body, made.body);
    const nobody = { [ENTERPRISE]: { manager: { value: MISSING } } };
    const headers = { prefer: 'handling=strict' };
    for (const answer of [
      await scim.call('POST', '/Users', { body: { userName: fresh(), ...nobody }, headers }),
      await scim.call('PUT', path, { body: { userName, ...nobody }, headers }),
      ...(await Promise.all(
        [
          { op: 'replace', path: `${ENTERPRISE}:manager`, value: MISSING },
          { op: 'add', value: nobody },
        ].map((operation) =>
          scim.call('PATCH', path, { body: { Operations: [operation] }, headers }),
        ),
      )),
    ]) {
      assertScimError(answer, 400, 'invalidValue');
    }
    await patch(scim, `/Users/${boss}`, { op: 'replace', path: 'displayName', value: 'Chief' });
    assert.equal((await scim.get(path)).at(ENTERPRISE, 'manager', 'displayName'), 'Chief');
  });

  test('7644-3.7-07 7644-3.7-08 7644-3.7.3-01 7644-3.7.3-02 7644-3.7.3-03 7644-3.7.3-04 results of Bulk: a location but for a failed POST, a status as text, an Error inside', async () => {
    const old = await scim.addUser();
    const path = `/Users/${idOf(old)}`;
    const answer = await sendBulk(scim, [
      newUser('good'),
      newUser('bad', { userName: '' }),
      { method: 'PUT', path, version: 'W/"99"', data: { userName: fresh() } },
      { method: 'DELETE', path: `/Users/${MISSING}` },
      { method: 'PATCH', path, data: [{ op: 'add', path: 'title', value: 'x' }] },
      { method: 'DELETE', path },
    ]);
    const results = resultsOf(answer);
    assert.deepEqual(statuses(answer), ['201', '400', '412', '404', '200', '204']);
    const placed = results.map(({ location }) => location !== undefined);
    assert.deepEqual(placed, [true, false, true, true, true, true]);
    assert.equal(results[2]?.location, `${scim.base}${path}`);
    for (const index of [1, 2, 3]) {
      const response = Object(answer.at('Operations', index, 'response'));
      const { schemas, status, detail } = response;
      assert.deepEqual(schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
      assert.equal(status, results[index]?.status);
      assert.ok(detail.length > 0, JSON.stringify(keysOf(response)));
    }
    assert.equal(answer.at('Operations', 1, 'response', 'scimType'), 'invalidValue');
  });

  test('9865-4-01 9865-4-02 9865-4-03 the pagination block is of the right types, in its schema, and lists keep to it', async () => {
    const pagination = Object((await scim.get('/ServiceProviderConfig')).at('pagination'));
    assert.deepEqual([pagination.cursor, pagination.index], [true, true]);
    assert.equal(pagination.defaultPaginationMethod, 'index');
    const numbers = ['defaultPageSize', 'maxPageSize', 'cursorTimeout'];
    for (const name of numbers)
      assert.ok(Number.isInteger(pagination[name]) && pagination[name] > 0);
    const attributes = Object((await scim.get(`/Schemas/${CONFIG}`)).body).attributes;
    const block = attributes.find(({ name }: { name: string }) => name === 'pagination');
    const published = block.subAttributes.map(({ name }: { name: string }) => name);
    assert.deepEqual(published.toSorted(), keysOf(pagination));
    await sendBulk(
      scim,
      Array.from({ length: pagination.defaultPageSize + 1 }, (_, i) => newUser(`u${i}`)),
    );
    for (const query of ['', '?cursor', '?cursor=']) {
      const page = await scim.get(`/Users${query}`);
      assert.equal(resourcesOf(page).length, pagination.defaultPageSize, query);
    }
  });
});
