import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { applyPatch, canonicalise, type JsonObject, parsePatch, ScimError } from './index.ts';
import { groupType, userType } from './registry.ts';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const user = (more: object = {}): JsonObject =>
  canonicalise(userType, { userName: 'ann', ...more }).attributes;

const body = (operations: readonly unknown[]) => ({ schemas: [PATCH_OP], Operations: operations });

/** Returns a user after the operations, without its userName. */
const patched = (stored: object, ...operations: readonly unknown[]) => {
  const { attributes } = applyPatch(userType, user(stored), parsePatch(userType, body(operations)));
  const { userName: _, ...rest } = attributes;
  return rest;
};

const members = (...operations: readonly unknown[]) =>
  applyPatch(groupType, { displayName: 'g' }, parsePatch(groupType, body(operations))).members;

const refused = (scimType: string, ...operations: readonly unknown[]) =>
  assert.throws(
    () => patched({ emails: [{ value: 'a', type: 'work' }] }, ...operations),
    (error) => {
      assert.ok(error instanceof ScimError, String(error));
      assert.equal(error.scimType, scimType, error.detail);
      return true;
    },
  );

const managed = { [ENTERPRISE_USER]: { manager: { value: '271' } } };

test('Entra without the flag: op with a capital letter, active as the string "False"', () => {
  assert.deepEqual(patched({ active: true }, { op: 'Replace', path: 'active', value: 'False' }), {
    active: false,
  });
  assert.deepEqual(patched({}, { op: 'ADD', path: 'nickName', value: 'Babs' }), {
    nickName: 'Babs',
  });
  assert.deepEqual(patched({ title: 'T' }, { op: 'Remove', path: 'title' }), {});
});

test('member names in any letter case: operations, Op, PATH, Value', () => {
  const patch = parsePatch(userType, {
    SCHEMAS: [PATCH_OP.toUpperCase()],
    operations: [{ Op: 'add', PATH: 'title', Value: 'T' }],
  });
  assert.deepEqual(applyPatch(userType, user(), patch).attributes, user({ title: 'T' }));
});

test('GitLab, Ory Polis: no schemas at all, others another URN, and value as the string "true"', () => {
  const other = 'urn:ietf:params:scim:schemas:core:2.0:PatchOp';
  for (const schemas of [undefined, null, [], PATCH_OP, [other], [CORE_USER]]) {
    const patch = parsePatch(userType, {
      schemas,
      Operations: [{ op: 'Replace', path: 'active', value: 'true' }],
    });
    assert.deepEqual(
      applyPatch(userType, user({ active: false }), patch).attributes,
      user({ active: true }),
    );
  }
});

test('Entra: empty Operations change nothing and succeed', () => {
  const stored = user();
  const result = applyPatch(userType, stored, parsePatch(userType, body([])));
  assert.deepEqual(
    [result.changed, result.attributes === stored, result.members],
    [false, true, []],
  );
});

test('Entra with the flag: dotted and full-URN keys and whole extensions in a value without a path', () => {
  const value = {
    displayName: 'Bjfe',
    'name.givenName': 'Kkom',
    'name.familyName': 'Unua',
    [`${ENTERPRISE_USER}:employeeNumber`]: 'Aklq',
    [`${CORE_USER}:title`]: 'T',
    [ENTERPRISE_USER]: { department: 'D' },
  };
  const stored = {
    name: { formatted: 'F', givenName: 'old' },
    [ENTERPRISE_USER]: { costCenter: 'C' },
  };
  assert.deepEqual(patched(stored, { op: 'replace', value }), {
    name: { formatted: 'F', familyName: 'Unua', givenName: 'Kkom' },
    displayName: 'Bjfe',
    title: 'T',
    [ENTERPRISE_USER]: { employeeNumber: 'Aklq', costCenter: 'C', department: 'D' },
  });
});

