import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  applyPatch,
  buildResource,
  canonicalise,
  checkImmutable,
  compileFilter,
  findResourceType,
  keepImmutable,
  loadSchemas,
  parseListRequest,
  parsePatch,
  parseProjection,
  project,
  type ResourceType,
  ScimError,
  schemaResources,
} from './index.ts';

const BADGE = 'urn:example:params:scim:schemas:extension:Badge';

const definition = {
  id: BADGE,
  name: 'Badge',
  resourceType: 'User',
  attributes: [
    { name: 'label' },
    { name: 'serial', caseExact: true, mutability: 'immutable' },
    { name: 'pin', mutability: 'writeOnly' },
    { name: 'notes', returned: 'request' },
    { name: 'code', returned: 'always' },
    { name: 'level', type: 'integer' },
    { name: 'weight', type: 'decimal' },
    { name: 'issued', type: 'dateTime' },
    { name: 'colours', multiValued: true, canonicalValues: ['red', 'blue'] },
    {
      name: 'locks',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        { name: 'value', required: true },
        { name: 'type' },
        { name: 'primary', type: 'boolean' },
        { name: 'made', type: 'dateTime', mutability: 'immutable' },
        { name: 'floors', type: 'integer', multiValued: true },
      ],
    },
  ],
};

function load(given: unknown): ResourceType {
  const loaded = loadSchemas(given);
  assert.ok(loaded.kind === 'loaded', loaded.kind === 'faulty' ? loaded.faults.join('\n') : '');
  const type = findResourceType(loaded.registry, 'User');
  assert.ok(type !== undefined);
  return type;
}

const faults = (given: unknown): readonly string[] => {
  const loaded = loadSchemas(given);
  assert.ok(loaded.kind === 'faulty');
  return loaded.faults;
};

const faulty = (change: object, fault: RegExp) => {
  const found = faults([{ ...definition, ...change }]);
  assert.equal(found.length, 1, found.join('\n'));
  assert.match(found[0] ?? '', fault);
};

const attribute = (more: object, fault: RegExp) =>
  faulty({ attributes: [{ name: 'x', ...more }] }, fault);

const type = load([definition]);
const badge = (more: object) => canonicalise(type, { userName: 'ann', [BADGE]: more }).attributes;
const patch = (stored: ReturnType<typeof badge>, ...operations: readonly object[]) =>
  applyPatch(type, stored, parsePatch(type, { Operations: operations }));

const mutability = (run: () => unknown, at: RegExp) =>
  assert.throws(run, (error) => {
    assert.ok(error instanceof ScimError, String(error));
    assert.equal(error.scimType, 'mutability');
    assert.match(error.detail, at);
    return true;
  });

test('what a definition leaves out has the defaults of RFC 7643 §2.2, and /Schemas says so', () => {
  const loaded = loadSchemas([definition]);
  assert.ok(loaded.kind === 'loaded');
  const published = schemaResources(loaded.registry, 'https://h').find(({ id }) => id === BADGE);
  const [label] = (published?.['attributes'] ?? []) as readonly unknown[];
  assert.deepEqual(label, {
    name: 'label',
    type: 'string',
    multiValued: false,
    description: 'label.',
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
  });
});

test('custom attributes are read, filtered, sorted and changed like any other', () => {
  const stored = badge({ LABEL: 'A', level: 3, colours: ['red', 'green'] });
  assert.deepEqual(stored[BADGE], { label: 'A', level: 3, colours: ['red', 'green'] });
  assert.equal(compileFilter(`${BADGE}:level gt 2`, type).kind, 'compare');
  assert.equal(parseListRequest({ sortBy: 'level' }, type).sort?.attribute.key, `${BADGE}:level`);
  const { attributes } = patch(
    stored,
    { op: 'add', path: `${BADGE}:colours`, value: 'blue' },
    { op: 'remove', path: `${BADGE}:colours[value eq "RED"]` },
    { op: 'replace', value: { [BADGE]: { weight: 2.5 } } },
    { op: 'replace', path: `${BADGE}:locks[value eq "l1"].floors`, value: [1, 2] },
  );
  assert.deepEqual(attributes[BADGE], {
    label: 'A',
    level: 3,
    weight: 2.5,
    colours: ['green', 'blue'],
    locks: [{ value: 'l1', floors: [1, 2] }],
  });
  const twice = patch(attributes, {
    op: 'add',
    path: `${BADGE}:locks[value eq "l1"].floors`,
    value: [2, 3],
  });
  assert.deepEqual(twice.attributes[BADGE], {
    ...(attributes[BADGE] as object),
    locks: [{ value: 'l1', floors: [1, 2, 3] }],
  });
});

test('a required part of an element is required however the element comes about', () => {
  for (const path of ['locks', 'locks[type eq "x"]', 'locks[type eq "x"].primary']) {
    const value = path.endsWith('primary') ? true : { type: 'x' };
    assert.throws(
      () => patch(badge({}), { op: 'add', path: `${BADGE}:${path}`, value }),
      (error) => error instanceof ScimError && error.scimType === 'invalidValue',
    );
  }
});

