import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { UserText } from '#directory/index.ts';
import { parseAttributes } from '#directory/users/read-user.store.ts';
import { ENTERPRISE_USER, parseProjection, project, userType } from '#scim/protocol/index.ts';
import { copyUser } from './copy-user.ts';
import { userResource, userTag } from './user-resource.ts';

const BASE_URL = 'https://forms.example/scim/v2';

// Text that looks like the keys that decide whether the stored text may be copied.
const trap = fc.constantFrom(
  '"password":',
  'password',
  `"${ENTERPRISE_USER}":{`,
  '\\"manager\\":',
  '"},"manager":{"value":"x"',
  '}}',
);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), trap);
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const attributes = fc.record(
  {
    userName: text,
    externalId: text,
    displayName: text,
    name: fc.record({ familyName: text, formatted: text }),
    emails: fc.array(fc.record({ value: text, type: text, primary: fc.boolean() })),
    active: fc.boolean(),
    [ENTERPRISE_USER]: fc.record({ department: text, employeeNumber: text }),
  },
  { requiredKeys: ['userName', 'active'] },
);

const manager = fc.oneof(
  fc.constant({ managerText: undefined, manager: undefined }),
  fc.record({
    managerText: text,
    manager: optional(fc.record({ id: fc.uuid(), displayName: optional(text) })),
  }),
);

const stored: fc.Arbitrary<Omit<UserText, 'managerText' | 'manager'>> = fc.record({
  id: fc.uuid(),
  version: fc.nat(),
  createdAt: fc.nat(4e12),
  updatedAt: fc.nat(4e12),
  attributesText: attributes.map((value) => JSON.stringify(value)),
  groups: fc.array(fc.record({ id: fc.uuid(), displayName: text, direct: fc.boolean() }), {
    maxLength: 3,
  }),
});

const user: fc.Arbitrary<UserText> = fc
  .tuple(stored, manager)
  .map(([columns, link]) => ({ ...columns, ...link }));

const copied = (shown: UserText, query: Record<string, string>): string | undefined => {
  const projection = parseProjection(query, userType);
  return copyUser(shown, { baseUrl: BASE_URL, type: userType, projection, tag: userTag(shown) });
};

const built = (shown: UserText, query: Record<string, string>): string => {
  const resource = userResource(
    { ...shown, attributes: parseAttributes(shown) },
    BASE_URL,
    userType,
  );
  return JSON.stringify(project(resource, parseProjection(query, userType)));
};

test('a user copied from the stored text is, byte for byte, the user that is built', () => {
  fc.assert(
    fc.property(user, (shown) => {
      assert.equal(copied(shown, {}), built(shown, {}));
    }),
    { numRuns: 3000 },
  );
});

test('what is not shown whole is never copied', () => {
  const queries = fc.constantFrom(
    { attributes: 'userName' },
    { excludedAttributes: 'displayName' },
    { excludedAttributes: 'name.formatted,emails' },
    { attributes: `${ENTERPRISE_USER}:department` },
    { excludedAttributes: 'groups' },
    { excludedAttributes: 'meta' },
  );
  fc.assert(
    fc.property(user, queries, (shown, query) => {
      const copy = copied(shown, query);
      assert.ok(copy === undefined || copy === built(shown, query));
    }),
    { numRuns: 2000 },
  );
});

test('a user whose extension holds more than flat values is built when there is a manager', () => {
  const attributesText = JSON.stringify({
    userName: 'x',
    [ENTERPRISE_USER]: { department: { nested: true } },
  });
  const [shown] = fc.sample(user, 1);
  assert.ok(shown);
  assert.equal(copied({ ...shown, attributesText, managerText: 'someone' }, {}), undefined);
});