test('SCIM-SDK, "filter as attribute": a key with a filter in a value without a path', () => {
  const value = { 'emails[type eq "work"].value': 'w', title: 'T' };
  assert.deepEqual(patched({}, { op: 'add', value }), {
    title: 'T',
    emails: [{ value: 'w', type: 'work' }],
  });
  const odd = { 'emails[0]': 'x', 'x[': 1, 'groups[value eq "g"]': {}, 'nothing[type eq "x"]': 1 };
  assert.deepEqual(patched({}, { op: 'add', value: { ...odd, title: 'T' } }), { title: 'T' });
});

test('Entra customappsso, SCIM-SDK: scalars and objects in an array of one, a scalar in {value}', () => {
  assert.deepEqual(patched({}, { op: 'Replace', path: 'active', value: [{ value: 'False' }] }), {
    active: false,
  });
  assert.deepEqual(patched({}, { op: 'replace', path: 'title', value: ['T'] }), { title: 'T' });
  assert.deepEqual(patched({}, { op: 'replace', path: 'name', value: [{ givenName: 'A' }] }), {
    name: { givenName: 'A' },
  });
  assert.deepEqual(patched({}, { op: 'replace', value: [{ title: 'T' }] }), { title: 'T' });
});

test('Entra, SCIM-SDK: the manager as a string, an object, an array of one, with a null $ref', () => {
  for (const path of [
    'manager',
    `${ENTERPRISE_USER}:manager`,
    `${ENTERPRISE_USER}:Manager.Value`,
  ]) {
    for (const value of ['271', ['271']]) {
      assert.deepEqual(patched({}, { op: 'Add', path, value }), managed);
    }
  }
  for (const value of [
    { value: '271' },
    [{ $ref: null, value: '271' }],
    { $ref: '../Users/271' },
  ]) {
    assert.deepEqual(patched({}, { op: 'Replace', path: 'manager', value }), managed);
    assert.deepEqual(
      patched({}, { op: 'Add', value: { [ENTERPRISE_USER]: { manager: value } } }),
      managed,
    );
  }
  assert.deepEqual(patched({}, { op: 'add', path: 'manager.$ref', value: '/Users/271' }), managed);
});

test('Entra: a manager of null, "" or {value: ""} is none; adding none changes nothing', () => {
  for (const value of [null, '', [], { value: '' }, { value: null, $ref: null }, [{ value: '' }]]) {
    assert.deepEqual(
      patched(managed, { op: 'Replace', path: 'manager', value }),
      {},
      JSON.stringify(value),
    );
    assert.deepEqual(patched(managed, { op: 'Add', path: 'manager', value }), managed);
  }
  for (const path of ['manager', 'manager.value', 'manager.$ref', ENTERPRISE_USER]) {
    assert.deepEqual(patched(managed, { op: 'Remove', path }), {});
  }
});

test('Entra: app roles as JSON inside a string (SCIM-SDK#541)', () => {
  const value = '{"id":"1","value":"25","displayName":"Role1234"}';
  const roles = [{ value: '25', display: 'Role1234' }];
  assert.deepEqual(patched({}, { op: 'Add', path: 'roles', value: [{ value }] }), { roles });
  assert.deepEqual(patched({}, { op: 'Add', path: 'roles', value: [value] }), { roles });
  assert.deepEqual(patched({}, { op: 'Add', value: { roles: { Value: value, type: 'app' } } }), {
    roles: [{ value: '25', display: 'Role1234', type: 'app' }],
  });
  assert.deepEqual(
    patched({ roles: ['25', 'x'] }, { op: 'Remove', path: 'roles', value: [{ value }] }),
    {
      roles: [{ value: 'x' }],
    },
  );
  for (const text of [
    '{"a":1}',
    '{broken',
    '{}',
    '[]',
    '{"value":5}',
    '{"__proto__":{"value":"x"}}',
  ]) {
    assert.deepEqual(patched({}, { op: 'Add', path: 'roles', value: [{ value: text }] }), {
      roles: [{ value: text }],
    });
  }
});

test('Entra: app roles as complete objects replace those that are there', () => {
  const roles = [
    { value: 'User', display: 'User', type: 'WindowsAzureActiveDirectoryRole', primary: false },
    { value: 'Test', display: 'Test', type: 'WindowsAzureActiveDirectoryRole', primary: false },
  ];
  assert.deepEqual(patched({ roles: ['old'] }, { op: 'replace', path: 'roles', value: roles }), {
    roles,
  });
});