test('an immutable attribute takes its first value and keeps it', () => {
  const empty = badge({});
  const first = patch(empty, { op: 'add', path: `${BADGE}:serial`, value: 'S' }).attributes;
  assert.deepEqual(first[BADGE], { serial: 'S' });
  assert.equal(patch(first, { op: 'replace', path: `${BADGE}:serial`, value: 'S' }).changed, false);
  for (const operation of [
    { op: 'replace', path: `${BADGE}:serial`, value: 's' },
    { op: 'remove', path: `${BADGE}:serial` },
    { op: 'remove', path: BADGE },
    { op: 'replace', value: { [BADGE]: { serial: null } } },
  ]) {
    mutability(() => patch(first, operation), /Badge:serial: is immutable/);
  }
  mutability(() => checkImmutable(type, first, badge({ serial: 'T' })), /Badge:serial/);
  checkImmutable(type, first, badge({ serial: 'S', label: 'x' }));
  checkImmutable(type, empty, first);
});

test('a replace that leaves an immutable attribute out keeps it', () => {
  const stored = badge({ serial: 'S', label: 'L' });
  assert.deepEqual(keepImmutable(type, stored, badge({})), badge({ serial: 'S' }));
  assert.deepEqual(keepImmutable(type, stored, badge({ serial: 'T' })), badge({ serial: 'T' }));
  const sent = badge({ label: 'M' });
  assert.equal(keepImmutable(type, badge({}), sent), sent);
});

test('an immutable part of an element stays as it is while the element stays', () => {
  const [made, later] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
  const stored = badge({ locks: [{ value: 'l', made }, { value: 'm' }] });
  const lock = `${BADGE}:locks[value eq "l"]`;
  mutability(
    () => patch(stored, { op: 'replace', path: `${lock}.made`, value: later }),
    /locks\.made/,
  );
  mutability(() => patch(stored, { op: 'remove', path: `${lock}.made` }), /locks\.made/);
  mutability(
    () => patch(stored, { op: 'replace', path: lock, value: { value: 'l' } }),
    /locks\.made/,
  );
  mutability(
    () => checkImmutable(type, stored, badge({ locks: [{ value: 'l', made: later }] })),
    /locks/,
  );
  assert.deepEqual(patch(stored, { op: 'remove', path: lock }).attributes, badge({ locks: ['m'] }));
  const other = `${BADGE}:locks[value eq "m"].made`;
  assert.equal(patch(stored, { op: 'add', path: other, value: later }).changed, true);
});

test('what is writeOnly is taken, and neither shown nor compared', () => {
  const stored = badge({ pin: '1234', code: 'c' });
  assert.deepEqual(stored[BADGE], { pin: '1234', code: 'c' });
  const facts = { baseUrl: 'https://h', id: 'i', created: 'c', lastModified: 'l', version: 'v' };
  const resource = buildResource(type, { ...facts, attributes: stored });
  for (const query of [{}, { attributes: `${BADGE}:pin` }, { attributes: BADGE }]) {
    assert.equal(
      JSON.stringify(project(resource, parseProjection(query, type))).includes('1234'),
      false,
    );
  }
  assert.throws(() => compileFilter(`${BADGE}:pin eq "1234"`, type), /Filters cannot use/);
  assert.throws(() => parseListRequest({ sortBy: `${BADGE}:pin` }, type), /cannot be sorted/);
});

test('what is returned on request is shown to whoever asks for it, and in the answer to whoever wrote it', () => {
  const facts = { baseUrl: 'https://h', id: 'i', created: 'c', lastModified: 'l', version: 'v' };
  const resource = buildResource(type, { ...facts, attributes: badge({ notes: 'N', code: 'c' }) });
  const shown = (query: object, written?: ReadonlySet<string>) =>
    project(resource, parseProjection({ ...query }, type, written))[BADGE];
  const { has } = parsePatch(type, {
    Operations: [{ op: 'add', path: `${BADGE}:notes`, value: 'N' }],
  });
  assert.deepEqual(shown({}), { code: 'c' });
  assert.deepEqual(shown({}, new Set(['userName'])), { code: 'c' });
  assert.deepEqual(shown({}, has), { notes: 'N', code: 'c' });
  assert.deepEqual(shown({ attributes: `${BADGE}:notes` }), { notes: 'N', code: 'c' });
  assert.deepEqual(shown({ attributes: 'userName' }, has), { code: 'c' });
  assert.deepEqual(shown({ excludedAttributes: `${BADGE}:notes` }, has), { code: 'c' });
});

test('a required extension has to be there on create, and can not be patched away', () => {
  const strict = load([
    { ...definition, required: true, attributes: [{ name: 'label', required: true }] },
  ]);
  assert.throws(() => canonicalise(strict, { userName: 'ann' }), /required extension/);
  const stored = canonicalise(strict, { userName: 'ann', [BADGE]: { label: 'L' } }).attributes;
  const apply = (operation: object) =>
    applyPatch(strict, stored, parsePatch(strict, { Operations: [operation] }));
  mutability(() => apply({ op: 'remove', path: BADGE }), /label: is required/);
  assert.throws(() => apply({ op: 'replace', path: `${BADGE}:label`, value: null }), /is required/);
});

