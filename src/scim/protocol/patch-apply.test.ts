import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { applyPatch, canonicalise, type JsonObject, parsePatch, ScimError } from './index.ts';
import { groupType, userType } from './registry.ts';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const WORK = { value: 'w@x', type: 'work', primary: true };
const HOME = { value: 'h@x', type: 'home' };

const user = (more: object = {}): JsonObject =>
  canonicalise(userType, { userName: 'ann', ...more }).attributes;

const apply = (stored: JsonObject, ...operations: readonly unknown[]) =>
  applyPatch(
    userType,
    stored,
    parsePatch(userType, { schemas: [PATCH_OP], Operations: operations }),
  );

const patched = (stored: object, ...operations: readonly unknown[]) => {
  const { userName: _, ...rest } = apply(user(stored), ...operations).attributes;
  return rest;
};

const refused = (scimType: string, detail: RegExp, ...operations: readonly unknown[]) => {
  const stored = user({ title: 'T', emails: [WORK, HOME], [ENTERPRISE_USER]: { manager: 'm' } });
  const before = JSON.stringify(stored);
  assert.throws(
    () => apply(stored, ...operations),
    (error) => {
      assert.ok(error instanceof ScimError, String(error));
      assert.deepEqual([error.status, error.scimType], [400, scimType], error.detail);
      assert.match(error.detail, detail);
      return true;
    },
  );
  assert.equal(JSON.stringify(stored), before);
};

test('an error says which operation it was, and nothing of the others is done', () => {
  const good = { op: 'replace', path: 'title', value: 'N' };
  refused('invalidPath', /^Operations\[1\]: The path/, good, { ...good, path: 'a..b' }, good);
  refused('noTarget', /^Operations\[2\]:/, good, good, {
    ...good,
    path: 'emails[value co "q"].value',
  });
  refused('invalidPath', /is a number/, { op: 'add', path: 5, value: 'x' });
});

test('operations run in order, each upon the result of the one before', () => {
  const operations = [
    { op: 'add', path: 'title', value: 'A' },
    { op: 'replace', path: 'title', value: 'B' },
    { op: 'add', path: 'emails', value: [{ value: 'b', type: 'work' }] },
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'c' },
    { op: 'remove', path: 'title' },
  ];
  assert.deepEqual(patched({}, ...operations), { emails: [{ value: 'c', type: 'work' }] });
});

test('nothing that comes in is changed, and without a change the same object comes out', () => {
  const stored = user({ emails: [WORK], name: { givenName: 'A' } });
  const before = structuredClone(stored);
  apply(
    stored,
    { op: 'replace', path: 'name.givenName', value: 'B' },
    { op: 'remove', path: 'emails' },
  );
  assert.deepEqual(stored, before);
  const same = apply(
    stored,
    { op: 'add', path: 'emails', value: [WORK] },
    { op: 'replace', path: 'name', value: { GIVENNAME: 'A' } },
    { op: 'remove', path: 'emails[value eq "nobody"]' },
    { op: 'remove', path: 'title' },
    { op: 'replace', path: 'userName', value: 'ann' },
  );
  assert.deepEqual([same.changed, same.attributes === stored], [false, true]);
});

test('what comes out is canonical, in the order of the schema', () => {
  const { attributes } = apply(
    user({ title: 'T' }),
    { op: 'add', path: `${ENTERPRISE_USER}:department`, value: 'D' },
    { op: 'add', path: 'emails[type eq "work"].value', value: 'w' },
    { op: 'add', path: 'name', value: { givenName: 'A' } },
    { op: 'add', path: 'externalId', value: 'e' },
  );
  const whole = { ...attributes, [ENTERPRISE_USER]: { department: 'D' } };
  assert.equal(
    JSON.stringify(attributes),
    JSON.stringify(canonicalise(userType, whole).attributes),
  );
  assert.deepEqual(Object.keys(attributes), [
    'externalId',
    'userName',
    'name',
    'title',
    'emails',
    ENTERPRISE_USER,
  ]);
});

