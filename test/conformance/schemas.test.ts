// RFC 7643 §5 to §8: the service's description of itself, and the effect of each characteristic.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BADGE, UNIT, unit, withCustomSchemas } from '../support/custom-schemas.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import {
  assertScimError,
  CORE_GROUP,
  CORE_USER,
  ENTERPRISE,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../support/scim.ts';
import {
  each,
  filtered,
  idsBy,
  keysOf,
  patch,
  publishedAttributes,
  resourcesOf,
} from '../support/scim-calls.ts';

const TYPES = [
  'string',
  'boolean',
  'decimal',
  'integer',
  'dateTime',
  'binary',
  'reference',
  'complex',
];
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  mutability: ['readOnly', 'readWrite', 'immutable', 'writeOnly'],
  returned: ['always', 'never', 'default', 'request'],
  uniqueness: ['none', 'server', 'global'],
};

forEngineOrBoth('sqlite', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine, withCustomSchemas);
  });
  after(() => scim.close());

  const user = (badge: object = {}) => scim.addUser({ [BADGE]: badge });
  const badgeOf = async (id: string, query = '') =>
    (await scim.get(`/Users/${id}${query}`)).at(BADGE);
  const put = (id: string, body: object) => scim.call('PUT', `/Users/${id}`, { body });

  test('7643-6-02 7643-7-01 every schema that anything names can be read', async () => {
    await user({ colour: 'red' });
    await scim.addGroup(unit);
    const lists = await Promise.all(['/', '/Schemas', '/ResourceTypes'].map((it) => scim.get(it)));
    const named = lists.flatMap(resourcesOf).flatMap((resource) => {
      const { schemas, schema, schemaExtensions = [] } = Object(resource);
      return [...schemas, schema ?? [], ...schemaExtensions.map(Object.values)].flat(2);
    });
    const { schemas } = Object((await scim.get('/ServiceProviderConfig')).body);
    const urns = new Set([...named, ...schemas].filter((it) => typeof it === 'string'));
    for (const urn of urns) assert.equal((await scim.get(`/Schemas/${urn}`)).at('id'), urn);
    for (const urn of [CORE_USER, CORE_GROUP, ENTERPRISE, BADGE, UNIT]) assert.ok(urns.has(urn));
  });

  test('7643-6-05 7643-6-06 a required extension must come with what it requires, another may be left out', async () => {
    const types = await scim.get('/ResourceTypes');
    assert.deepEqual(types.at('Resources', 0, 'schemaExtensions'), [
      { schema: ENTERPRISE, required: false },
      { schema: BADGE, required: false },
    ]);
    assert.deepEqual(types.at('Resources', 1, 'schemaExtensions'), [
      { schema: UNIT, required: true },
    ]);
    assert.equal((await scim.addUser()).at('schemas', 'length'), 1);
    const path = `/Groups/${idOf(await scim.addGroup(unit))}`;
    for (const bad of [{}, { [UNIT]: {} }, { [UNIT]: { opened: '2026-01-01T00:00:00Z' } }]) {
      const body = { displayName: fresh(), ...bad };
      for (const answer of [
        await scim.call('POST', '/Groups', { body }),
        await scim.call('PUT', path, { body }),
      ]) {
        assertScimError(answer, 400, 'invalidValue');
        assert.match(String(answer.at('detail')), /Unit/);
      }
    }
    assertScimError(await patch(scim, path, { op: 'remove', path: UNIT }), 400, 'mutability');
    assert.deepEqual((await scim.get(path)).at(UNIT), unit[UNIT]);
  });

  test('7643-2.1-03 7643-7-04 7643-7-05 every definition is complete, of the known types and well named', async () => {
    for (const { schema, definition } of await publishedAttributes(scim)) {
      const what = `${schema} ${definition.name}`;
      assert.match(definition.name, /^([a-z][\w$-]*|\$ref)$/i);
      assert.ok(TYPES.includes(definition.type), what);
      const isText = ['string', 'reference', 'binary'].includes(definition.type);
      assert.deepEqual(
        ['description', 'multiValued', 'required', 'caseExact'].map((it) => typeof definition[it]),
        ['string', 'boolean', 'boolean', isText ? 'boolean' : 'undefined'],
        what,
      );
      const choices: Readonly<Record<string, readonly unknown[]>> = isText
        ? CHOICES
        : { ...CHOICES, uniqueness: [undefined, 'none'] };
      for (const [name, known] of Object.entries(choices)) {
        assert.ok(known.includes(definition[name]), `${what} ${name}`);
      }
    }
  });

  test('7643-7-06 7643-7-07 complex attributes list their parts, references what they may refer to', async () => {
    const types = each(await scim.get('/ResourceTypes'), 'name');
    for (const { schema, definition } of await publishedAttributes(scim)) {
      const what = `${schema} ${definition.name}`;
      const parts = definition.subAttributes?.length ?? 0;
      assert.equal(parts > 0, definition.type === 'complex', what);
      const referenced = [definition['referenceTypes'] ?? []].flat();
      assert.equal(referenced.length > 0, definition.type === 'reference', what);
      for (const name of referenced) assert.ok([...types, 'external', 'uri'].includes(name), what);
    }
  });

  test('7643-4.1.1-01 7643-7-08 7644-3.5.1-07 an attribute that is required must be there on create and replace', async () => {
    const required = (await publishedAttributes(scim)).filter(
      ({ parent, definition }) => parent === undefined && definition['required'] === true,
    );
    const names = required.map(({ definition }) => definition.name);
    assert.deepEqual(names, ['userName', 'displayName', 'costCentre']);
    const id = idOf(await user());
    for (const value of [undefined, null, '']) {
      const body = { userName: value, title: 'x' };
      for (const answer of [await scim.call('POST', '/Users', { body }), await put(id, body)]) {
        assertScimError(answer, 400, 'invalidValue');
        assert.match(String(answer.at('detail')), /userName/);
      }
    }
  });

  test('7643-7-09 7644-3.4.2.2-16 caseExact decides how text is compared, whatever the operator, and values keep their case', async () => {
    const id = idOf(await user({ colour: 'Green', code: 'Ab-9' }));
    assert.deepEqual(await badgeOf(id), { colour: 'Green', code: 'Ab-9' });
    const finds = async (filter: string) =>
      (await idsBy(scim, '/Users', `id eq "${id}" and ${BADGE}:${filter}`)).length === 1;
    for (const [operator, folded, exact] of [
      ['eq', 'GREEN', 'ab-9'],
      ['co', 'REE', 'B-'],
      ['sw', 'GR', 'ab'],
      ['ew', 'EEN', 'B-9'],
    ] as const) {
      assert.equal(await finds(`colour ${operator} "${folded}"`), true, operator);
      assert.equal(await finds(`code ${operator} "${exact}"`), false, operator);
    }
    assert.equal(await finds('colour ne "GREEN"'), false);
    assert.equal(await finds('code ne "ab-9"'), true);
    assert.equal(await finds('code eq "Ab-9" and id pr'), true);
  });

  test('7643-7-10 7644-3.5.1-06 a readOnly attribute is passed over in bodies and refused as a path', async () => {
    const made = await user({ origin: 'x', colour: 'red' });
    const id = idOf(made);
    assert.deepEqual(made.at(BADGE), { colour: 'red' });
    const body = { userName: made.at('userName'), [BADGE]: { origin: 'y', colour: 'red' } };
    assert.deepEqual((await put(id, body)).body, made.body);
    const pathless = { op: 'replace', value: { [BADGE]: { origin: 'z' } } };
    assert.deepEqual((await patch(scim, `/Users/${id}`, pathless)).body, made.body);
    for (const op of ['add', 'replace', 'remove']) {
      const answer = await patch(scim, `/Users/${id}`, { op, path: `${BADGE}:origin`, value: 'z' });
      assertScimError(answer, 400, 'mutability');
    }
  });

  test('7643-7-11 7644-3.5.1-05 7644-3.5.2-08 7644-3.12-14 an immutable attribute takes a first value and keeps it', async () => {
    const path = `${BADGE}:serial`;
    for (const set of [
      (id: string, userName: unknown) => put(id, { userName, [BADGE]: { serial: 'S-1' } }),
      (id: string) => patch(scim, `/Users/${id}`, { op: 'add', path, value: 'S-1' }),
    ]) {
      const made = await user();
      const id = idOf(made);
      const userName = made.at('userName');
      const first = await set(id, userName);
      assert.deepEqual(first.at(BADGE), { serial: 'S-1' }, first.text);
      const same = await put(id, { userName, [BADGE]: { serial: 'S-1' } });
      assert.deepEqual(same.body, first.body);
      const other = await put(id, { userName, [BADGE]: { serial: 'S-2' } });
      assertScimError(other, 400, 'mutability');
      for (const operation of [
        { op: 'replace', path, value: 'S-2' },
        { op: 'add', path, value: 'S-2' },
        { op: 'remove', path },
      ]) {
        assertScimError(await patch(scim, `/Users/${id}`, operation), 400, 'mutability');
      }
      assert.deepEqual(await badgeOf(id), { serial: 'S-1' });
    }
    assert.deepEqual((await user({ serial: 'S-9' })).at(BADGE), { serial: 'S-9' });
  });

  test('7643-7-12 7643-7-14 what is writeOnly, or never returned, is taken at any time and never shown', async () => {
    const made = await user({ pin: '12-34', secret: 'hush', colour: 'red' });
    const path = `/Users/${idOf(made)}`;
    const body = { userName: made.at('userName'), [BADGE]: { pin: '12-35', secret: 'hush2' } };
    const answers = [
      made,
      await patch(scim, path, { op: 'replace', path: `${BADGE}:pin`, value: '12-36' }),
      await patch(scim, path, { op: 'replace', path: `${BADGE}:secret`, value: 'hush3' }),
      await scim.call('PUT', `${path}?attributes=${BADGE}:pin,${BADGE}:secret`, { body }),
      await scim.get(path),
      await scim.get(`${path}?attributes=${BADGE}`),
      await scim.get(`${path}?attributes=${BADGE}:pin,${BADGE}:secret`),
      await scim.get(`/Users?attributes=${BADGE}:pin,${BADGE}:secret`),
    ];
    for (const answer of answers) {
      assert.ok([200, 201].includes(answer.status), answer.text);
      assert.ok(!/12-3|hush/.test(answer.text), answer.text);
    }
    for (const name of ['pin', 'secret']) {
      const answer = await filtered(scim, '/Users', `${BADGE}:${name} sw "1"`);
      assertScimError(answer, 400, 'invalidFilter');
    }
  });

  test('7643-7-13 7643-7-15 7643-7-16 7644-3.4-01 returned decides: always, by default, on request, and to whoever wrote it', async () => {
    const made = await user({ note: 'n', stamp: 's', colour: 'red', secret: 'x' });
    const id = idOf(made);
    assert.deepEqual(made.at(BADGE), { colour: 'red', note: 'n', stamp: 's' });
    assert.deepEqual(await badgeOf(id), { colour: 'red', stamp: 's' });
    assert.deepEqual(await badgeOf(id, '?attributes=userName'), { stamp: 's' });
    assert.deepEqual(await badgeOf(id, `?attributes=${BADGE}:note`), { note: 'n', stamp: 's' });
    const excluded = `?excludedAttributes=${BADGE}:stamp,${BADGE}:colour,id,schemas`;
    const without = await scim.get(`/Users/${id}${excluded}`);
    assert.deepEqual(without.at(BADGE), { stamp: 's' });
    assert.equal(idOf(without), id);
    assert.ok(without.at('schemas'));
    const [listed] = resourcesOf(await filtered(scim, '/Users', `id eq "${id}"`));
    assert.deepEqual(Object(listed)[BADGE], { colour: 'red', stamp: 's' });
    const [named] = resourcesOf(
      await filtered(scim, '/Users', `id eq "${id}"`, '&attributes=active'),
    );
    assert.deepEqual(keysOf(named), ['active', 'id', 'schemas', BADGE].sort());
    const wrote = await patch(scim, `/Users/${id}`, {
      op: 'replace',
      path: `${BADGE}:note`,
      value: 'm',
    });
    assert.deepEqual(wrote.at(BADGE), { colour: 'red', note: 'm', stamp: 's' });
    const other = await patch(scim, `/Users/${id}`, { op: 'add', path: 'title', value: 'x' });
    assert.deepEqual(other.at(BADGE), { colour: 'red', stamp: 's' });
  });

  test('7643-7-17 a value that is unique in its account may stand in another account', async () => {
    const userName = fresh('same');
    await scim.addUser({ userName });
    const displayName = fresh('group');
    await scim.addGroup({ ...unit, displayName });
    const { clientId, clientSecret } = await scim.instance.addAccount(fresh('Other'));
    const token = await scim.instance.token(clientId, clientSecret);
    for (const [path, body] of [
      ['/Users', { userName }],
      ['/Groups', { displayName, ...unit }],
    ] as const) {
      assertScimError(await scim.call('POST', path, { body }), 409, 'uniqueness');
      assert.equal((await scim.call('POST', path, { body, token })).status, 201);
    }
  });

  test('7643-9.2-01 text that tries to be SQL is text', async () => {
    const hostile = `'; delete from users; --" or 1=1`;
    const id = idOf(await scim.addUser({ displayName: hostile, externalId: hostile }));
    const quoted = JSON.stringify(hostile);
    for (const filter of [`displayName eq ${quoted}`, `externalId eq ${quoted}`]) {
      assert.deepEqual(await idsBy(scim, '/Users', filter), [id]);
    }
    assert.deepEqual(await idsBy(scim, '/Users', `title eq ${quoted}`), []);
    const odd = encodeURIComponent(hostile);
    for (const path of [`/Users/${odd}`, `/Groups/${odd}`])
      assertScimError(await scim.get(path), 404);
    for (const name of ['sortBy', 'sortOrder', 'count', 'startIndex', 'cursor']) {
      assertScimError(
        await scim.get(`/Users?${name}=${odd}`),
        400,
        name === 'cursor' ? 'invalidCursor' : 'invalidValue',
      );
    }
    assert.equal((await scim.get(`/Users?attributes=${odd}`)).status, 200);
    assert.deepEqual(await idsBy(scim, '/Users', `id eq "${id}"`), [id]);
  });
});
