// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareText } from './code-point-order.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { compileFilter, type JsonObject, parseListRequest } from './index.ts';
import { groupType, userType } from './registry.ts';
import { evaluateFilter } from './testing/evaluate-filter.ts';
import { sortResources } from './testing/sort-resources.ts';

const ANN: JsonObject = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE_USER],
  id: 'u1',
  userName: 'Ann@X',
  externalId: 'AbC',
  title: '',
  active: false,
  name: { familyName: 'Müller' },
  emails: [
    { value: 'a@x', type: 'work', primary: true },
    { value: 'b@y', type: 'home' },
    { value: 'c@z' },
  ],
  meta: { created: '2026-11-20T10:00:00Z', resourceType: 'User' },
  [ENTERPRISE_USER]: { manager: { value: 'm', $ref: 'https://h/Users/m' } },
};

const meets = (text: string, resource = ANN, type = userType): boolean =>
  evaluateFilter(compileFilter(text, type), resource);

const all = (texts: readonly string[], expected: boolean) => {
  for (const text of texts) assert.equal(meets(text), expected, text);
};

test('text is compared by its case or without, dates as instants, Booleans as such', () => {
  all(
    [
      'userName eq "ANN@x"',
      'name.familyName eq "MU\u0308LLER"',
      'externalId eq "AbC"',
      'meta.created eq "2026-11-20T12:00:00+02:00"',
      'meta.created ge "2026-11-20T10:00:00.000Z"',
      'meta.created gt "2026-11-20T11:59:59+02:00"',
      'active eq false',
      'schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"',
      'manager.$ref ew "/m"',
    ],
    true,
  );
  all(
    [
      'externalId eq "abc"',
      'active eq true',
      'id eq "U1"',
      'meta.created lt "2026-11-20T10:00:00Z"',
    ],
    false,
  );
});

test('no value meets no comparison but ne, and not negates plainly', () => {
  all(
    [
      'nickName ne "x"',
      'not (nickName eq "x")',
      'nickName eq null',
      'title eq null',
      'name.givenName ne "x"',
      'title eq ""',
    ],
    true,
  );
  const none = ['eq', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'].map((it) => `nickName ${it} "x"`);
  all(
    [
      ...none,
      'nickName pr',
      'title pr',
      'nickName ne null',
      'phoneNumbers.value ne "x"',
      'phoneNumbers pr',
    ],
    false,
  );
});

test('a list matches when any of its values does, brackets ask all of one and the same', () => {
  all(
    [
      'emails.type eq "home"',
      'emails.type ne "work"',
      'emails[type eq "work" and value co "@x"]',
      'emails.type eq "work" and emails.value co "@y"',
      'emails[not (type pr)]',
      'emails[type ne "work" and value ew "@z"]',
      'emails[primary eq false and type eq "home"]',
      'emails.primary eq true',
      'emails[primary ne true]',
      'emails pr',
    ],
    true,
  );
  all(
    [
      'emails[type eq "work" and value co "@y"]',
      'emails[primary eq true and type eq "home"]',
      'emails[primary pr and value ew "@z"]',
      'not (emails[value ew "@z"])',
    ],
    false,
  );
});

test('strings are ordered by code point, as storage orders them', () => {
  const bytes = (text: string) => Buffer.from(text, 'utf8');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      assert.equal(Math.sign(compareText(one, other)), Buffer.compare(bytes(one), bytes(other)));
    }),
  );
  assert.ok(compareText('\u{1f600}', '\uffff') > 0);
  assert.ok(
    meets('userName lt "b"') && meets('userName ge "ann"') && !meets('userName gt "ann@x"'),
  );
});

test('members of a group are found by id, type and $ref', () => {
  const group = {
    id: 'g',
    displayName: 'G',
    members: [{ value: 'u1', type: 'User', $ref: 'https://h/Users/u1', display: 'Ann' }],
  };
  for (const text of [
    'members eq "u1"',
    'members[value eq "u1" and type eq "user"]',
    'members.$ref ew "/u1"',
    'members.display eq "ANN"',
  ]) {
    assert.ok(meets(text, group, groupType), text);
  }
  assert.equal(meets('members.value eq "U1"', group, groupType), false);
});

test('a list is sorted by the primary value or the first, without a value last, and first descending', () => {
  const user = (id: string, more: object): JsonObject => ({ id, ...more });
  const users = [
    user('1', { emails: [{ value: 'Zoe' }, { value: 'bob', primary: true }] }),
    user('2', { emails: [{ value: 'Anna' }, { value: 'aaa' }] }),
    user('4', {}),
    user('3', { emails: [{ value: 'BOB' }] }),
  ];
  const ids = (sortOrder: string) =>
    sortResources(
      parseListRequest({ sortBy: 'emails.value', sortOrder }, userType).sort,
      users,
    ).map(({ id }) => id);
  assert.deepEqual(ids('ascending'), ['2', '1', '3', '4']);
  assert.deepEqual(ids('descending'), ['4', '1', '3', '2']);
  assert.deepEqual(
    sortResources(undefined, users).map(({ id }) => id),
    ['1', '2', '3', '4'],
  );
});