test('add: single values are set, lists are joined, parts of a complex value join the others', () => {
  assert.deepEqual(patched({ title: 'T' }, { op: 'add', path: 'title', value: 'N' }), {
    title: 'N',
  });
  assert.deepEqual(patched({ emails: [WORK] }, { op: 'add', path: 'emails', value: [HOME] }), {
    emails: [WORK, HOME],
  });
  const name = { familyName: 'B', givenName: 'A' };
  assert.deepEqual(patched({ name }, { op: 'add', path: 'name', value: { middleName: 'M' } }), {
    name: { familyName: 'B', givenName: 'A', middleName: 'M' },
  });
  assert.deepEqual(patched({}, { op: 'add', path: 'name.middleName', value: 'M' }), {
    name: { middleName: 'M' },
  });
  assert.deepEqual(
    patched({ emails: [WORK] }, { op: 'add', value: { emails: [HOME], nickName: 'N' } }),
    {
      nickName: 'N',
      emails: [WORK, HOME],
    },
  );
});

test('add of what is there already changes nothing but what is new about it', () => {
  assert.deepEqual(
    patched(
      { emails: [WORK] },
      { op: 'add', path: 'emails', value: [{ value: 'W@X', type: 'WORK', display: 'D' }] },
    ),
    { emails: [{ value: 'W@X', display: 'D', type: 'WORK', primary: true }] },
  );
  const addresses = [{ locality: 'Aarhus', type: 'home' }];
  const again = [{ type: 'home', locality: 'Aarhus' }];
  assert.deepEqual(patched({ addresses }, { op: 'add', path: 'addresses', value: again }), {
    addresses,
  });
  const both = [WORK, { ...WORK, type: 'home', primary: false }];
  assert.deepEqual(patched({ emails: [WORK] }, { op: 'add', path: 'emails', value: [both[1]] }), {
    emails: both,
  });
});

test('who becomes primary ends the others’ being so', () => {
  const demoted = { ...WORK, primary: false };
  for (const operation of [
    { op: 'add', path: 'emails', value: [{ ...HOME, primary: true }] },
    { op: 'add', path: 'emails[type eq "home"].primary', value: true },
    { op: 'replace', path: 'emails[type eq "home"]', value: { ...HOME, primary: 'True' } },
    { op: 'add', value: { emails: { ...HOME, primary: true } } },
  ]) {
    assert.deepEqual(patched({ emails: [WORK, HOME] }, operation), {
      emails: [demoted, { ...HOME, primary: true }],
    });
  }
  const created = {
    op: 'add',
    path: 'emails[type eq "other" and primary eq true].value',
    value: 'o',
  };
  assert.deepEqual(patched({ emails: [WORK] }, created), {
    emails: [demoted, { value: 'o', type: 'other', primary: true }],
  });
  refused('invalidValue', /more than one primary/, {
    op: 'replace',
    path: 'emails.primary',
    value: true,
  });
  refused('invalidValue', /more than one primary/, {
    op: 'add',
    path: 'emails',
    value: [
      { value: '1', primary: true },
      { value: '2', primary: true },
    ],
  });
});