test('Entra: a filtered path that finds nothing creates the element (scim-for-keycloak#73, D1)', () => {
  for (const op of ['Add', 'Replace']) {
    assert.deepEqual(patched({}, { op, path: 'emails[type eq "work"].value', value: 'w' }), {
      emails: [{ value: 'w', type: 'work' }],
    });
    assert.deepEqual(patched({}, { op, path: 'emails[type eq "other"].Value', value: 'o' }), {
      emails: [{ value: 'o', type: 'other' }],
    });
    assert.deepEqual(patched({}, { op, path: 'addresses[type eq "Work"].Formatted', value: 'f' }), {
      addresses: [{ formatted: 'f', type: 'Work' }],
    });
    assert.deepEqual(patched({}, { op, path: 'roles[primary eq "True"].value', value: 'r' }), {
      roles: [{ value: 'r', primary: true }],
    });
    const path = 'phoneNumbers[type eq "work" and primary eq true]';
    assert.deepEqual(patched({}, { op, path, value: { value: '1' } }), {
      phoneNumbers: [{ value: '1', type: 'work', primary: true }],
    });
  }
});

test('a filter that does not describe an element, or one it would not choose, stays noTarget (D1)', () => {
  for (const path of [
    'emails[value co "zz"].value',
    'emails[not (type eq "work")].value',
    'emails[type eq "home" or type eq "other"].value',
    'emails[type eq "home" and type eq "other"].value',
    'emails[display eq null and value sw "q"].display',
    'emails[type eq "home" and value ew "@x"].value',
    'emails[type eq "home"].type',
  ]) {
    refused('noTarget', { op: 'replace', path, value: 'v' });
  }
  const matching = 'emails[type eq "home" and value ew "@x"].value';
  assert.deepEqual(patched({}, { op: 'replace', path: matching, value: 'v@x' }), {
    emails: [{ value: 'v@x', type: 'home' }],
  });
});

test('a filter that no element could meet finds none, and is no error of its own', () => {
  const long = `emails[value eq "${'x'.repeat(600)}"]`;
  assert.deepEqual(patched({ emails: ['a'] }, { op: 'remove', path: long }), {
    emails: [{ value: 'a' }],
  });
  refused('noTarget', { op: 'add', path: `${long}.display`, value: 'd' });
  const certificate = 'x509Certificates[value eq "no certificate"]';
  assert.deepEqual(patched({}, { op: 'remove', path: certificate }), {});
});

test("Microsoft's validator: replace and add on e-mails of three types in one request", () => {
  const operations = [
    { op: 'replace', path: 'emails[type eq "work"].value', value: 'w' },
    { op: 'add', path: 'emails[type eq "home"].value', value: 'h' },
    { op: 'add', path: 'emails[type eq "other"].value', value: 'o' },
    { op: 'replace', path: 'emails[type eq "work"].display', value: 'W' },
    { op: 'add', path: 'emails[type eq "work"].primary', value: 'False' },
    { op: 'replace', path: 'emails[type eq "home"].primary', value: 'True' },
  ];
  assert.deepEqual(
    patched({ emails: [{ value: 'a', type: 'work', primary: true }] }, ...operations),
    {
      emails: [
        { value: 'w', display: 'W', type: 'work', primary: false },
        { value: 'h', type: 'home', primary: true },
        { value: 'o', type: 'other' },
      ],
    },
  );
});

test('Okta: a password without a path', () => {
  const patch = parsePatch(userType, body([{ op: 'replace', value: { password: 'n3w' } }]));
  const { password, removesPassword, changed } = applyPatch(userType, user(), patch);
  assert.deepEqual([password, removesPassword, changed], ['n3w', false, false]);
});

test('SailPoint: replace of a complex attribute that is not there adds it', () => {
  assert.deepEqual(patched({}, { op: 'replace', path: 'name', value: { givenName: 'A' } }), {
    name: { givenName: 'A' },
  });
});

