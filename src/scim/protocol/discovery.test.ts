import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  findById,
  resourceTypeResources,
  type ServiceProvider,
  schemaResources,
  serviceProviderConfig,
} from './discovery.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { builtIn } from './registry.ts';

const BASE = 'https://forms.example/scim/v2';
const schemas = schemaResources(builtIn, BASE);
const types = resourceTypeResources(builtIn, BASE);

const provider: ServiceProvider = {
  baseUrl: BASE,
  documentationUri: 'https://forms.example/docs/scim',
  supports: {
    patch: false,
    bulk: false,
    filter: true,
    changePassword: true,
    sort: false,
    etag: true,
    cursor: false,
  },
  limits: {
    bulkMaxOperations: 0,
    bulkMaxPayloadSize: 1_048_576,
    filterMaxResults: 1_000,
    defaultPageSize: 100,
    maxPageSize: 1_000,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'RFC 6750',
      primary: true,
    },
  ],
};

type Definition = JsonObject & { name: string; subAttributes?: Definition[] };
const definitionsOf = (resource: JsonObject | undefined): readonly Definition[] =>
  (resource?.['attributes'] ?? []) as readonly Definition[];

const everyDefinition = (definitions: readonly Definition[]): readonly Definition[] =>
  definitions.flatMap((it) => [it, ...everyDefinition(it.subAttributes ?? [])]);

/** Our differences from the schemas of RFC 7643 §8.7, with reasons. Descriptions are compared separately. */
const DIFFERENCES = new Map([
  [
    'EnterpriseUser manager.value required',
    'RECOMMENDED in §4.3, and clients send either of the two',
  ],
  ['EnterpriseUser manager.$ref required', 'the same'],
  ['EnterpriseUser manager.$ref caseExact', 'references are case-exact, §2.3.7'],
  ['Group displayName uniqueness', 'unique in its account: Entra and Okta match groups by it'],
  ['Group members.value required', 'a member without an id is refused, as §4.2 allows'],
  ['Group members.value caseExact', 'an id is case-exact, §3.1'],
  ['Group members.$ref caseExact', 'references are case-exact, §2.3.7'],
  ['User profileUrl caseExact', 'references are case-exact, §2.3.7'],
  ['User ims.type canonicalValues', '"other" is in §4.1.2'],
  ['User groups.value caseExact', 'an id is case-exact, §3.1'],
  ['User groups.$ref caseExact', 'references are case-exact, §2.3.7'],
  ['User x509Certificates caseExact', 'a complex attribute has no case'],
  ['ResourceType endpoint caseExact', 'references are case-exact, §2.3.7'],
  ['Service Provider Configuration documentationUri caseExact', 'the same'],
  ['Service Provider Configuration authenticationSchemes.specUri caseExact', 'the same'],
  ['Service Provider Configuration authenticationSchemes.documentationUri caseExact', 'the same'],
  [
    'Service Provider Configuration authenticationSchemes.primary caseExact',
    'a Boolean has no case',
  ],
  ['Service Provider Configuration authenticationSchemes.primary uniqueness', 'nor uniqueness'],
  ['Service Provider Configuration pagination', 'RFC 9865 §4'],
]);

function differences(
  theirs: readonly Definition[],
  ours: readonly Definition[],
  at: string,
): string[] {
  const names = new Set([...theirs, ...ours].map((it) => it.name));
  return [...names].flatMap((name) => {
    const [a, b] = [theirs, ours].map((list) => list.find((it) => it.name === name));
    if (a === undefined || b === undefined) return [at + name];
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
      (key) => key !== 'subAttributes' && key !== 'description',
    );
    return [
      ...keys
        .filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]))
        .map((key) => `${at}${name} ${key}`),
      ...differences(a.subAttributes ?? [], b.subAttributes ?? [], `${at}${name}.`),
    ];
  });
}

test('7643-8.7-01 the published schemas are those of RFC 7643 §8.7 but for the differences listed here', () => {
  const samples = new URL('./samples/', import.meta.url);
  const found = readdirSync(samples)
    .filter((name) => name.includes('-schema-'))
    .flatMap((name) => {
      const theirs = JSON.parse(readFileSync(new URL(name, samples), 'utf8')) as JsonObject;
      const ours = findById(schemas, String(theirs['id']));
      assert.equal(ours?.['name'], theirs['name']);
      return differences(definitionsOf(theirs), definitionsOf(ours), `${theirs['name']} `);
    });
  assert.deepEqual(found.sort(), [...DIFFERENCES.keys()].sort());
});

