import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { cpuMsOf } from '../../../test/support/cpu-time.ts';
import { canonicalise } from './canonicalise.ts';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { groupType, userType } from './registry.ts';
import { ScimError } from './scim-error.ts';

const user = (more: object = {}) => canonicalise(userType, { userName: 'ann', ...more });
const group = (more: object = {}) => canonicalise(groupType, { displayName: 'Staff', ...more });
const attributes = (more: object) => {
  const { userName: _, ...rest } = user(more).attributes;
  return rest;
};

/** Asserts that the call is refused with 400 and the given type, and that the detail names the path. */
const refused = (
  read: () => unknown,
  at: string | RegExp,
  scimType: ScimError['scimType'] = 'invalidValue',
) =>
  assert.throws(read, (error) => {
    assert.ok(error instanceof ScimError, String(error));
    assert.equal(error.status, 400);
    assert.equal(error.scimType, scimType);
    assert.ok(
      typeof at === 'string' ? error.detail.includes(at) : at.test(error.detail),
      error.detail,
    );
    return true;
  });

type Sample = Readonly<Record<string, unknown>>;

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`./samples/${name}.json`, import.meta.url), 'utf8')) as Sample;

test('the complete enterprise user of RFC 7643 §8.3 is read without losing anything that a client may write', () => {
  const body = sample('rfc7643-8.3-enterprise-user');
  const { attributes, password, ignored } = canonicalise(userType, body);
  const { schemas, id, meta, groups, password: _, ...written } = body;
  const manager = { value: '26118915-6090-4610-87e4-49d8ca9f808d' };
  assert.deepEqual(attributes, {
    ...written,
    [ENTERPRISE_USER]: { ...(written[ENTERPRISE_USER] as Sample), manager },
  });
  assert.equal(password, 't1meMa$heen');
  assert.deepEqual(ignored, []);
});

test('the group of RFC 7643 §8.4 gives its members by id', () => {
  const { attributes, members } = canonicalise(groupType, sample('rfc7643-8.4-group'));
  assert.deepEqual(attributes, { displayName: 'Tour Guides' });
  assert.deepEqual(members, [
    { value: '2819c223-7f76-453a-919d-413861904646' },
    { value: '902c246b-6245-4190-8e05-00816be7344a' },
  ]);
});

test('the order of attributes makes no difference to what is stored', () => {
  const one = user({ title: 'T', name: { givenName: 'A', familyName: 'B' }, active: true });
  const other = user({ active: true, name: { familyName: 'B', givenName: 'A' }, title: 'T' });
  assert.equal(JSON.stringify(one.attributes), JSON.stringify(other.attributes));
});

test('attribute names are taken in any letter case and stored in the spelling of the schema', () => {
  const { attributes } = canonicalise(userType, {
    USERNAME: 'ann',
    Name: { GIVENNAME: 'Ann' },
    Emails: [{ Value: 'a@example.com', PRIMARY: true }],
    [ENTERPRISE_USER.toUpperCase()]: { Department: 'D' },
  });
  assert.deepEqual(attributes, {
    userName: 'ann',
    name: { givenName: 'Ann' },
    emails: [{ value: 'a@example.com', primary: true }],
    [ENTERPRISE_USER]: { department: 'D' },
  });
});

test('values are stored as sent: never trimmed, lower-cased or normalised', () => {
  const displayName = "  Mu\u0308ller-O'Brien  ";
  const { attributes } = canonicalise(userType, { userName: 'Ann@Example.COM', displayName });
  assert.deepEqual(attributes, { userName: 'Ann@Example.COM', displayName });
});

test('what is readOnly is ignored: id, meta, groups, the display name of the manager', () => {
  const { attributes, has, ignored } = user({
    id: 'x',
    meta: { created: '1999-01-01T00:00:00Z' },
    'META.created': 5,
    groups: [{ value: 'g' }],
    [ENTERPRISE_USER]: { manager: { value: 'm', displayName: 'Boss' } },
  });
  assert.deepEqual(attributes, {
    userName: 'ann',
    [ENTERPRISE_USER]: { manager: { value: 'm' } },
  });
  assert.deepEqual([...has], ['userName', `${ENTERPRISE_USER}:manager`]);
  assert.deepEqual(ignored, []);
});

test('null, an empty array and absence are the same state, and the body is known to have said so', () => {
  const { attributes, has } = user({ nickName: null, emails: [], name: null });
  assert.deepEqual(attributes, { userName: 'ann' });
  assert.deepEqual([...has], ['userName', 'nickName', 'emails', 'name']);
});

