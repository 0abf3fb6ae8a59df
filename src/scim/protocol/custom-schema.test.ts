import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Attribute,
  buildResource,
  canonicalise,
  compileFilter,
  createRegistry,
  ENTERPRISE_USER,
  parseProjection,
  project,
  type ResourceTypeDefinition,
  type Schema,
  ScimError,
  schemaResources,
} from './index.ts';

// A resource type that this package does not know: everything must follow from its definition.

const CORE = 'urn:example:scim:Device';
const TAGS = 'urn:example:scim:extension:Tags';

const attribute = (name: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description: `${name}.`,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const device: Schema = {
  id: CORE,
  name: 'Device',
  description: 'A device',
  attributes: [
    attribute('serial', { required: true, caseExact: true }),
    attribute('id', { mutability: 'readWrite' }),
    attribute('constructor'),
    attribute('ports', { type: 'integer' }),
    attribute('weight', { type: 'decimal' }),
    attribute('bought', { type: 'dateTime' }),
    attribute('hidden', { returned: 'request' }),
    attribute('nicknames', { multiValued: true }),
    attribute('counts', { type: 'integer', multiValued: true }),
    attribute('owner', {
      type: 'complex',
      subAttributes: [
        attribute('value', { required: true }),
        attribute('$ref', { type: 'reference', referenceTypes: ['Person'] }),
      ],
    }),
  ],
};

const tags: Schema = {
  id: TAGS,
  name: 'Tags',
  description: 'Tags',
  attributes: [attribute('label', { required: true }), attribute('colour')],
};

const person: Schema = {
  id: 'urn:example:scim:Person',
  name: 'Person',
  description: '',
  attributes: [],
};

const definitions: readonly ResourceTypeDefinition[] = [
  {
    name: 'Device',
    description: 'A device',
    endpoint: '/Devices',
    schema: CORE,
    schemaExtensions: [{ schema: TAGS, required: true }],
  },
  {
    name: 'Person',
    description: 'A person',
    endpoint: '/People',
    schema: person.id,
    schemaExtensions: [],
  },
];

const registry = createRegistry(definitions, [device, tags, person]);
const [type] = registry.resourceTypes;
assert.ok(type);

const read = (more: object) =>
  canonicalise(type, { serial: 'S', [TAGS]: { label: 'L' }, ...more }).attributes;

const refused = (more: object, at: string) =>
  assert.throws(
    () => read(more),
    (error) => error instanceof ScimError && error.scimType === 'invalidValue' && error.at === at,
  );

test('every type of attribute is read and checked', () => {
  const values = {
    constructor: 'c',
    ports: 4,
    weight: 2.5,
    bought: '2026-11-20T10:00:00+01:00',
    nicknames: ['a', 'b', 'A'],
    counts: [1, 2, 1],
  };
  assert.deepEqual(read(values), {
    serial: 'S',
    ...values,
    nicknames: ['a', 'b'],
    counts: [1, 2],
    [TAGS]: { label: 'L' },
  });
  assert.deepEqual(read({ nicknames: 'a' })['nicknames'], ['a']);
  refused({ ports: 1.5 }, 'ports');
  refused({ ports: 2 ** 53 }, 'ports');
  refused({ ports: '5' }, 'ports');
  refused({ weight: 'x' }, 'weight');
  refused({ bought: '2026-01-01' }, 'bought');
  refused({ counts: [1, 'x'] }, 'counts[1]');
});

test('a required extension must be there, with what it requires', () => {
  refused({ [TAGS]: null }, TAGS);
  refused({ [TAGS]: { colour: 'red' } }, `${TAGS}:label`);
  refused({ owner: { $ref: '' } }, 'owner.value');
});

test('a schema that defines a common attribute does not change it', () => {
  assert.equal(type.find('id')?.definition.mutability, 'readOnly');
  assert.equal(Object.hasOwn(read({ id: 'mine' }), 'id'), false);
});

test('filters know the types: numbers by value, dates by time, lists by element', () => {
  const value = (text: string) => {
    const filter = compileFilter(text, type);
    return filter.kind === 'compare' ? filter.value : filter.kind;
  };
  assert.equal(value('weight eq 2.50'), 2.5);
  assert.equal(value('ports gt -1'), -1);
  assert.equal(value('bought lt "2026-11-20T10:00:00+01:00"'), '2026-11-20T09:00:00.000Z');
  assert.equal(value('nicknames eq "A"'), 'a');
  assert.equal(value('nicknames[value eq "A"]'), 'element');
  assert.equal(value('serial eq "A"'), 'A');
  for (const text of [
    'ports eq "5"',
    'ports co 5',
    'weight eq 1e999',
    'weight eq 0x1',
    'ports[value eq 1]',
  ]) {
    assert.throws(() => compileFilter(text, type), ScimError, text);
  }
});

test('answers follow the definition: references, what is shown on request, what is published', () => {
  const resource = buildResource(type, {
    baseUrl: 'https://h/scim/v2',
    id: 'd',
    created: 'c',
    lastModified: 'l',
    version: 'W/"1"',
    attributes: read({ hidden: 'h', owner: 'p' }),
  });
  assert.deepEqual(resource['schemas'], [CORE, TAGS]);
  assert.deepEqual(resource['owner'], { value: 'p', $ref: 'https://h/scim/v2/People/p' });
  assert.equal(project(resource, parseProjection({}, type))['hidden'], undefined);
  assert.equal(project(resource, parseProjection({ attributes: 'hidden' }, type))['hidden'], 'h');
  assert.equal(schemaResources(registry, 'https://h').length, 3);
});

test('a bare name that belongs to another type or extension means nothing here', () => {
  assert.equal(type.find('department'), undefined);
  assert.equal(type.find(`${ENTERPRISE_USER}:department`), undefined);
  assert.equal(type.find('label')?.key, `${TAGS}:label`);
});

test('a definition that names a schema which is not there is a fault of the definition', () => {
  assert.throws(
    () => createRegistry(definitions, [device, tags]),
    /there is no schema urn:example/,
  );
});