test('remove: a value, a part, all values, the chosen ones, a part of the chosen ones', () => {
  const stored = { title: 'T', name: { givenName: 'A', familyName: 'B' }, emails: [WORK, HOME] };
  const remove = (path: string) => patched(stored, { op: 'remove', path });
  assert.deepEqual(remove('title'), {
    name: { familyName: 'B', givenName: 'A' },
    emails: [WORK, HOME],
  });
  assert.deepEqual(remove('name.givenName')['name'], { familyName: 'B' });
  assert.equal(remove('name')['name'], undefined);
  assert.equal(remove('emails')['emails'], undefined);
  assert.deepEqual(remove('emails[type eq "work"]')['emails'], [HOME]);
  assert.deepEqual(remove('emails[type eq "work" and value ew "@x"]')['emails'], [HOME]);
  assert.equal(remove('emails[value pr]')['emails'], undefined);
  assert.deepEqual(remove('emails[primary eq false]')['emails'], [WORK]);
  assert.deepEqual(remove('emails[type eq "work"].primary')['emails'], [
    { value: 'w@x', type: 'work' },
    HOME,
  ]);
  assert.deepEqual(remove('emails.type')['emails'], [
    { value: 'w@x', primary: true },
    { value: 'h@x' },
  ]);
  assert.deepEqual(remove('emails[type eq "other"]')['emails'], [WORK, HOME]);
  const one = { emails: [{ value: 'a' }], name: { givenName: 'A' } };
  assert.deepEqual(
    patched(one, { op: 'remove', path: 'emails.value' }, { op: 'remove', path: 'name.givenName' }),
    {},
  );
});

test('remove without a path is noTarget; of what is required or readOnly, mutability', () => {
  refused('noTarget', /needs a path/, { op: 'remove' });
  refused('noTarget', /needs a path/, { op: 'remove', value: { title: 'T' } });
  refused('noTarget', /needs a path/, { op: 'remove', path: CORE_USER });
  for (const path of [
    'userName',
    'id',
    'meta',
    'groups',
    'groups[value eq "g"]',
    'manager.displayName',
    `${CORE_USER}:userName`,
  ]) {
    refused('mutability', /./, { op: 'remove', path });
  }
  assert.throws(
    () => parsePatch(groupType, { Operations: [{ op: 'remove', path: 'displayName' }] }),
    (error) => error instanceof ScimError && error.scimType === 'mutability',
  );
});

test('add and replace of what only the server writes are refused where they name it', () => {
  for (const path of [
    'id',
    'meta.created',
    'groups',
    'groups.value',
    'manager.displayName',
    `${CORE_USER}:id`,
  ]) {
    for (const op of ['add', 'replace'])
      refused('mutability', /written by the server/, { op, path, value: 'x' });
  }
  const value = { id: 'x', meta: {}, groups: [{ value: 'g' }], 'meta.created': 5, title: 'N' };
  assert.deepEqual(patched({}, { op: 'replace', value }), { title: 'N' });
});

test('replace: values, lists, parts; what is not there is added', () => {
  const stored = { title: 'T', name: { givenName: 'A', familyName: 'B' }, emails: [WORK, HOME] };
  assert.deepEqual(patched(stored, { op: 'replace', path: 'emails', value: [HOME] })['emails'], [
    HOME,
  ]);
  assert.deepEqual(
    patched(stored, { op: 'replace', path: 'name', value: { givenName: 'C' } })['name'],
    {
      familyName: 'B',
      givenName: 'C',
    },
  );
  assert.deepEqual(patched({}, { op: 'replace', path: 'nickName', value: 'N' }), { nickName: 'N' });
  assert.deepEqual(
    patched({ title: 'T' }, { op: 'replace', value: { nickName: 'N', active: false } }),
    {
      nickName: 'N',
      title: 'T',
      active: false,
    },
  );
  assert.deepEqual(
    patched({ nickName: 'N' }, { op: 'replace', path: CORE_USER, value: { title: 'T' } }),
    {
      nickName: 'N',
      title: 'T',
    },
  );
});