test('an empty string is a value of text', () => {
  assert.deepEqual(attributes({ title: '' }), { title: '' });
});

test('a required attribute that is missing, null, empty or blank is refused by name', () => {
  for (const userName of [undefined, null, '', '  ', []]) {
    refused(() => canonicalise(userType, { userName }), 'userName');
  }
  refused(() => canonicalise(userType, {}), 'userName');
  refused(() => canonicalise(groupType, { members: [] }), 'displayName');
});

test('a member without a value is refused', () => {
  refused(() => group({ members: [{ display: 'x' }] }), 'members[0].value');
  refused(() => group({ members: [{ value: 'a' }, { value: '' }] }), 'members[1].value');
});

test('two primary values are refused, and repeated ones count once', () => {
  const [one, two] = [
    { value: 'a@example.com', type: 'work', primary: true },
    { value: 'b@example.com', type: 'work', primary: true },
  ];
  refused(() => user({ emails: [one, two] }), 'emails');
  assert.deepEqual(attributes({ emails: [one, one] }), { emails: [one] });
});

test('the same type and value is stored once, compared as the schema compares', () => {
  const emails = [
    { value: 'a@example.com', type: 'work' },
    { value: 'A@EXAMPLE.com', type: 'Work', primary: true },
    { value: 'a@example.com', type: 'home' },
  ];
  assert.deepEqual(attributes({ emails }), {
    emails: [
      { value: 'a@example.com', type: 'work', primary: true },
      { value: 'a@example.com', type: 'home' },
    ],
  });
  const addresses = [{ locality: 'Aarhus' }, { locality: 'Aarhus' }, { locality: 'aarhus' }];
  assert.deepEqual(attributes({ addresses }), { addresses: [addresses[0], addresses[2]] });
});

test('a member is its id: named twice under different types it is one member', () => {
  const { members } = group({ members: [{ value: 'a', type: 'User' }, { value: 'a' }, 'b'] });
  assert.deepEqual(members, [{ value: 'a', type: 'User' }, { value: 'b' }]);
});

test('members are told apart: not mentioned, emptied, given', () => {
  assert.equal(group().members, undefined);
  assert.deepEqual(group({ members: [] }).members, []);
  assert.deepEqual(group({ members: null }).members, []);
  assert.deepEqual(group({ members: [{ value: 'a', $ref: null }] }).members, [{ value: 'a' }]);
});

test('active and password are told apart: not mentioned or given', () => {
  assert.equal(user().has.has('active'), false);
  assert.equal(user({ active: false }).has.has('active'), true);
  assert.equal(user().password, undefined);
  assert.equal(user({ password: 'secret' }).password, 'secret');
  assert.equal(Object.hasOwn(user({ password: 'secret' }).attributes, 'password'), false);
});

test('a value of another type is refused with its path and what would be right', () => {
  refused(() => user({ userName: 5 }), /^userName: is a number, but must be a string/);
  refused(() => user({ title: true }), 'title');
  refused(() => user({ title: ['a', 'b'] }), /^title: is an array/);
  refused(() => user({ title: { text: 'a' } }), /^title: is an object/);
  refused(() => user({ name: 'Ann' }), /^name: is a string, but must be an object with formatted/);
  refused(() => user({ name: { givenName: {} } }), 'name.givenName');
  refused(() => user({ emails: 5 }), 'emails[0]');
  refused(() => user({ emails: [{ value: 'a' }, { value: 5 }] }), 'emails[1].value');
  refused(() => user({ active: 'maybe' }), /^active: .*true or false/);
  refused(() => user({ active: 1 }), 'active');
  refused(() => user({ [ENTERPRISE_USER]: 'x' }), ENTERPRISE_USER);
  refused(() => user({ [ENTERPRISE_USER]: { department: 4 } }), `${ENTERPRISE_USER}:department`);
});

test('a body that is not an object is a syntax error', () => {
  for (const body of [null, [], 'x', 5, true, undefined]) {
    refused(() => canonicalise(userType, body), /JSON object/, 'invalidSyntax');
  }
});

test('schemas may be missing or name unknown URIs beside known ones, but must be an array of strings', () => {
  const unknown = 'urn:example:unknown';
  assert.deepEqual(user({ schemas: [CORE_USER, unknown] }).ignored, [unknown]);
  assert.deepEqual(user({ schemas: CORE_USER.toUpperCase() }).ignored, []);
  for (const schemas of [null, []]) assert.deepEqual(user({ schemas }).ignored, []);
  refused(() => user({ schemas: [unknown] }), 'schemas');
  refused(() => user({ schemas: 'x' }), 'schemas');
  refused(() => user({ schemas: {} }), 'schemas');
  refused(() => user({ schemas: [5] }), 'schemas');
});

