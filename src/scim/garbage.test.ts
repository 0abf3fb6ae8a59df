// Nightly: it sends much garbage.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { forEngineOrBoth } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import {
  assertScimError,
  ENTERPRISE,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../test/support/scim.ts';

const RUNS = { numRuns: 150 };

/** Pieces that filters are made of, in any order. */
const token = fc.oneof(
  fc.constantFrom(
    'userName',
    'emails',
    'emails.value',
    'emails[',
    'type',
    ']',
    '(',
    ')',
    'eq',
    'and',
  ),
  fc.constantFrom(
    'or',
    'not',
    'pr',
    'sw',
    '"a"',
    '"',
    '\\',
    'null',
    'true',
    '1e400',
    '-0',
    '.',
    ':',
  ),
  fc.constantFrom(
    'members',
    'groups',
    'meta.created',
    'meta.version',
    'active',
    `${ENTERPRISE}:manager`,
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
const filter = fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join(' '));
const equals = fc
  .tuple(
    fc.constantFrom('userName', 'id', 'emails.value', 'title', 'members', 'displayName'),
    fc.string({ unit: 'binary' }),
  )
  .map(([name, value]) => `${name} eq ${JSON.stringify(value)}`);

const attribute = fc.constantFrom(
  'userName',
  'displayName',
  'externalId',
  'active',
  'name',
  'emails',
  'password',
  'members',
  'groups',
  'meta',
  'id',
  'schemas',
  'addresses',
  'x509Certificates',
  'profileUrl',
  ENTERPRISE,
  '__proto__',
  'toString',
  'EMAILS',
);
const json = fc.jsonValue({ maxDepth: 3 });
const path = fc.oneof(
  attribute,
  fc.array(token, { maxLength: 5 }).map((tokens) => tokens.join('')),
  fc.tuple(attribute, filter, attribute).map(([name, inner, sub]) => `${name}[${inner}].${sub}`),
  json,
);
const operation = fc.record(
  { op: fc.constantFrom('add', 'Replace', 'remove', 'move', 5), path, value: json },
  { requiredKeys: ['op'] },
);
const resource = fc.dictionary(attribute, json, { maxKeys: 6 });

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
    await scim.addUser({ title: 'a' });
  });
  after(() => scim.close());

  const answered = (answer: Answer, ...good: readonly number[]): void => {
    if (good.includes(answer.status)) return;
    assert.ok(answer.status >= 400 && answer.status < 500, answer.text);
    const scimType = answer.at('scimType');
    assertScimError(answer, answer.status, typeof scimType === 'string' ? scimType : undefined);
  };

  test('whatever a filter says, the answer is a list or a 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(filter, equals), async (text) => {
        for (const path of ['/Users', '/Groups']) {
          const query = new URLSearchParams({ filter: text, attributes: text });
          const answer = await scim.get(`${path}?${query}`);
          answered(answer, 200);
        }
      }),
      RUNS,
    );
  });

  test('whatever an id is, it is nobody', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (id) => {
        const encoded = encodeURIComponent(id).replaceAll('.', '%2E');
        for (const path of ['/Users', '/Groups', '/Schemas', '/ResourceTypes']) {
          assertScimError(await scim.get(`${path}/${encoded}`), 404);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('whatever a body holds, it is written as something valid or refused', async () => {
    const user = idOf(await scim.addUser());
    const group = idOf(await scim.addGroup());
    await fc.assert(
      fc.asyncProperty(resource, fc.boolean(), async (body, named) => {
        const text = JSON.stringify(
          named ? { ...body, userName: fresh(), displayName: fresh() } : body,
        );
        answered(await scim.call('POST', '/Users', { body: text }), 201);
        answered(await scim.call('PUT', `/Users/${user}`, { body: text }), 200);
        answered(await scim.call('POST', '/Groups', { body: text }), 201);
        answered(await scim.call('PUT', `/Groups/${group}`, { body: text }), 200);
      }),
      RUNS,
    );
    assert.equal((await scim.get(`/Users/${user}`)).status, 200);
    assert.equal((await scim.get(`/Groups/${group}`)).status, 200);
  });

  test('whatever a PATCH says, it is done or refused, and refused it changes nothing', async () => {
    const user = idOf(await scim.addUser({ emails: [{ value: 'a@b', type: 'work' }] }));
    const group = idOf(await scim.addGroup({ members: [{ value: user }] }));
    const operations = fc.oneof(
      { weight: 9, arbitrary: fc.array(operation, { maxLength: 4 }) },
      json,
    );
    await fc.assert(
      fc.asyncProperty(operations, async (some) => {
        const body = JSON.stringify({ Operations: some });
        for (const at of [`/Users/${user}`, `/Groups/${group}`]) {
          const before = (await scim.get(at)).text;
          const answer = await scim.call('PATCH', at, { body });
          answered(answer, 200, 204);
          if (answer.status >= 400) assert.equal((await scim.get(at)).text, before);
        }
      }),
      RUNS,
    );
  });

  test('a write that was refused changed nothing', async () => {
    const id = idOf(await scim.addUser({ displayName: 'Same' }));
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const before = (await scim.get(`/Users/${id}`)).text;
        const body = JSON.stringify({
          userName: fresh(),
          active: false,
          name: { givenName: value },
          emails: 'x',
        });
        const answer = await scim.call('PUT', `/Users/${id}`, { body });
        if (answer.status !== 200) assert.equal((await scim.get(`/Users/${id}`)).text, before);
      }),
      { numRuns: 30 },
    );
  });
});
