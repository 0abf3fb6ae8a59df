import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { UserText } from '#directory/index.ts';
import { ENTERPRISE_USER, parseProjection, project, userType } from '#scim/protocol/index.ts';
import { copyUser, userResource } from './user-resource.ts';

const BASE_URL = 'https://forms.example/scim/v2';

// Text that looks like the names which decide whether the stored text may be copied.
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

const user: fc.Arbitrary<UserText> = fc.record({
  id: fc.uuid(),
  version: fc.nat(),
  createdAt: fc.nat(4e12),
  updatedAt: fc.nat(4e12),
  attributesText: attributes.map((value) => JSON.stringify(value)),
  managerId: fc.constant(undefined),
  managerName: fc.constant(undefined),
  groups: fc.array(fc.record({ id: fc.uuid(), displayName: text, direct: fc.boolean() }), {
    maxLength: 3,
  }),
});

const built = (shown: UserText, query: Record<string, string>): string => {
  const parsed = { ...shown, attributes: JSON.parse(shown.attributesText) };
  return JSON.stringify(
    project(userResource(parsed, BASE_URL, userType), parseProjection(query, userType)),
  );
};

test('a user copied from the stored text is, byte for byte, the user that is built', () => {
  fc.assert(
    fc.property(user, (shown) => {
      const copy = copyUser(shown, BASE_URL, parseProjection({}, userType), userType);
      assert.equal(copy, built(shown, {}));
    }),
    { numRuns: 2000 },
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
      const copy = copyUser(shown, BASE_URL, parseProjection(query, userType), userType);
      assert.ok(copy === undefined || copy === built(shown, query));
    }),
    { numRuns: 2000 },
  );
});

test('a user with a manager is built, since the manager is stored apart from the text', () => {
  fc.assert(
    fc.property(user, optional(text), (shown, managerName) => {
      const managed = { ...shown, managerId: 'someone', managerName };
      assert.equal(copyUser(managed, BASE_URL, parseProjection({}, userType), userType), undefined);
    }),
  );
});
