import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalise } from './canonicalise.ts';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { groupType, userType } from './registry.ts';

const read = (more: object) => canonicalise(userType, { userName: 'ann', ...more });
const attributes = (more: object) => {
  const { userName: _, ...rest } = read(more).attributes;
  return rest;
};
const manager = (given: unknown) => attributes({ [ENTERPRISE_USER]: { manager: given } });
const managed = { [ENTERPRISE_USER]: { manager: { value: '271' } } };

test('Entra without the flag and Keycloak: active as the string "True" or "false"', () => {
  for (const active of ['True', 'true', 'TRUE'])
    assert.deepEqual(attributes({ active }), { active: true });
  for (const active of ['False', 'false'])
    assert.deepEqual(attributes({ active }), { active: false });
});

test('Entra: a Boolean as a string inside an element', () => {
  const roles = [{ value: 'r', primary: 'True' }];
  assert.deepEqual(attributes({ roles }), { roles: [{ value: 'r', primary: true }] });
});

test('Entra customappsso and SCIM-SDK: a scalar wrapped in an array, in {value}, or in both', () => {
  for (const active of [['False'], { value: 'False' }, [{ value: false }], { Value: [false] }]) {
    assert.deepEqual(attributes({ active }), { active: false });
  }
  assert.deepEqual(attributes({ title: ['Engineer'] }), { title: 'Engineer' });
  assert.deepEqual(attributes({ title: { value: 'Engineer' } }), { title: 'Engineer' });
  assert.deepEqual(attributes({ title: [null] }), {});
  assert.deepEqual(attributes({ name: { givenName: ['Ann'] } }), { name: { givenName: 'Ann' } });
});

test('OneLogin: emails as one object instead of an array', () => {
  const email = { value: 'a@example.com', type: 'work' };
  assert.deepEqual(attributes({ emails: email }), { emails: [email] });
});

test('OneLogin: an e-mail without type and primary', () => {
  assert.deepEqual(attributes({ emails: [{ value: 'a' }] }), { emails: [{ value: 'a' }] });
});

test('OneLogin: templates full of empty strings take nothing away and give no error', () => {
  const { attributes, has, password } = read({
    active: '',
    password: '',
    emails: '',
    phoneNumbers: [''],
    [ENTERPRISE_USER]: { manager: '', department: '' },
  });
  assert.deepEqual(attributes, { userName: 'ann', [ENTERPRISE_USER]: { department: '' } });
  assert.deepEqual([has.has('active'), has.has('password'), password], [false, false, undefined]);
  const group = canonicalise(groupType, { displayName: 'g', members: '' });
  assert.equal(group.members, undefined);
});

test('OneLogin: id null, active null and manager by another name', () => {
  const { attributes, has, ignored } = read({
    id: null,
    active: null,
    password: null,
    [ENTERPRISE_USER]: { manager: { managerId: '5', displayName: 'Boss' } },
  });
  assert.deepEqual(attributes, { userName: 'ann' });
  assert.deepEqual([has.has('active'), has.has('password')], [false, false]);
  assert.deepEqual(ignored, [`${ENTERPRISE_USER}:manager.managerId`]);
});

test('OneLogin v1 connector: the wrong schema URN is passed over', () => {
  assert.deepEqual(read({ schemas: ['urn:scim:schemas:core:1.0'] }).ignored, [
    'urn:scim:schemas:core:1.0',
  ]);
});

test('Entra and Postman: bare strings where elements of a multi-valued attribute belong', () => {
  assert.deepEqual(attributes({ emails: ['a@example.com'] }), {
    emails: [{ value: 'a@example.com' }],
  });
  assert.deepEqual(attributes({ emails: 'a@example.com' }), {
    emails: [{ value: 'a@example.com' }],
  });
});

test('Entra, Keycloak: the manager as an object, a string, or an array of either', () => {
  for (const given of ['271', { value: '271' }, [{ $ref: null, value: '271' }], ['271']]) {
    assert.deepEqual(manager(given), managed);
  }
});

test('Entra: an example has active in an array beside a $ref that is null', () => {
  const active = (value: unknown) => read({ active: value }).attributes['active'];
  for (const value of [
    [{ $ref: null, value: 'False' }],
    { value: false, $ref: null, display: null },
  ])
    assert.equal(active(value), false);
  for (const value of [
    [{ $ref: null }],
    [{ $ref: 'x', value: 'False' }],
    [{ $ref: null, x: true }],
  ])
    assert.throws(() => active(value), /^ScimError: active: /);
  assert.equal(read({ active: [{ $ref: null, value: null }] }).has.has('active'), false);
});

