// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { atOnce } from './at-once.ts';
import { applyPatch, type JsonObject, type MemberChange, parsePatch, ScimError } from './index.ts';
import { foldMemberChanges } from './member-changes.ts';
import { groupType } from './registry.ts';

const body = (operations: readonly unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

const group: JsonObject = { displayName: 'g' };

const members = (...operations: readonly unknown[]) =>
  applyPatch(groupType, group, parsePatch(groupType, body(operations))).members;

test('Entra, JumpCloud, authentik: a remove with values takes those only (SCIMReferenceCode#10, D2)', () => {
  for (const value of [
    [{ $ref: null, value: 'a' }],
    [{ value: 'a', display: 'A' }],
    ['a'],
    'a',
    { value: 'a' },
    [{ $ref: '/scim/v2/Users/a' }],
  ]) {
    assert.deepEqual(members({ op: 'Remove', path: 'members', value }), [
      { kind: 'remove', values: ['a'] },
    ]);
  }
  assert.deepEqual(members({ op: 'remove', path: 'members', value: [] }), []);
  for (const value of [undefined, null, '']) {
    assert.deepEqual(members({ op: 'remove', path: 'members', value }), [{ kind: 'removeAll' }]);
  }
  for (const value of [[''], [null], [{ value: null }, '']]) {
    assert.throws(
      () => members({ op: 'remove', path: 'members', value }),
      /Operations\[0\]: members/,
      JSON.stringify(value),
    );
  }
});

test('a filter in the path says more than values beside it', () => {
  assert.deepEqual(
    members({ op: 'remove', path: 'members[value eq "a"]', value: [{ value: 'b' }] }),
    [{ kind: 'remove', values: ['a'] }],
  );
});

test('Okta: a rename brings the id, authentik schemas and externalId, and neither does harm (D16)', () => {
  const value = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: 'x',
    meta: { created: '1999-01-01T00:00:00Z' },
    displayName: 'New',
    externalId: 'e',
  };
  const patch = parsePatch(groupType, body([{ op: 'replace', value }]));
  const result = applyPatch(groupType, { displayName: 'Old' }, patch);
  assert.deepEqual(
    [result.attributes, result.members],
    [{ externalId: 'e', displayName: 'New' }, []],
  );
  assert.deepEqual(patch.ignored, []);
});

test('Okta: remove by filter and add in one request; Push Now of an emptied group (SCIM-SDK#757)', () => {
  assert.deepEqual(
    members(
      { op: 'remove', path: 'members[value eq "a"]' },
      { op: 'add', path: 'members', value: [{ value: 'b', display: 'b@example.com' }] },
    ),
    [
      { kind: 'remove', values: ['a'] },
      { kind: 'add', members: [{ value: 'b' }] },
    ],
  );
  assert.deepEqual(members({ op: 'replace', path: 'members', value: [] }), [{ kind: 'removeAll' }]);
});

test('Keycloak: members, displayName and externalId replaced in one request; members emptied without a value', () => {
  const patch = parsePatch(
    groupType,
    body([
      { path: 'members', op: 'replace', value: [{ value: 'u', $ref: 'Users/u' }] },
      { op: 'replace', path: 'displayName', value: 'kc2' },
      { op: 'replace', path: 'externalId', value: 'kcid' },
    ]),
  );
  const result = applyPatch(groupType, { displayName: 'kc' }, patch);
  assert.deepEqual(result.attributes, { externalId: 'kcid', displayName: 'kc2' });
  assert.deepEqual(result.members, [{ kind: 'replace', members: [{ value: 'u' }] }]);
  assert.deepEqual(members({ path: 'members', op: 'remove' }), [{ kind: 'removeAll' }]);
});

test('Postman suite: a member as a plain string, and an id in the body', () => {
  const patch = parsePatch(groupType, {
    ...body([{ op: 'add', path: 'members', value: 'a' }]),
    id: 'g',
  });
  assert.deepEqual(patch.members, [{ kind: 'add', members: [{ value: 'a' }] }]);
});

test('members named by id or by $ref, one or several, are removed by id; another filter is handed on', () => {
  const paths: readonly [string, readonly string[]][] = [
    ['members[value eq "a"]', ['a']],
    ['members[VALUE eq "a" or value eq "b"]', ['a', 'b']],
    ['members[$ref eq "https://h/scim/v2/Users/a"]', ['a']],
  ];
  for (const [path, values] of paths) {
    assert.deepEqual(members({ op: 'remove', path }), [{ kind: 'remove', values }]);
  }
  for (const text of [
    'type eq "Group"',
    'display co "x"',
    'value eq "a" and type eq "User"',
    'not (value eq "a")',
  ]) {
    const [change] = members({ op: 'remove', path: `members[${text}]` });
    assert.ok(change?.kind === 'removeWhere', text);
    assert.notEqual(change.filter, undefined);
  }
});

test('a member is never changed itself, whatever the operation', () => {
  const operations = [
    { op: 'replace', path: 'members[value eq "a"].value', value: 'b' },
    { op: 'replace', path: 'members[value eq "a"].type', value: 'User' },
    { op: 'add', path: 'members[value eq "a"].$ref', value: 'b' },
    { op: 'replace', path: 'members[value eq "a"].display', value: 'b' },
    { op: 'replace', path: 'members[value eq "a"]', value: { value: 'b' } },
    { op: 'replace', path: 'members[type eq "User"]', value: { value: 'b' } },
    { op: 'replace', path: 'members.value', value: 'b' },
    { op: 'add', path: 'members.value', value: 'b' },
    { op: 'remove', path: 'members[value eq "a"].value' },
    { op: 'remove', path: 'members.type' },
  ];
  for (const operation of operations) {
    assert.throws(
      () => members(operation),
      (error) => error instanceof ScimError && error.scimType === 'mutability',
      JSON.stringify(operation),
    );
  }
});

