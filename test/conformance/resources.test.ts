// RFC 7643 §3: the attributes of every resource, and its schemas.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BADGE, UNIT, unit, withCustomSchemas } from '../support/custom-schemas.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import {
  assertScimError,
  CORE_GROUP,
  CORE_USER,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../support/scim.ts';
import { each, filtered, idsBy, keysOf, patch, resourcesOf } from '../support/scim-calls.ts';

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine, withCustomSchemas);
  });
  after(() => scim.close());

  const post = async (path: string, body: object) => {
    const answer = await scim.call('POST', path, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  const user = (body: object = {}) => post('/Users', { userName: fresh(), ...body });
  const group = (body: object = {}) => post('/Groups', { displayName: fresh(), ...unit, ...body });
  const put = (path: string, body: object) => scim.call('PUT', path, { body });

  test('7643-3-01 7643-3-05 schemas names each schema that something is of; extensions stand in their own object', async () => {
    const made = await user({ [ENTERPRISE]: { department: 'X' }, [BADGE]: { colour: 'red' } });
    const id = idOf(made);
    const [listed] = resourcesOf(await filtered(scim, '/Users', `id eq "${id}"`));
    for (const resource of [made.body, (await scim.get(`/Users/${id}`)).body, listed]) {
      assert.deepEqual(Object(resource).schemas, [CORE_USER, ENTERPRISE, BADGE]);
      assert.deepEqual(Object(resource)[ENTERPRISE], { department: 'X' });
      assert.equal(Object(resource).department, undefined);
      assert.equal(Object(resource)[CORE_USER], undefined);
    }
    const gone = await patch(scim, `/Users/${id}`, { op: 'remove', path: ENTERPRISE });
    assert.deepEqual(gone.at('schemas'), [CORE_USER, BADGE]);
  });

  test('7643-3-02 7643-3-03 unknown and repeated URIs in schemas are not kept, and their order means nothing', async () => {
    const userName = fresh();
    const body = { userName, [ENTERPRISE]: { department: 'X' } };
    const made = await user({ ...body, schemas: [CORE_USER, ENTERPRISE] });
    for (const schemas of [
      [ENTERPRISE, CORE_USER, CORE_USER],
      [CORE_USER, 'urn:example:unknown', 'urn:ietf:params:scim:schemas:core:2.0:Group'],
      [ENTERPRISE],
    ]) {
      const again = await put(`/Users/${idOf(made)}`, { ...body, schemas });
      assert.deepEqual(again.body, made.body, JSON.stringify(schemas));
    }
  });

  test('7643-3-04 7643-3.1-12 id, externalId and meta are on every resource, named in schemas or not', async () => {
    for (const [made, type] of [
      [await user({ externalId: 'E' }), 'User'],
      [await group({ externalId: 'E' }), 'Group'],
    ] as const) {
      const endpoint = await scim.get(`/ResourceTypes/${type}`);
      const read = await scim.get(`${endpoint.at('endpoint')}/${idOf(made)}`);
      for (const { at } of [made, read]) {
        assert.deepEqual([at('externalId'), at('meta', 'resourceType')], ['E', type]);
        assert.equal(at('meta', 'resourceType'), endpoint.at('name'));
      }
    }
    for (const [path, type] of [
      ['/Schemas', 'Schema'],
      ['/ResourceTypes', 'ResourceType'],
    ] as const) {
      for (const resource of resourcesOf(await scim.get(path))) {
        assert.ok(Object(resource).id.length > 0);
        assert.equal(Object(resource).meta.resourceType, type);
      }
    }
  });

  test('7643-3.1-01 7643-3.1-06 every representation has the id that the server gave, whatever is asked for', async () => {
    const made = await user({ id: 'mine', meta: { created: 'x' } });
    const path = `/Users/${idOf(made)}`;
    assert.notEqual(idOf(made), 'mine');
    const projected = [
      await scim.get(path),
      await scim.get(`${path}?attributes=userName`),
      await scim.get(`${path}?excludedAttributes=id,userName`),
      await scim.call('PUT', `${path}?attributes=active`, {
        body: { userName: made.at('userName') },
      }),
      await scim.call('PATCH', `${path}?excludedAttributes=id`, { body: { Operations: [] } }),
    ];
    for (const answer of projected) assert.equal(idOf(answer), idOf(made));
    for (const query of ['', '&attributes=userName', '&excludedAttributes=id']) {
      const list = await filtered(scim, '/Users', `id eq "${idOf(made)}"`, query);
      assert.deepEqual(each(list, 'id'), [idOf(made)]);
    }
    assert.deepEqual(await idsBy(scim, '/Users', `id eq "${idOf(made).toUpperCase()}"`), []);
    const ignored = await patch(scim, path, { op: 'replace', value: { id: 'x', title: 'T' } });
    assert.deepEqual([idOf(ignored), ignored.at('title')], [idOf(made), 'T']);
    assertScimError(
      await patch(scim, path, { op: 'replace', path: 'id', value: 'x' }),
      400,
      'mutability',
    );
  });

  test('7643-3.1-02 7643-3.1-05 7643-9.3-01 ids are unique over all types, opaque, and none speaks of bulkId', async () => {
    const userName = fresh('Anna.Karenina');
    const made = await Promise.all([
      user({ userName, emails: [{ value: 'anna@example.com' }] }),
      ...Array.from({ length: 20 }, () => user()),
      ...Array.from({ length: 20 }, () => group()),
    ]);
    const ids = made.map(idOf);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assertScimError(await scim.get(`/Groups/${ids[0]}`), 404);
    assertScimError(await scim.get(`/Users/${ids.at(-1)}`), 404);
    for (const { at } of made) assert.ok(!/anna|karenina/i.test(String(at('meta', 'location'))));
  });

  test('7643-3.1-03 7643-3.1-04 an id stays, and nobody gets it again', async () => {
    const userName = fresh();
    const made = await user({ userName });
    const path = `/Users/${idOf(made)}`;
    assert.equal(idOf(await put(path, { userName, id: 'other', title: 'x' })), idOf(made));
    await scim.call('DELETE', path);
    const again = await user({ userName, id: idOf(made) });
    assert.notEqual(idOf(again), idOf(made));
    assertScimError(await scim.get(path), 404);
  });

  test('7643-3.1-07 7643-3.1-08 7643-3.1-09 7644-6-01 externalId is the client’s alone: exact, free to repeat, apart for each account', async () => {
    assert.equal((await user()).at('externalId'), undefined);
    const externalId = fresh('Ext');
    const ids = [idOf(await user({ externalId })), idOf(await user({ externalId }))];
    const { clientId, clientSecret } = await scim.instance.addAccount(fresh('Other'));
    const token = await scim.instance.token(clientId, clientSecret);
    const body = { userName: fresh(), externalId };
    const theirs = await scim.call('POST', '/Users', { body, token });
    assert.equal(theirs.status, 201, theirs.text);
    const filter = `externalId eq "${externalId}"`;
    assert.deepEqual([...(await idsBy(scim, '/Users', filter))].sort(), ids.sort());
    const found = await scim.get(`/Users?filter=${encodeURIComponent(filter)}`, { token });
    assert.deepEqual(each(found, 'id'), [idOf(theirs)]);
    assert.deepEqual(await idsBy(scim, '/Users', filter.toLowerCase().replace('id', 'Id')), []);
    const path = `/Users/${ids[0]}`;
    const changed = { op: 'replace', path: 'externalId', value: 'New' };
    assert.equal((await patch(scim, path, changed)).at('externalId'), 'New');
    const removed = await patch(scim, path, { op: 'remove', path: 'externalId' });
    assert.equal(removed.at('externalId'), undefined);
  });

  test('7643-3.1-10 7643-3.1-11 meta is the server’s: ignored in bodies, refused as a path, projected like others', async () => {
    const userName = fresh();
    const meta = {
      created: '1999-01-01T00:00:00Z',
      location: 'https://x.example',
      version: 'W/"9"',
    };
    const made = await user({ userName, meta });
    assert.ok(!made.text.includes('1999') && !made.text.includes('x.example'));
    const path = `/Users/${idOf(made)}`;
    assert.deepEqual((await put(path, { userName, meta })).body, made.body);
    for (const name of ['resourceType', 'created', 'lastModified', 'location', 'version']) {
      const operation = { op: 'replace', path: `meta.${name}`, value: meta.created };
      assertScimError(await patch(scim, path, operation), 400, 'mutability');
    }
    assert.deepEqual(keysOf(made.at('meta')), [
      'created',
      'lastModified',
      'location',
      'resourceType',
      'version',
    ]);
    assert.equal((await scim.get(`${path}?excludedAttributes=meta`)).at('meta'), undefined);
    const some = await scim.get(`${path}?attributes=meta.created`);
    assert.deepEqual(some.at('meta'), { created: made.at('meta', 'created') });
  });

  test('7643-3.1-13 7643-3.1-14 7643-3.1-16 7643-3.1-17 7644-3.14-01 7644-3.14-02 times and versions move with the resource’s own changes only', async () => {
    for (const made of [await user(), await group()]) {
      const path = String(made.at('meta', 'location')).slice(scim.base.length);
      assert.equal(made.at('meta', 'created'), made.at('meta', 'lastModified'));
      scim.instance.clock.advance(5000);
      const read = await scim.get(path);
      assert.deepEqual(read.at('meta'), made.at('meta'));
      for (const answer of [made, read]) assert.equal(answer.at('meta', 'version'), etagOf(answer));
      const same = await patch(scim, path, { op: 'remove', path: 'externalId' });
      assert.equal(etagOf(same), etagOf(made));
      assert.deepEqual((await scim.get(path)).at('meta'), made.at('meta'));
      const changed = await patch(scim, path, { op: 'add', path: 'externalId', value: 'x' });
      const after = await scim.get(path);
      assert.equal(etagOf(changed), etagOf(after));
      assert.equal(after.at('meta', 'version'), etagOf(after));
      assert.notEqual(etagOf(after), etagOf(made));
      assert.equal(after.at('meta', 'created'), made.at('meta', 'created'));
      const moved = Date.parse(String(after.at('meta', 'lastModified')));
      assert.ok(moved >= Date.parse(String(made.at('meta', 'created'))) + 5000);
    }
  });

  test('7643-3.1-15 7644-3.4.1-03 meta.location is where the resource is, in Location and Content-Location too', async () => {
    const located = (answer: Answer, location: string): void => {
      assert.equal(answer.headers['location'], location);
      assert.equal(answer.headers['content-location'], location);
      if (answer.status !== 304) assert.equal(answer.at('meta', 'location'), location);
    };
    for (const made of [await user(), await group()]) {
      const location = String(made.at('meta', 'location'));
      const path = location.slice(scim.base.length);
      located(made, location);
      const read = await scim.get(path);
      assert.equal(read.status, 200);
      located(read, location);
      const headers = { 'if-none-match': etagOf(read) };
      const unchanged = await scim.get(path, { headers });
      assert.equal(unchanged.status, 304);
      located(unchanged, location);
      located(await put(path, Object(read.body)), location);
      const patched = await patch(scim, `${path}?attributes=meta`, {
        op: 'add',
        path: 'externalId',
        value: 'E',
      });
      assert.equal(patched.status, 200, patched.text);
      located(patched, location);
    }
    for (const path of ['/ServiceProviderConfig', '/ResourceTypes/User', `/Schemas/${CORE_USER}`])
      located(await scim.get(path), `${scim.base}${path}`);
  });

  test('7643-3.2-01 7643-6-04 each type of resource has its entry, its schemas and an endpoint that works', async () => {
    for (const type of resourcesOf(await scim.get('/ResourceTypes'))) {
      const { endpoint, schema, schemaExtensions } = Object(type);
      for (const id of [schema, ...schemaExtensions.map((it: { schema: string }) => it.schema)]) {
        assert.equal((await scim.get(`/Schemas/${id}`)).status, 200, id);
      }
      const name = endpoint === '/Users' ? 'userName' : 'displayName';
      const made = await post(endpoint, { [name]: fresh(), ...(name !== 'userName' && unit) });
      const path = `${endpoint}/${idOf(made)}`;
      assert.equal((await scim.get(path)).at('schemas', 0), schema);
      assert.ok(each(await scim.get(endpoint), 'id').includes(idOf(made)));
      const renamed = await patch(scim, path, { op: 'replace', path: name, value: fresh() });
      assert.ok([200, 204].includes(renamed.status));
      assert.equal((await scim.call('DELETE', path)).status, 204);
    }
  });

  test('7643-3.3-01 7643-4.1-01 7643-4.2-01 7643-4.3-01 the base schema is always named, and each URN is a schema to read', async () => {
    const enterprise = {
      employeeNumber: '7',
      costCenter: '4130',
      organization: 'Acme',
      division: 'Park',
      department: 'Tours',
    };
    const made = await user({ schemas: [ENTERPRISE], [ENTERPRISE]: enterprise });
    const read = await scim.get(`/Users/${idOf(made)}`);
    assert.deepEqual(read.at('schemas'), [CORE_USER, ENTERPRISE]);
    assert.deepEqual(read.at(ENTERPRISE), enterprise);
    assert.deepEqual((await group()).at('schemas'), [CORE_GROUP, UNIT]);
    for (const urn of [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:core:2.0:Group',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ]) {
      assert.equal((await scim.get(`/Schemas/${urn}`)).at('id'), urn);
    }
  });
});