test('Entra: the manager under its full URN, as a string and with a dotted sub-attribute', () => {
  assert.deepEqual(attributes({ [`${ENTERPRISE_USER}:manager`]: '271' }), managed);
  assert.deepEqual(attributes({ [`${ENTERPRISE_USER}:manager.value`]: '271' }), managed);
  assert.deepEqual(attributes({ [ENTERPRISE_USER]: { 'Manager.Value': '271' } }), managed);
});

test('Keycloak: a reference alone names the resource at its end, in every form a URI can take', () => {
  for (const $ref of [
    'Users/271',
    '/scim/v2/Users/271',
    'https://HOST.example/scim/Users/271?x#y',
    '271',
  ]) {
    assert.deepEqual(manager({ $ref }), managed);
    const { members } = canonicalise(groupType, { displayName: 'g', members: [{ $ref }] });
    assert.deepEqual(members, [{ value: '271' }]);
  }
  assert.deepEqual(manager({ value: '271', $ref: 'Users/999' }), managed);
  assert.deepEqual(manager({ $ref: 'Users/27%31' }), managed);
  assert.deepEqual(manager({ $ref: '' }), {});
});

test('Entra with the flag, GitLab: dotted keys join what is said about the same attribute', () => {
  assert.deepEqual(attributes({ 'name.givenName': 'A', 'name.familyName': 'B' }), {
    name: { givenName: 'A', familyName: 'B' },
  });
  const mixed = { 'name.givenName': 'A', name: { familyName: 'B' }, 'NAME.formatted': 'A B' };
  assert.deepEqual(attributes(mixed), {
    name: { formatted: 'A B', familyName: 'B', givenName: 'A' },
  });
});

test('Entra with the flag: full-URN keys for extension and core attributes', () => {
  assert.deepEqual(
    attributes({
      [`${ENTERPRISE_USER}:department`]: 'D',
      [`${CORE_USER}:title`]: 'T',
      [`${CORE_USER}:name.givenName`]: 'A',
      [CORE_USER]: { nickName: 'N' },
      [ENTERPRISE_USER]: { costCenter: 'C' },
    }),
    {
      name: { givenName: 'A' },
      nickName: 'N',
      title: 'T',
      [ENTERPRISE_USER]: { costCenter: 'C', department: 'D' },
    },
  );
});

test('a dotted key into a multi-valued or unknown attribute is passed over, not guessed', () => {
  const { attributes, ignored } = read({ 'emails.value': 'a', 'name.x': 1, 'a.b': 2 });
  assert.deepEqual(attributes, { userName: 'ann' });
  assert.deepEqual(ignored, ['emails.value', 'name.x', 'a.b']);
});

test('Entra: a malformed or private extension is passed over', () => {
  const malformed = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0User';
  const custom = 'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User';
  const { attributes, ignored } = read({
    [malformed]: { department: 'D' },
    [custom]: { tag: '1' },
  });
  assert.deepEqual(attributes, { userName: 'ann' });
  assert.deepEqual(ignored, [malformed, custom]);
});

test('Entra: a group with the ADSCIM schema is read', () => {
  const urn = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';
  const group = canonicalise(groupType, { schemas: [urn], displayName: 'g', externalId: 'e' });
  assert.deepEqual(group.attributes, { externalId: 'e', displayName: 'g' });
});

test('Entra: a create full of nulls and roles []', () => {
  const { attributes } = read({
    addresses: null,
    phoneNumbers: null,
    preferredLanguage: null,
    roles: [],
    emails: [{ type: 'work', value: null }, null],
    [ENTERPRISE_USER]: { department: null, manager: null },
  });
  assert.deepEqual(attributes, { userName: 'ann', emails: [{ type: 'work' }] });
});

test('Entra: a role whose value is JSON inside a string is kept as sent', () => {
  const value = '{"id":"1","value":"Admin","displayName":"Admin"}';
  assert.deepEqual(attributes({ roles: [{ value }] }), { roles: [{ value }] });
});

test('Postman suite: a misspelled attribute is passed over, and an extension attribute at the top is not guessed', () => {
  assert.deepEqual(read({ dispalyName: 'x', department: 'D' }).ignored, [
    'dispalyName',
    'department',
  ]);
});

test('Okta: the whole resource put back, with groups, meta and password', () => {
  const { attributes, password } = read({
    schemas: [CORE_USER],
    id: '1',
    meta: { version: 'W/"1"' },
    groups: [],
    password: 'pw',
    displayName: 'Ann',
  });
  assert.deepEqual(attributes, { userName: 'ann', displayName: 'Ann' });
  assert.equal(password, 'pw');
});

test('JumpCloud and Okta: members by value alone, with display, with a null $ref', () => {
  const members = [{ value: 'a' }, { value: 'b', display: 'B' }, { value: 'c', $ref: null }];
  assert.deepEqual(canonicalise(groupType, { displayName: 'g', members }).members, [
    { value: 'a' },
    { value: 'b' },
    { value: 'c' },
  ]);
});