test('text that storage can not keep is refused: U+0000 and half surrogate pairs', () => {
  refused(() => user({ title: 'a\0b' }), 'title');
  refused(() => user({ title: '\ud800' }), 'title');
  refused(() => user({ emails: [{ value: '\udc00' }] }), 'emails[0].value');
  refused(() => group({ members: ['\0'] }), 'members[0].value');
});

test('indexed values hold 512 characters, others 10,000, counted as characters', () => {
  assert.ok(canonicalise(userType, { userName: 'x'.repeat(512) }));
  assert.ok(canonicalise(userType, { userName: '😀'.repeat(512) }));
  refused(() => canonicalise(userType, { userName: 'x'.repeat(513) }), 'userName');
  refused(() => canonicalise(userType, { userName: '😀'.repeat(513) }), 'userName');
  for (const name of ['externalId', 'displayName'])
    refused(() => user({ [name]: 'x'.repeat(513) }), name);
  refused(() => user({ emails: ['x'.repeat(513)] }), 'emails[0].value');
  assert.ok(user({ title: 'x'.repeat(10_000) }));
  refused(() => user({ title: 'x'.repeat(10_001) }), 'title');
});

test('a multi-valued attribute takes 1,000 values, and a group as many members as the body holds', () => {
  const values = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  assert.ok(user({ emails: values(1_000) }));
  refused(() => user({ emails: values(1_001) }), 'emails');
  assert.equal(group({ members: values(20_000) }).members?.length, 20_000);
});

test('__proto__, constructor and the like are unknown names and nothing more', () => {
  const body: unknown = JSON.parse(
    `{"userName":"ann","__proto__":{"active":true,"admin":true},"constructor":{"prototype":{"x":1}},
      "name":{"__proto__":{"givenName":"x"},"toString":"y"},"emails":[{"value":"a","__proto__":{"type":"work"}}],
      "__proto__.x":1,"${ENTERPRISE_USER}":{"__proto__":{"department":"D"}}}`,
  );
  const { attributes, ignored } = canonicalise(userType, body);
  assert.deepEqual(attributes, { userName: 'ann', emails: [{ value: 'a' }] });
  assert.equal(Reflect.get({}, 'admin'), undefined);
  assert.deepEqual([...ignored].sort(), [
    '__proto__',
    '__proto__.x',
    'constructor',
    'emails.__proto__',
    'name.__proto__',
    'name.toString',
    `${ENTERPRISE_USER}:__proto__`,
  ]);
});

test('what nothing knows is listed for the log: bounded, each once, fit to be stored', () => {
  const junk = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, index]));
  assert.equal(user(junk).ignored.length, 100);
  const { ignored } = user({ ['y'.repeat(5_000)]: 1, 'a\0b\ud800': 1 });
  assert.deepEqual(ignored, ['y'.repeat(200), 'a\ufffdb\ufffd']);
});

test('one attribute under two spellings is refused, because nobody can tell which was meant', () => {
  refused(() => user({ USERNAME: 'bob' }), 'userName');
  refused(() => user({ name: { givenName: 'A', GIVENNAME: 'B' } }), 'name.givenName');
  refused(() => user({ emails: ['a'], Emails: ['b'] }), 'emails');
  refused(() => user({ 'name.givenName': 'A', 'NAME.givenName': 'B' }), 'name.givenName');
  refused(() => user({ 'name.givenName': 'A', name: { givenName: 'B' } }), 'name.givenName');
  refused(() => user({ 'name.givenName': 'A', name: { GivenName: 'B' } }), 'name.givenName');
  refused(() => user({ name: {}, [`${CORE_USER}:name`]: {} }), 'name');
});

test('a body that repeats one name in thousands of letter cases costs no more than its length', () => {
  const spellings = Array.from({ length: 4_096 }, (_, bits) =>
    [...'name.givenname']
      .map((char, index) => ((bits >> index) & 1 ? char.toUpperCase() : char))
      .join(''),
  );
  const filler = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`x${index}`, 0]));
  const ms = cpuMsOf(() => {
    refused(
      () => user({ name: filler, ...Object.fromEntries(spellings.map((name) => [name, 'A'])) }),
      'name.givenName',
    );
  });
  assert.ok(ms < 3_000, `${ms} ms`);
});
