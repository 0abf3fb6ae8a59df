// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import {
  assertScimError,
  CORE_GROUP,
  CORE_USER,
  ENTERPRISE,
  fresh,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('7643-5-02 the configuration tells what works today and nothing else', async () => {
    const answer = await scim.get('/ServiceProviderConfig');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.at('patch'), { supported: true });
    assert.deepEqual(answer.at('bulk'), {
      supported: true,
      maxOperations: 1000,
      maxPayloadSize: 8 * 1024 * 1024,
    });
    assert.deepEqual(answer.at('filter'), { supported: true, maxResults: 1000 });
    assert.deepEqual(answer.at('changePassword'), { supported: true });
    assert.deepEqual(answer.at('sort'), { supported: true });
    assert.deepEqual(answer.at('etag'), { supported: true });
    assert.equal(answer.at('meta', 'location'), `${scim.base}/ServiceProviderConfig`);
    const schemes = answer.at('authenticationSchemes');
    assert.ok(Array.isArray(schemes));
    const types = schemes.map((scheme) => Object(scheme).type);
    assert.deepEqual(types, ['oauthbearertoken', 'httpbasic']);
    assertScimError(await scim.call('PATCH', '/Users/0', { body: {} }), 404);
    assertScimError(await scim.call('POST', '/Bulk', { body: {} }), 400, 'invalidSyntax');
    const put = await scim.call('PUT', '/Bulk', { body: {} });
    assertScimError(put, 405);
    assert.equal(put.headers['allow'], 'POST');
  });

  test('7643-5-04 Basic is not offered where it is turned off', async () => {
    const instance = await startInstance(engine, { env: { FORMSTEAD_BASIC: 'off' } });
    const answer = await instance.request('GET', '/scim/v2/ServiceProviderConfig');
    assert.equal(answer.at('authenticationSchemes', 'length'), 1);
    await instance.close();
  });

  test('7644-4-04 7643-6-04 7643-6-05 resource types: User first, each with a working endpoint', async () => {
    const list = await scim.get('/ResourceTypes');
    assert.equal(list.at('totalResults'), 2);
    assert.equal(list.at('Resources', 0, 'name'), 'User');
    assert.equal(list.at('Resources', 0, 'endpoint'), '/Users');
    assert.deepEqual(list.at('Resources', 0, 'schemaExtensions'), [
      { schema: ENTERPRISE, required: false },
    ]);
    for (const [i, name] of ['User', 'Group'].entries()) {
      const one = await scim.get(`/ResourceTypes/${name}`);
      assert.deepEqual(one.body, list.at('Resources', i));
      assert.equal(one.at('meta', 'location'), `${scim.base}/ResourceTypes/${name}`);
      assert.equal((await scim.get(String(one.at('endpoint')))).status, 200);
      assert.equal((await scim.get(`/Schemas/${one.at('schema')}`)).status, 200);
    }
    assertScimError(await scim.get('/ResourceTypes/Nothing'), 404);
  });

  test('7644-4-02 7644-4-03 7643-7-01 7643-7-03 every schema is listed and read by its URN, in any letter case', async () => {
    const list = await scim.get('/Schemas');
    const found = list.at('Resources');
    assert.ok(Array.isArray(found));
    assert.equal(list.at('totalResults'), found.length);
    const urns = found.map((schema) => String(Object(schema).id));
    for (const urn of [CORE_USER, CORE_GROUP, ENTERPRISE]) assert.ok(urns.includes(urn), urn);
    for (const [i, urn] of urns.entries()) {
      for (const path of [urn, encodeURIComponent(urn), urn.toUpperCase()]) {
        const one = await scim.get(`/Schemas/${path}`);
        assert.equal(one.status, 200, path);
        assert.deepEqual(one.body, found[i]);
      }
    }
    assertScimError(await scim.get('/Schemas/urn:nothing'), 404);
  });

  test('7644-4-05 7644-4-06 a filter is 403, other parameters are passed over', async () => {
    const paths = ['/Schemas', '/ResourceTypes', '/ServiceProviderConfig', `/Schemas/${CORE_USER}`];
    for (const path of paths) assertScimError(await scim.get(`${path}?filter=name%20pr`), 403);
    const all = (await scim.get('/Schemas')).text;
    assert.equal((await scim.get('/Schemas?count=1&startIndex=2&sortBy=name')).text, all);
  });

  test('7643-5-01 7643-7-02 7644-3.2-02 discovery is read only', async () => {
    for (const path of ['/Schemas', '/ResourceTypes/User', '/ServiceProviderConfig']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await scim.call(method, path, { body: {} });
        assertScimError(answer, 405);
        assert.match(answer.headers['allow'] ?? '', /GET/);
      }
    }
  });

  test('7644-2.2-01 7643-5-05 without credentials discovery is 401 and names the schemes', async () => {
    for (const path of ['/Schemas', '/ResourceTypes', '/ServiceProviderConfig', `/${fresh()}`]) {
      const answer = await scim.get(path, { token: null });
      assertScimError(answer, 401);
      assert.match(answer.headers['www-authenticate'] ?? '', /Bearer .*Basic /);
    }
  });
});