test('every definition states what it must, in clean words, and nothing of our own', () => {
  const known = new Set(
    'name type multiValued description required canonicalValues caseExact mutability returned uniqueness referenceTypes subAttributes'.split(
      ' ',
    ),
  );
  for (const definition of schemas.flatMap((it) => everyDefinition(definitionsOf(it)))) {
    assert.match(definition.name, /^(?:\$ref|[A-Za-z][A-Za-z0-9_$-]*)$/);
    const { description } = definition;
    assert.ok(typeof description === 'string' && description.endsWith('.'), definition.name);
    assert.doesNotMatch(description, / {2}|'(?:True|False)'|User'spassword|en_US/);
    assert.deepEqual(
      Object.keys(definition).filter((key) => !known.has(key)),
      [],
    );
    assert.equal(definition['type'] === 'complex', definition.subAttributes !== undefined);
    assert.equal(definition['type'] === 'reference', definition['referenceTypes'] !== undefined);
  }
});

test('a password is published as written only and never returned', () => {
  const user = definitionsOf(findById(schemas, builtIn.resourceTypes[0]?.schema ?? ''));
  const password = user.find((it) => it.name === 'password');
  assert.deepEqual([password?.['mutability'], password?.['returned']], ['writeOnly', 'never']);
});

test('every schema is found by its URN in any letter case, at the place it names', () => {
  for (const schema of schemas) {
    const id = String(schema['id']);
    assert.equal(findById(schemas, id.toUpperCase()), schema);
    assert.deepEqual(schema['meta'], { resourceType: 'Schema', location: `${BASE}/Schemas/${id}` });
  }
  assert.equal(findById(schemas, '__proto__'), undefined);
});

test('resource types: User first, each schema published, the enterprise extension not required', () => {
  assert.deepEqual(
    types.map(({ id, endpoint }) => [id, endpoint]),
    [
      ['User', '/Users'],
      ['Group', '/Groups'],
    ],
  );
  for (const type of types) {
    const extensions = type['schemaExtensions'] as readonly { schema: string; required: boolean }[];
    for (const urn of [String(type['schema']), ...extensions.map((it) => it.schema)]) {
      assert.ok(findById(schemas, urn));
    }
    assert.ok(extensions.every((it) => it.required === false));
    assert.deepEqual(findById(types, String(type['name']).toLowerCase()), type);
  }
});

test('authentik: every block of the configuration is there, bulk numbers too when bulk is off', () => {
  const config = serviceProviderConfig(provider);
  for (const name of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag']) {
    const block = config[name];
    assert.ok(isJsonObject(block) && typeof block['supported'] === 'boolean', name);
  }
  assert.deepEqual(config['bulk'], {
    supported: false,
    maxOperations: 0,
    maxPayloadSize: 1_048_576,
  });
  assert.deepEqual(config['filter'], { supported: true, maxResults: 1_000 });
  assert.deepEqual(config['pagination'], {
    cursor: false,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: 100,
    maxPageSize: 1_000,
  });
  assert.deepEqual(config['meta'], {
    resourceType: 'ServiceProviderConfig',
    location: `${BASE}/ServiceProviderConfig`,
  });
});

test('the discovery documents hold only attributes that their own schemas define', () => {
  const check = (value: JsonObject, definitions: readonly Definition[]): void => {
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'schemas' || name === 'meta' || name === 'id') continue;
      const definition = definitions.find((it) => it.name === name);
      assert.ok(definition, name);
      for (const element of [inner].flat()) {
        if (isJsonObject(element)) check(element, definition.subAttributes ?? []);
      }
    }
  };
  // The schema of schemas is nested one level deeper than attributes may be, which RFC 7643 §2.3.8 allows.
  const plain = schemas.filter((it) => it['name'] !== 'Schema');
  for (const resource of [...plain, ...types, serviceProviderConfig(provider)]) {
    const [urn] = resource['schemas'] as readonly [string];
    check(resource, definitionsOf(findById(schemas, urn)));
  }
});
