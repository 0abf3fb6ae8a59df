import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import {
  assertScimError,
  etagOf,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../test/support/scim.ts';
import { newUser, resultsOf, sendBulk } from '../../test/support/scim-bulk.ts';

const BADGE = 'urn:example:params:scim:schemas:extension:Badge';
const UNIT = 'urn:example:params:scim:schemas:extension:Unit';
const SCHEMAS = join(import.meta.dirname, '../../test/support/custom-schemas.json');

const FULL = {
  colour: 'Green',
  code: 'Ab-9',
  level: 7,
  weight: 2.5,
  valid: true,
  issued: '2026-01-02T10:00:00+02:00',
  chip: 'YWJj',
  site: 'https://Example.com/A',
  deputy: { since: '2026-03-01T00:00:00Z' },
  doors: ['North', 'South'],
  visits: [
    { value: 'V1', type: 'Day', count: 3, at: '2026-05-01T12:00:00+02:00', primary: true },
    { value: 'V2', type: 'Night', count: 30 },
  ],
  serial: 'S-1',
};

forEachEngine((engine) => {
  let scim: Scim;
  let full: string;
  before(async () => {
    scim = await startScim(engine, { env: { FORMSTEAD_SCIM_SCHEMAS: SCHEMAS } });
    full = idOf(await scim.addUser({ userName: 'full', [BADGE]: FULL }));
    await scim.addUser({ userName: 'plain' });
    await scim.addUser({ userName: 'other', [BADGE]: { level: -1, colour: 'red', valid: false } });
  });
  after(() => scim.close());

  const find = async (filter: string, sort = ''): Promise<unknown> => {
    const answer = await scim.get(`/Users?filter=${encodeURIComponent(filter)}${sort}`);
    assert.equal(answer.status, 200, answer.text);
    const found = answer.at('Resources');
    assert.ok(Array.isArray(found));
    return found.map((it) => Object(it).userName);
  };
  const patch = (id: string, ...operations: readonly object[]) =>
    scim.call('PATCH', `/Users/${id}`, { body: { schemas: [PATCH_OP], Operations: operations } });

  test('discovery publishes them with every characteristic', async () => {
    const schema = await scim.get(`/Schemas/${BADGE}`);
    assert.equal(schema.status, 200);
    const attributes = schema.at('attributes');
    assert.ok(Array.isArray(attributes));
    const code = attributes.find((it) => Object(it).name === 'code');
    assert.deepEqual(code, {
      name: 'code',
      type: 'string',
      multiValued: false,
      description: 'code.',
      required: false,
      caseExact: true,
      mutability: 'readWrite',
      returned: 'default',
      uniqueness: 'none',
    });
    const types = await scim.get('/ResourceTypes');
    assert.deepEqual(types.at('Resources', 0, 'schemaExtensions', 1), {
      schema: BADGE,
      required: false,
    });
    assert.deepEqual(types.at('Resources', 1, 'schemaExtensions'), [
      { schema: UNIT, required: true },
    ]);
  });

  test('the API document describes them where it describes users and groups', async () => {
    const document = await scim.instance.request('GET', '/.well-known/openapi.json');
    assert.equal(document.status, 200);
    const at = (...path: readonly string[]) => document.at('components', 'schemas', ...path);
    const badge = ['ScimUser', 'properties', BADGE, 'properties'] as const;
    assert.deepEqual(at(...badge, 'level'), { type: 'integer', description: 'level.' });
    assert.deepEqual(at(...badge, 'colour', 'examples'), ['red', 'blue']);
    assert.equal(at(...badge, 'doors', 'type'), 'array');
    assert.equal(at(...badge, 'visits', 'items', 'properties', 'at', 'format'), 'date-time');
    assert.equal(at(...badge, 'pin', 'writeOnly'), true);
    assert.equal(at(...badge, 'origin', 'readOnly'), true);
    assert.equal(at('ScimGroup', 'properties', UNIT, 'properties', 'costCentre', 'type'), 'string');
    // Required in a request body, but not in a response, where `attributes` may omit it.
    assert.ok(Object(at('ScimGroupBody', 'required')).includes(UNIT));
  });

  test('values of every type are read back as they were sent', async () => {
    const answer = await scim.get(`/Users/${full}`);
    assert.deepEqual(answer.at(BADGE), FULL);
    assert.deepEqual(answer.at('schemas', 1), BADGE);
    const put = { userName: 'full', active: true, [BADGE]: FULL };
    const again = await scim.call('PUT', `/Users/${full}`, { body: put });
    assert.equal(again.status, 200, again.text);
    assert.equal(etagOf(again), etagOf(answer));
  });

  const filters: readonly (readonly [string, readonly string[]])[] = [
    [`${BADGE}:colour eq "GREEN"`, ['full']],
    ['colour sw "gre"', ['full']],
    [`${BADGE}:code eq "Ab-9"`, ['full']],
    [`${BADGE}:code eq "ab-9"`, []],
    [`${BADGE}:level gt 5`, ['full']],
    [`${BADGE}:level lt 0`, ['other']],
    [`${BADGE}:weight ge 2.5`, ['full']],
    [`${BADGE}:valid eq true`, ['full']],
    [`${BADGE}:valid eq false`, ['other']],
    [`${BADGE}:issued eq "2026-01-02T08:00:00Z"`, ['full']],
    [`${BADGE}:issued gt "2026-01-02T09:00:00Z"`, []],
    [`${BADGE}:chip eq "YWJj"`, ['full']],
    [`${BADGE}:site eq "https://Example.com/A"`, ['full']],
    [`${BADGE}:deputy.since lt "2026-03-01T00:30:00+00:00"`, ['full']],
    [`${BADGE}:doors eq "north"`, ['full']],
    [`${BADGE}:visits[type eq "Night" and count gt 10]`, ['full']],
    [`${BADGE}:visits[type eq "Day" and count gt 10]`, []],
    [`${BADGE}:visits[type eq "night"]`, []],
    [`${BADGE}:visits.value eq "V2"`, ['full']],
    [`${BADGE}:visits.value eq "v2"`, []],
    [`${BADGE}:visits[at eq "2026-05-01T10:00:00Z" and primary eq true]`, ['full']],
    [`${BADGE}:serial pr`, ['full']],
    [`schemas eq "${BADGE}" and userName eq "plain"`, []],
    [`schemas eq "${BADGE}" and userName eq "full"`, ['full']],
  ];
  for (const [filter, wanted] of filters) {
    test(`filter ${filter}`, async () => {
      assert.deepEqual(await find(filter), wanted);
    });
  }

  test('lists are sorted by them', async () => {
    const by = (name: string) => find(`${BADGE}:level pr`, `&sortBy=${BADGE}:${name}`);
    assert.deepEqual(await by('level'), ['other', 'full']);
    assert.deepEqual(await by('colour'), ['full', 'other']);
  });

  test('a reference beside the id of a user is made from it, filtered and sorted by', async () => {
    const deputy = { [BADGE]: { deputy: { value: full } } };
    const made = await scim.addUser({ userName: 'deputised', ...deputy });
    const ref = `${scim.base}/Users/${full}`;
    assert.equal(made.at(BADGE, 'deputy', '$ref'), ref);
    for (const filter of [
      `${BADGE}:deputy.$ref eq "${ref}"`,
      `deputy.$ref ew "${full}"`,
      `${BADGE}:deputy[$ref co "/Users/" and value eq "${full}"]`,
      `${BADGE}:deputy eq "${full}"`,
    ]) {
      assert.deepEqual(await find(filter), ['deputised'], filter);
    }
    const sorted = await find('userName sw "de" or userName eq "plain"', '&sortBy=deputy.$ref');
    assert.deepEqual(sorted, ['deputised', 'plain']);
    // RFC 7643 §2.3.7 does not say whether the resource has to exist.
    const nobody = await scim.addUser({ [BADGE]: { deputy: { value: 'nobody' } } });
    for (const user of [made, nobody]) await scim.call('DELETE', `/Users/${idOf(user)}`);
  });

  test('7644-3.12-18 7643-6-06 what a schema does not allow is refused, and where is said', async () => {
    for (const [values, at] of [
      [{ level: 'seven' }, 'level'],
      [{ level: 1.5 }, 'level'],
      [{ valid: 'perhaps' }, 'valid'],
      [{ issued: 'yesterday' }, 'issued'],
      [{ chip: '%%%' }, 'chip'],
      [{ doors: [5] }, 'doors'],
      [
        {
          visits: [
            { value: 'a', primary: true },
            { value: 'b', primary: true },
          ],
        },
        'visits',
      ],
    ] as const) {
      const body = { userName: fresh(), [BADGE]: values };
      const answer = await scim.call('POST', '/Users', { body });
      assertScimError(answer, 400, 'invalidValue');
      assert.match(String(answer.at('detail')), new RegExp(at));
    }
    const missing = await scim.call('POST', '/Groups', { body: { displayName: fresh() } });
    assertScimError(missing, 400, 'invalidValue');
    assert.match(String(missing.at('detail')), /costCentre|Unit/);
  });

  test('immutable values are set once, readOnly ones never, writeOnly ones never come back', async () => {
    const id = idOf(
      await scim.addUser({ [BADGE]: { serial: 'S-1', origin: 'x', pin: '1234', secret: 'y' } }),
    );
    const read = await scim.get(`/Users/${id}?attributes=${BADGE}:pin,${BADGE}:secret,userName`);
    assert.equal(read.at(BADGE), undefined, read.text);
    assert.deepEqual((await scim.get(`/Users/${id}`)).at(BADGE), { serial: 'S-1' });
    const serial = { op: 'replace', path: `${BADGE}:serial`, value: 'S-2' };
    assertScimError(await patch(id, serial), 400, 'mutability');
    const origin = { op: 'replace', path: `${BADGE}:origin`, value: 'x' };
    assertScimError(await patch(id, origin), 400, 'mutability');
    assert.equal((await patch(id, { ...serial, value: 'S-1' })).status, 200);
    const put = { userName: read.at('userName'), [BADGE]: { serial: 'S-2' } };
    assertScimError(await scim.call('PUT', `/Users/${id}`, { body: put }), 400, 'mutability');
  });

  test('returned decides what is shown: on request, always, never', async () => {
    const values = { note: 'n', stamp: 's', secret: 'x', colour: 'red' };
    const made = await scim.addUser({ [BADGE]: values });
    const id = idOf(made);
    assert.deepEqual((await scim.get(`/Users/${id}`)).at(BADGE), { colour: 'red', stamp: 's' });
    const asked = await scim.get(`/Users/${id}?attributes=${BADGE}:note`);
    assert.deepEqual(asked.at(BADGE), { note: 'n', stamp: 's' });
    const without = await scim.get(`/Users/${id}?excludedAttributes=${BADGE}`);
    assert.deepEqual(without.at(BADGE), { stamp: 's' });
    const listed = await scim.get(`/Users?filter=id%20eq%20%22${id}%22`);
    assert.deepEqual(listed.at('Resources', 0, BADGE), { colour: 'red', stamp: 's' });
  });

  test('PATCH, Bulk and /.search know them too', async () => {
    const answer = await sendBulk(scim, [newUser('a', { [BADGE]: { doors: ['East'] } })]);
    const [made] = resultsOf(answer);
    const id = made?.location?.split('/').at(-1) ?? '';
    const door = { op: 'add', path: `${BADGE}:doors`, value: ['West'] };
    const visit = { op: 'add', path: `${BADGE}:visits`, value: [{ value: 'V9', type: 'Day' }] };
    assert.equal((await patch(id, door, visit)).status, 200);
    const count = { op: 'replace', path: `${BADGE}:visits[type eq "Day"].count`, value: 4 };
    assert.deepEqual((await patch(id, count)).at(BADGE), {
      doors: ['East', 'West'],
      visits: [{ value: 'V9', type: 'Day', count: 4 }],
    });
    const searched = await scim.call('POST', '/.search', {
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        filter: `${BADGE}:doors eq "west"`,
      },
    });
    assert.equal(searched.at('Resources', 0, 'id'), id, searched.text);
  });

  test('groups carry extensions as well', async () => {
    const unit = { costCentre: 'K-12', opened: '2026-01-01T01:00:00+01:00' };
    const made = await scim.addGroup({ [UNIT]: unit });
    assert.deepEqual(made.at(UNIT), unit);
    const filter = encodeURIComponent(
      `${UNIT}:costCentre eq "k-12" and ${UNIT}:opened eq "2026-01-01T00:00:00Z"`,
    );
    assert.equal((await scim.get(`/Groups?filter=${filter}`)).at('totalResults'), 1);
    const changed = await scim.call('PATCH', `/Groups/${idOf(made)}?attributes=${UNIT}`, {
      body: {
        schemas: [PATCH_OP],
        Operations: [{ op: 'replace', path: `${UNIT}:costCentre`, value: 'K-13' }],
      },
    });
    assert.deepEqual(changed.at(UNIT), { ...unit, costCentre: 'K-13' });
  });
});