test('replace with a filter: every chosen element becomes the value, or has the part changed', () => {
  const addresses = [
    { streetAddress: '1', type: 'work' },
    { streetAddress: '2', type: 'work', country: 'US' },
    { streetAddress: '3', type: 'home' },
  ];
  const path = 'addresses[type eq "work"]';
  assert.deepEqual(
    patched({ addresses }, { op: 'replace', path: `${path}.streetAddress`, value: 'N' }),
    {
      addresses: [
        { streetAddress: 'N', type: 'work' },
        { streetAddress: 'N', country: 'US', type: 'work' },
        addresses[2],
      ],
    },
  );
  // Both elements become equal, so only one remains.
  const value = { type: 'work', locality: 'L' };
  assert.deepEqual(patched({ addresses }, { op: 'replace', path, value }), {
    addresses: [{ locality: 'L', type: 'work' }, addresses[2]],
  });
  assert.deepEqual(
    patched({ addresses }, { op: 'add', path: 'addresses[country pr]', value: { region: 'R' } }),
    {
      addresses: [
        addresses[0],
        { streetAddress: '2', region: 'R', country: 'US', type: 'work' },
        addresses[2],
      ],
    },
  );
  assert.deepEqual(patched({ addresses }, { op: 'replace', path, value: null }), {
    addresses: [addresses[2]],
  });
});

test('a filter on a complex value that is not a list says when to change it', () => {
  const name = { givenName: 'A', familyName: 'B' };
  const path = 'name[familyName eq "b"]';
  assert.deepEqual(
    patched({ name }, { op: 'replace', path: `${path}.givenName`, value: 'C' })['name'],
    {
      familyName: 'B',
      givenName: 'C',
    },
  );
  assert.equal(patched({ name }, { op: 'remove', path })['name'], undefined);
  assert.deepEqual(patched({}, { op: 'add', path: `${path}.givenName`, value: 'C' }), {
    name: { familyName: 'b', givenName: 'C' },
  });
  assert.throws(
    () =>
      patched({ name }, { op: 'replace', path: 'name[familyName eq "z"].givenName', value: 'C' }),
    (error) => error instanceof ScimError && error.scimType === 'noTarget',
  );
});

test('a value that is missing, of another type or too long is invalidValue', () => {
  for (const op of ['add', 'replace']) {
    refused('invalidValue', /is missing/, { op, path: 'title' });
    refused('invalidValue', /is missing/, { op });
    refused('invalidValue', /is missing/, { op, path: ENTERPRISE_USER });
    refused('invalidValue', /an object with attributes/, { op, value: 'x' });
    refused('invalidValue', /emails/, { op, path: 'emails', value: 5 });
    refused('invalidValue', /active/, { op, path: 'active', value: 'maybe' });
    refused('invalidValue', /name/, { op, path: 'name', value: 'Ann' });
    refused('invalidValue', /emails\.value/, {
      op,
      path: 'emails[type eq "work"].value',
      value: {},
    });
    refused('invalidValue', /longer than 512/, { op, path: 'userName', value: 'x'.repeat(513) });
    refused('invalidValue', /department/, { op, value: { [ENTERPRISE_USER]: { department: {} } } });
  }
  for (const value of [null, '', ' ']) {
    refused('invalidValue', /userName: is required/, { op: 'replace', path: 'userName', value });
  }
  const many = Array.from({ length: 600 }, (_, index) => `${index}`);
  const first = { op: 'add', path: 'emails', value: many };
  const second = { op: 'add', path: 'emails', value: many.map((it) => `x${it}`) };
  refused('invalidValue', /at most 1000/, first, second);
});

test('a password is set and removed beside the attributes, the last operation deciding', () => {
  const result = (...operations: readonly object[]) => {
    const { password, removesPassword, attributes } = apply(user(), ...operations);
    assert.equal(Object.hasOwn(attributes, 'password'), false);
    return [password, removesPassword];
  };
  const set = { op: 'add', path: 'password', value: 'pw' };
  assert.deepEqual(result(set), ['pw', false]);
  assert.deepEqual(result(set, { op: 'remove', path: 'password' }), [undefined, true]);
  assert.deepEqual(result({ op: 'remove', path: 'password' }, set), ['pw', false]);
});

test('what the schemas no longer know stays as it is stored', () => {
  const stored = { ...user(), 'urn:example:old': { a: 1 } };
  const { attributes } = apply(stored, { op: 'add', path: 'title', value: 'T' });
  assert.deepEqual(attributes, { userName: 'ann', title: 'T', 'urn:example:old': { a: 1 } });
});
