import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { applyPatch, canonicalise, type JsonObject, parsePatch, ScimError } from './index.ts';
import { groupType, userType } from './registry.ts';

const WORK = { value: 'w@x', type: 'work', primary: true };

const user = (more: object = {}): JsonObject =>
  canonicalise(userType, { userName: 'ann', ...more }).attributes;

const sample = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./samples/rfc7644-${name}.json`, import.meta.url), 'utf8'));

test('a body that is no PatchOp is a syntax error', () => {
  const syntax = (body: unknown, detail: RegExp) =>
    assert.throws(
      () => parsePatch(userType, body),
      (error) =>
        error instanceof ScimError &&
        error.scimType === 'invalidSyntax' &&
        detail.test(error.detail),
    );
  for (const body of [null, [], 'x', 5]) syntax(body, /JSON object with Operations/);
  for (const Operations of [undefined, {}, 'x', null]) syntax({ Operations }, /Operations is/);
  for (const schemas of [['urn:x'], 'urn:x', [5], {}]) {
    assert.throws(
      () => parsePatch(userType, { schemas, Operations: [] }),
      (error) => error instanceof ScimError && error.scimType === 'invalidValue',
    );
  }
  for (const op of ['move', 'test', undefined, 5, '', null, ['add'], '__proto__']) {
    syntax({ Operations: [{ op, path: 'title', value: 'x' }] }, /^Operations\[0\]: op must be/);
  }
  for (const operation of [null, 'x', []])
    syntax({ Operations: [operation] }, /Operations\[0\]: is/);
});

test('the names of what is written are known, for what is kept or shown', () => {
  const { has } = parsePatch(userType, {
    Operations: [
      { op: 'replace', value: { ACTIVE: false, password: null, 'name.givenName': 'x' } },
      { op: 'remove', path: 'manager.value' },
      { op: 'add', path: 'emails[type eq "work"].value', value: 'x' },
    ],
  });
  assert.deepEqual([...has], ['active', 'name', `${ENTERPRISE_USER}:manager`, 'emails']);
});

test("the RFC's own examples do what their text says", () => {
  const run = (name: string, stored: object) =>
    applyPatch(userType, user(stored), parsePatch(userType, sample(name))).attributes;
  const babs = { value: 'babs@jensen.org', type: 'home' };
  assert.deepEqual(
    run('3.5.2.1-patch-op-add-emails', { emails: [WORK] }),
    user({ nickName: 'Babs', emails: [WORK, babs] }),
  );
  assert.deepEqual(
    run('3.5.2.3-patch-op-replace-all-email-values', { emails: [WORK], title: 'T' }),
    user({
      nickName: 'Babs',
      title: 'T',
      emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }, babs],
    }),
  );
  const example = [
    { value: 'a@example.com', type: 'work' },
    { value: 'b@other', type: 'work' },
  ];
  assert.deepEqual(
    run('3.5.2.2-patch-op-remove-multi-complex-value', { emails: example }),
    user({ emails: [example[1]] }),
  );
  const addresses = [
    { type: 'work', streetAddress: 'x' },
    { type: 'home', streetAddress: 'y' },
  ];
  assert.deepEqual(
    run('3.5.2.3-patch-op-replace-street-address', { addresses }),
    user({
      addresses: [{ type: 'work', streetAddress: '1010 Broadway Ave' }, addresses[1]],
    }),
  );
  const [replaced] = run('3.5.2.3-patch-op-replace-user-work-address', { addresses })[
    'addresses'
  ] as object[];
  assert.deepEqual(Object.entries(replaced ?? {}).length, 8);
  const changes = (name: string) =>
    parsePatch(groupType, sample(name)).members.map(({ kind }) => kind);
  assert.deepEqual(changes('3.5.2.1-patch-op-add-members'), ['add']);
  assert.deepEqual(changes('3.5.2.2-patch-op-remove-all-members'), ['removeAll']);
  assert.deepEqual(changes('3.5.2.2-patch-op-remove-one-member'), ['remove']);
  assert.deepEqual(changes('3.5.2.2-patch-op-remove-and-add-one-member'), ['remove', 'add']);
  assert.deepEqual(changes('3.5.2.3-patch-op-replace-all-members'), ['replace']);
});