test('the last value of a required list can not be removed', () => {
  const strict = load([
    { ...definition, attributes: [{ name: 'tags', multiValued: true, required: true }] },
  ]);
  const stored = canonicalise(strict, {
    userName: 'ann',
    [BADGE]: { tags: ['a', 'b'] },
  }).attributes;
  const apply = (...operations: readonly object[]) =>
    applyPatch(strict, stored, parsePatch(strict, { Operations: operations })).attributes[BADGE];
  const remove = (value: string) => ({ op: 'remove', path: `${BADGE}:tags[value eq "${value}"]` });
  assert.deepEqual(apply(remove('a')), { tags: ['b'] });
  mutability(() => apply(remove('a'), remove('b')), /^Operations\[1\].*tags: is required/);
  mutability(
    () => apply({ op: 'remove', path: `${BADGE}:tags`, value: ['a', 'b'] }),
    /is required/,
  );
});

test('7643-2.1-03 an attribute name is a letter and then letters, digits, hyphen, underscore or dollar', () => {
  for (const name of [
    '1st',
    'a.b',
    '',
    '_x',
    '$ref',
    'a b',
    'a:b',
    '__proto__',
    'constructor',
    'toString',
  ]) {
    attribute({ name }, /attributes\[0\]\.name: .* is no attribute name/);
  }
  attribute({ name: undefined }, /has no name/);
  load([{ ...definition, attributes: [{ name: 'a$-_9' }] }]);
});

test('7643-3.1-18 7643-3.3-02 standard attributes can not be redefined, nor one name be given twice', () => {
  for (const name of [
    'id',
    'ID',
    'meta',
    'externalId',
    'schemas',
    'userName',
    'emails',
    'password',
  ]) {
    attribute({ name }, /is a standard attribute of User/);
  }
  faulty({ attributes: [{ name: 'a' }, { name: 'A' }] }, /attributes\[1\]\.name: "A" is taken/);
});

test('characteristics that do not fit are refused, each with its place', () => {
  attribute({ type: 'text' }, /type: is not one of string, boolean/);
  attribute({ required: 'yes' }, /required: is a string, but must be true or false/);
  attribute({ mutability: 'readonly' }, /mutability: is not one of readWrite/);
  attribute({ returned: 5 }, /returned/);
  attribute({ uniqueness: 'account' }, /uniqueness/);
  attribute({ canonicalValues: [5] }, /canonicalValues: must be an array/);
  attribute({ type: 'integer', canonicalValues: ['5'] }, /belongs to strings/);
  attribute({ referenceTypes: ['User'] }, /belongs to references/);
  attribute(
    { type: 'reference', referenceTypes: ['Device'] },
    /"Device" is none of external, uri, User, Group/,
  );
  attribute({ required: true, mutability: 'readOnly' }, /nobody could ever send it/);
  attribute({ mutability: 'writeOnly', returned: 'default' }, /must be never/);
  attribute({ caseexact: true }, /"caseexact" is none of/);
  attribute({ subAttributes: [{ name: 'y' }] }, /belongs to complex/);
  attribute({ type: 'complex' }, /subAttributes: must be an array of at least one/);
  const inner = (more: object) => ({
    type: 'complex',
    multiValued: true,
    subAttributes: [{ name: 'y', ...more }],
  });
  attribute(inner({ type: 'complex', subAttributes: [{ name: 'z' }] }), /a sub-attribute never is/);
  attribute(inner({ name: 'primary' }), /must be boolean for primary/);
});

test('a schema has a URN of its own, a name and a resource type', () => {
  faulty({ id: 'badge' }, /schemas\[0\]\.id: must be a URN/);
  for (const id of [
    'urn:ietf:params:scim:schemas:core:2.0:USER',
    'urn:ietf:params:scim:schemas:core:2.0:User:more',
  ]) {
    faulty({ id }, /is taken, or begins like/);
  }
  faulty({ resourceType: 'Device' }, /resourceType: is not one of User, Group/);
  faulty({ name: '' }, /has no name/);
  for (const odd of [7, ['Cars'], { toString: '' }]) faulty({ name: odd }, /has no name/);
  faulty({ colour: 1 }, /"colour" is none of/);
  assert.match(faults([definition, definition])[0] ?? '', /schemas\[1\]\.id/);
  assert.match(faults({})[0] ?? '', /an array of schemas/);
  assert.equal(
    faults([{ ...definition, id: 5, attributes: [{ name: '1' }, { name: '2' }] }]).length,
    3,
  );
});

test('whatever JSON an operator writes is loaded or refused in words', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('string', 'complex', 'x', true, [{ name: 'y' }]),
  );
  const keys = ['name', 'type', 'subAttributes', 'required', 'mutability', '__proto__', 'id'];
  const object = fc.dictionary(fc.constantFrom(...keys), value);
  fc.assert(
    fc.property(fc.oneof(value, object), fc.array(object), (id, attributes) => {
      const loaded = loadSchemas([{ ...definition, id, attributes }, id]);
      assert.equal(loaded.kind === 'faulty' && loaded.faults.every((it) => it.length < 600), true);
    }),
  );
});