test('writing a member that a filter names by its id makes it one', () => {
  for (const op of ['add', 'replace']) {
    for (const value of [{ value: 'a' }, { type: 'User' }, 'a']) {
      const [change] = members({ op, path: 'members[value eq "a"]', value });
      assert.ok(change?.kind === 'add');
      assert.equal(change.members[0]?.value, 'a');
    }
  }
});

test('a member without a value, or with one of another type, is refused', () => {
  for (const value of [[{ display: 'x' }], [{ value: 5 }], 5, [{ value: '' }]]) {
    for (const op of ['add', 'replace', 'remove']) {
      assert.throws(
        () => members({ op, path: 'members', value }),
        (error) => error instanceof ScimError && error.scimType === 'invalidValue',
      );
    }
  }
  const untouched = { op: 'replace', value: { displayName: 'x' } };
  assert.deepEqual(members(untouched), []);
});

test('100,000 members in one operation, or 10,000 operations of one member, take time that grows with them', () => {
  const value = Array.from({ length: 100_000 }, (_, index) => ({ value: `u${index}`, $ref: null }));
  const [change] = members({ op: 'add', path: 'members', value });
  assert.ok(change?.kind === 'add');
  assert.equal(change.members.length, 100_000);
  const byTurns = (name: (index: number) => string) =>
    Array.from({ length: 10_000 }, (_, index) => ({
      op: index % 2 === 0 ? 'add' : 'remove',
      path: index % 2 === 0 ? 'members' : `members[value eq "${name(index)}"]`,
      ...(index % 2 === 0 && { value: [{ value: name(index) }] }),
    }));
  assert.deepEqual(
    members(...byTurns(idOf)).map((it) => it.kind),
    ['remove', 'add'],
  );
  assert.throws(
    () => members(...byTurns((index) => `u${index}`)),
    (error) => error instanceof ScimError && error.scimType === 'tooMany',
  );
});

const idOf = (index: number): string =>
  `01a204cb-99c9-76a1-96eb-${String(index).padStart(12, '0')}`;

/** Applies one change to a set of ids literally. The filter matches even ids. */
function change(set: ReadonlySet<string>, one: MemberChange): ReadonlySet<string> {
  switch (one.kind) {
    case 'add':
      return new Set([...set, ...one.members.map(({ value }) => value)]);
    case 'replace':
      return new Set(one.members.map(({ value }) => value));
    case 'remove':
      return new Set([...set].filter((value) => !one.values.includes(value)));
    case 'removeAll':
      return new Set();
    case 'removeWhere':
      return new Set([...set].filter((value) => Number(value.slice(-1)) % 2 !== 0));
  }
}

const applied = (changes: readonly MemberChange[], before: readonly string[]): readonly string[] =>
  [...changes.reduce(change, new Set(before))].sort();

/** Returns the changes with every member named by id: `ext-3` is the externalId of the id that ends in 3. */
const byIds = (changes: readonly MemberChange[]): readonly MemberChange[] =>
  changes.map((one) => {
    const id = (name: string) => idOf(Number(name.slice(-1)));
    if (one.kind === 'remove') return { ...one, values: one.values.map(id) };
    if (one.kind !== 'add' && one.kind !== 'replace') return one;
    return { ...one, members: one.members.map(({ value }) => ({ value: id(value) })) };
  });

const idsOf = (one: MemberChange): readonly string[] => {
  if (one.kind === 'remove') return one.values;
  return one.kind === 'add' || one.kind === 'replace' ? one.members.map(({ value }) => value) : [];
};

const changesOf = (name: fc.Arbitrary<string>) => {
  const list = fc.array(
    name.map((value) => ({ value })),
    { maxLength: 4 },
  );
  const anyChange = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), members: list }),
    fc.record({ kind: fc.constant('replace' as const), members: list }),
    fc.record({ kind: fc.constant('remove' as const), values: fc.array(name, { maxLength: 4 }) }),
    fc.constant({ kind: 'removeAll' as const }),
    fc.constant({ kind: 'removeWhere' as const, filter: { kind: 'and' as const, filters: [] } }),
  );
  return fc.array(anyChange, { maxLength: 8 });
};

test('folded changes do the same to people who are called by id and by externalId by turns', () => {
  const id = fc.integer({ min: 0, max: 6 }).map(idOf);
  const name = fc.oneof(
    id,
    fc.integer({ min: 0, max: 6 }).map((index) => `ext-${index}`),
  );
  fc.assert(
    fc.property(changesOf(name), fc.uniqueArray(id), (changes, before) => {
      const folded = atOnce(foldMemberChanges(changes));
      assert.deepEqual(applied(byIds(folded), before), applied(byIds(changes), before));
    }),
    { numRuns: 2_000 },
  );
});

test('folded changes do what the changes do, and are as few as can be', () => {
  const id = fc.integer({ min: 0, max: 6 }).map(idOf);
  fc.assert(
    fc.property(changesOf(id), fc.uniqueArray(id), (changes, before) => {
      const folded = atOnce(foldMemberChanges(changes));
      assert.deepEqual(applied(folded, before), applied(changes, before));
      const filters = changes.filter(({ kind }) => kind === 'removeWhere').length;
      assert.ok(folded.length <= 2 + 3 * filters);
      const touched = folded.flatMap(idsOf);
      if (filters === 0) assert.equal(new Set(touched).size, touched.length);
    }),
    { numRuns: 2_000 },
  );
});
