// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { canonicalise } from './canonicalise.ts';
import { groupType, userType } from './registry.ts';
import type { ResolvedAttribute } from './resolved-attribute.ts';
import type { ResourceType } from './resource-type.ts';
import { ScimError } from './scim-error.ts';

const TYPES = [userType, groupType];

const attributesOf = (type: ResourceType): readonly ResolvedAttribute[] => [
  ...type.attributes,
  ...type.extensions.flatMap((extension) => extension.attributes),
];

const nameIn = (text: string) =>
  fc.constantFrom(text, text.toUpperCase(), text.toLowerCase(), `${text} `);

const names = fc.oneof(
  ...TYPES.flatMap(attributesOf).flatMap((attribute) => [
    nameIn(attribute.key),
    nameIn(attribute.name),
    ...attribute.subAttributes.flatMap((sub) => [nameIn(sub.key), nameIn(sub.name)]),
  ]),
  ...TYPES.flatMap((type) => [type.schema, ...type.extensions.map((it) => it.schema)]).map(nameIn),
  fc.constantFrom('schemas', '__proto__', 'constructor', 'toString', '', '$ref'),
);

const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('True', 'false', '', 'MAA=', 'Users/1', '2026-11-20T10:00:00Z', '\0', '\ud800'),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 5 }),
  ),
}));

const body = fc.dictionary(names, value, { maxKeys: 12 });

test('whatever JSON is sent, it is read or refused with a ScimError of 400', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TYPES), fc.oneof(body, value, fc.jsonValue()), (type, input) => {
      try {
        canonicalise(type, input);
      } catch (error) {
        assert.ok(error instanceof ScimError, String(error));
        assert.equal(error.status, 400);
        assert.ok(error.detail.length < 500, error.detail);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** A value that fits its attribute, in one of the forms that clients send. */
function fitting(attribute: ResolvedAttribute): fc.Arbitrary<unknown> {
  const single = simple(attribute).chain((it) => fc.constantFrom(it, [it], { value: it }));
  if (attribute.type === 'complex') {
    const parts = attribute.subAttributes.map((sub) => [sub.name, fitting(sub)] as const);
    const required = attribute.subAttributes.filter((sub) => sub.definition.required);
    const object = fc.record(Object.fromEntries(parts), {
      requiredKeys: required.map((sub) => sub.name),
      noNullPrototype: true,
    });
    return attribute.multiValued ? fc.oneof(object, fc.array(object, { maxLength: 5 })) : object;
  }
  return attribute.multiValued ? fc.array(simple(attribute), { maxLength: 5 }) : single;
}

function simple(attribute: ResolvedAttribute): fc.Arbitrary<unknown> {
  if (attribute.name === 'primary') return fc.constant(false);
  switch (attribute.type) {
    case 'boolean':
      return fc.constantFrom(true, false, 'True', 'false');
    case 'binary':
      return fc.constant('MAIFAA==');
    case 'dateTime':
      return fc.constant('2026-11-20T10:00:00Z');
    default:
      return fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }).map((text) => `x${text}`);
  }
}

const bodyOf = (type: ResourceType) =>
  fc.record(
    Object.fromEntries([
      ...type.attributes
        .filter((attribute) => attribute.name !== 'schemas')
        .map((attribute) => [attribute.name, fitting(attribute)] as const),
      ...type.extensions.map(
        (extension) =>
          [
            extension.schema,
            fc.record(
              Object.fromEntries(extension.attributes.map((it) => [it.name, fitting(it)])),
              { requiredKeys: [], noNullPrototype: true },
            ),
          ] as const,
      ),
    ]),
    {
      requiredKeys: type.attributes.filter((it) => it.definition.required).map((it) => it.name),
      noNullPrototype: true,
    },
  );

test('reading what was read gives the same again', () => {
  for (const type of TYPES) {
    fc.assert(
      fc.property(bodyOf(type), (input) => {
        const { ignored, ...once } = canonicalise(type, input);
        const { password, members } = once;
        const { has, ...twice } = canonicalise(type, {
          ...once.attributes,
          ...(password === undefined ? {} : { password }),
          ...(members === undefined ? {} : { members }),
        });
        const { has: mentioned, ...first } = once;
        assert.deepEqual(twice, { ...first, ignored: [] });
        assert.ok([...has].every((key) => mentioned.has(key)));
        for (const name of ['schemas', 'id', 'meta', 'groups', 'password', 'members']) {
          assert.equal(Object.hasOwn(once.attributes, name), false);
        }
      }),
      { numRuns: 300 },
    );
  }
});

test('a group of 100,000 members is read in time that grows with the group', () => {
  const members = Array.from({ length: 100_000 }, (_, index) => ({
    value: `id-${index}`,
    $ref: null,
    display: 'x',
    other: 1,
  }));
  const ms = cpuMsOf(() => {
    assert.equal(canonicalise(groupType, { displayName: 'g', members }).members?.length, 100_000);
  });
  assert.ok(ms < 5_000, `${ms} ms`);
});