test('Entra: an attribute that we do not have is passed over and the rest is done (laravel-scim-server#34, D6)', () => {
  const operations = [
    { op: 'Add', path: 'favouriteColour', value: 'red' },
    { op: 'Replace', path: 'urn:example:custom:2.0:User:tag', value: 'x' },
    { op: 'Replace', path: 'emails[type eq "work"].label', value: 'x' },
    { op: 'Remove', path: 'name.nick' },
    {
      op: 'replace',
      value: { title: 'T', colour: 'red', 'urn:example:custom:2.0:User': { tag: 'x' } },
    },
  ];
  const { ignored } = parsePatch(userType, body(operations));
  assert.deepEqual(ignored, [
    'favouriteColour',
    'urn:example:custom:2.0:User:tag',
    'emails[type eq "work"].label',
    'name.nick',
    'colour',
    'urn:example:custom:2.0:User',
  ]);
  assert.deepEqual(patched({}, ...operations), { title: 'T' });
});

test('nulls and empty arrays take away or change nothing, and are never an error (rule 8)', () => {
  const stored = { nickName: 'N', emails: ['a'], name: { givenName: 'A', familyName: 'B' } };
  assert.deepEqual(
    patched(
      stored,
      { op: 'Replace', path: 'nickName', value: null },
      { op: 'replace', path: 'emails', value: [] },
      { op: 'replace', path: 'name', value: { givenName: null } },
    ),
    { name: { familyName: 'B' } },
  );
  for (const path of [
    'nickName',
    'emails',
    'name',
    'name.givenName',
    'emails[type eq "x"].value',
  ]) {
    const added = patched(stored, { op: 'add', path, value: null });
    assert.deepEqual(added, patched(stored), path);
  }
});

test('an empty field of a template takes nobody’s access, password or members away (OneLogin)', () => {
  for (const value of [null, '']) {
    for (const operation of [
      { op: 'replace', path: 'active', value },
      { op: 'replace', value: { active: value, password: value } },
      { op: 'replace', path: 'password', value },
    ]) {
      const patch = parsePatch(userType, body([operation]));
      const { changed, password, removesPassword } = applyPatch(
        userType,
        user({ active: true }),
        patch,
      );
      assert.deepEqual([changed, password, removesPassword], [false, undefined, false]);
    }
  }
  assert.deepEqual(members({ op: 'replace', path: 'members', value: '' }), []);
  assert.deepEqual(members({ op: 'replace', value: { members: '' } }), []);
});

test('a path of null or "" is no path', () => {
  for (const path of [null, '']) {
    assert.deepEqual(patched({}, { op: 'add', path, value: { title: 'T' } }), { title: 'T' });
    refused('noTarget', { op: 'remove', path });
  }
});

test('adding a URN to schemas is done by adding its attributes; anything else there is refused', () => {
  assert.deepEqual(
    patched(
      {},
      { op: 'add', path: 'schemas', value: [ENTERPRISE_USER, CORE_USER] },
      { op: 'add', path: `${ENTERPRISE_USER}:department`, value: 'D' },
    ),
    { [ENTERPRISE_USER]: { department: 'D' } },
  );
  refused('mutability', { op: 'add', path: 'schemas', value: ['urn:example:x'] });
  refused('mutability', { op: 'replace', path: 'schemas', value: [CORE_USER] });
  refused('mutability', { op: 'remove', path: 'schemas' });
});

test('a remove with values takes those elements only: by value, with the type if it is given (D2)', () => {
  const emails = [
    { value: 'a', type: 'work' },
    { value: 'b', type: 'home' },
    { value: 'A', type: 'home' },
  ];
  assert.deepEqual(
    patched({ emails }, { op: 'remove', path: 'emails', value: [{ value: 'A', type: 'Work' }] }),
    {
      emails: [emails[1], emails[2]],
    },
  );
  assert.deepEqual(
    patched({ emails }, { op: 'remove', path: 'emails', value: [{ type: 'HOME' }] }),
    {
      emails: [emails[0]],
    },
  );
});

test('Entra: a single value is removed whatever value is beside its path', () => {
  assert.deepEqual(patched({ title: 'T' }, { op: 'Remove', path: 'title', value: 'other' }), {});
});
