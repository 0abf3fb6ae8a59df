// The usual requests of a provisioning client, with two libraries that have typed models of SCIM: their models parse
// every answer and throw on wrong types, and they make the requests. The product contains nothing specific to them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { patchBodyValidation, type ScimPatch, type ScimResource, scimPatch } from 'scim-patch';
import SCIMMY from 'scimmy';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { fresh, type Scim, startScim } from '../support/scim.ts';

const { User, Group, EnterpriseUser, ServiceProviderConfig } = SCIMMY.Schemas;
const { ErrorResponse, ListResponse, PatchOp } = SCIMMY.Messages;
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

User.definition.extend(EnterpriseUser.definition);

forEngineOrBoth('sqlite', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const plain = (model: unknown): object => JSON.parse(JSON.stringify(model));
  const read = (answer: Answer, status: number): object => {
    assert.equal(answer.status, status, answer.text);
    return Object(answer.body);
  };
  /** Checks that the model neither loses nor changes anything in the answer, except the format of times. */
  const assertModelled = (Model: typeof User | typeof Group, body: object): void => {
    const { meta, ...modelled } = Object(plain(new Model(body, 'out')));
    const { meta: sent, ...rest } = Object(body);
    assert.deepEqual(sorted(modelled), sorted(rest));
    for (const name of ['resourceType', 'version'] as const) assert.equal(meta[name], sent[name]);
    for (const name of ['created', 'lastModified'] as const) {
      assert.equal(Date.parse(meta[name]), Date.parse(sent[name]));
    }
  };
  const sorted = ({ schemas, ...rest }: { readonly schemas: readonly string[] }) => ({
    ...rest,
    schemas: schemas.toSorted(),
  });

  test('scimmy: its models make, read, list, change and delete people and groups', async () => {
    const userName = `${fresh('typed')}@example.com`;
    const draft = new User(
      {
        schemas: [User.definition.id, ENTERPRISE],
        userName,
        name: { givenName: 'Ann', familyName: 'Lee' },
        displayName: 'Ann Lee',
        active: true,
        emails: [{ value: userName, type: 'work', primary: true }],
        phoneNumbers: [{ value: 'tel:+49-30-1', type: 'work' }],
        [ENTERPRISE]: { department: 'Field', employeeNumber: '17' },
      },
      'in',
    );
    const made = read(await scim.call('POST', '/Users', { body: plain(draft) }), 201);
    assertModelled(User, made);
    const { id } = Object(made);
    assertModelled(User, read(await scim.get(`/Users/${id}`), 200));

    const filter = encodeURIComponent(`userName eq "${userName}"`);
    const page = read(await scim.get(`/Users?filter=${filter}`), 200);
    const list = new ListResponse(Object(page));
    assert.deepEqual([list.totalResults, list.startIndex, list.itemsPerPage], [1, 1, 1]);
    for (const each of list.Resources) assertModelled(User, each);

    const put = plain(new User({ ...made, displayName: 'Ann Marsh' }, 'in'));
    const changed = read(await scim.call('PUT', `/Users/${id}`, { body: put }), 200);
    assertModelled(User, changed);
    assert.equal(Object(changed).displayName, 'Ann Marsh');

    const group = new Group({ displayName: fresh('crew'), members: [{ value: id }] }, 'in');
    const crew = read(await scim.call('POST', '/Groups', { body: plain(group) }), 201);
    assertModelled(Group, crew);
    const path = `/Groups/${Object(crew).id}`;
    const leave = { op: 'remove', path: `members[value eq "${id}"]` } as const;
    const patch = new PatchOp({ schemas: [PATCH_OP], Operations: [leave] });
    read(await scim.call('PATCH', path, { body: plain(patch) }), 204);
    assertModelled(Group, read(await scim.get(path), 200));
    const groups = new ListResponse(Object(read(await scim.get('/Groups'), 200)));
    for (const each of groups.Resources) assertModelled(Group, each);

    for (const each of [path, `/Users/${id}`]) read(await scim.call('DELETE', each), 204);
  });

  test('scimmy: errors are errors of its kind, and discovery is what it expects', async () => {
    const userName = fresh('twice');
    await scim.addUser({ userName });
    for (const [answer, status, scimType] of [
      [await scim.get('/Users/0'), 404, undefined],
      [await scim.call('POST', '/Users', { body: { userName } }), 409, 'uniqueness'],
      [await scim.call('POST', '/Users', { body: { displayName: 'x' } }), 400, 'invalidValue'],
      [await scim.get('/Users?filter=nonsense'), 400, 'invalidFilter'],
    ] as const) {
      const body = read(answer, status);
      assert.throws(() => new ErrorResponse(Object(body)), {
        name: 'SCIMError',
        status: String(status),
        scimType,
        message: Object(body).detail,
      });
    }
    const config = read(await scim.get('/ServiceProviderConfig'), 200);
    const model = Object(plain(new ServiceProviderConfig(config, 'out')));
    for (const name of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag']) {
      assert.deepEqual(model[name], Object(config)[name], name);
    }
    const schemas = new ListResponse(Object(read(await scim.get('/Schemas'), 200)));
    const ids = schemas.Resources.map((schema) => Object(schema).id);
    for (const { definition } of [User, Group, EnterpriseUser])
      assert.ok(ids.includes(definition.id));
    const types = new ListResponse(Object(read(await scim.get('/ResourceTypes'), 200)));
    for (const type of types.Resources) {
      const { name, endpoint } = Object(plain(new SCIMMY.Schemas.ResourceType(type)));
      assert.deepEqual([name, endpoint], [Object(type).name, Object(type).endpoint]);
    }
  });

  test('scim-patch: a change means here what it means there', async () => {
    const made = read(
      await scim.addUser({
        displayName: 'Bo Reed',
        name: { givenName: 'Bo', familyName: 'Reed' },
        emails: [
          { value: 'bo@work.example', type: 'work', primary: true },
          { value: 'bo@home.example', type: 'home' },
        ],
      }),
      201,
    );
    let known = made as ScimResource;
    for (const operation of [
      { op: 'replace', path: 'displayName', value: 'Bo Ray' },
      { op: 'replace', path: 'name.familyName', value: 'Ray' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'bo.ray@work.example' },
      { op: 'add', path: 'emails', value: [{ value: 'bo@other.example', type: 'other' }] },
      { op: 'remove', path: 'emails[type eq "home"]' },
      { op: 'remove', path: 'name.givenName' },
      { op: 'replace', value: { nickName: 'Bobo', active: false } },
    ] as const) {
      const body: ScimPatch = { schemas: [PATCH_OP], Operations: [operation] };
      patchBodyValidation(body);
      const there = scimPatch(structuredClone(known), [...body.Operations]);
      const here = read(await scim.call('PATCH', `/Users/${known.id}`, { body }), 200);
      const { meta: _, ...expected } = Object(there);
      const { meta: __, ...actual } = Object(here);
      assert.deepEqual(actual, expected, JSON.stringify(operation));
      known = here as ScimResource;
    }
    const wrong = [{ op: 'remove', path: 'emails[' }];
    assert.equal(
      (await scim.call('PATCH', `/Users/${known.id}`, { body: { Operations: wrong } })).status,
      400,
    );
  });
});
