// Tests the rules of RFC 7644 §3.4.2.2 one by one over HTTP, with users whose values distinguish them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

const PEOPLE: Readonly<Record<string, object>> = {
  bjensen: {
    externalId: 'Bj-1',
    name: { familyName: "O'Malley", givenName: 'Barbara' },
    title: 'Vice President',
    userType: 'Employee',
    emails: [
      { value: 'bjensen@example.com', type: 'work', primary: true },
      { value: 'babs@home.example', type: 'home' },
    ],
    ims: [{ value: 'b@foo.com', type: 'xmpp' }],
    [ENTERPRISE]: { department: 'Tours' },
  },
  jsmith: {
    title: 'Engineer',
    userType: 'Intern',
    emails: [{ value: 'js@example.org', type: 'home' }],
    active: false,
  },
  Jdoe: {
    userType: 'Contractor',
    emails: [
      { value: 'jd@corp.example', type: 'work' },
      { value: 'jd@example.com', type: 'other' },
    ],
  },
  plain: { name: { givenName: '50%_off\\' }, nickName: '' },
};

forEachEngine((engine) => {
  let scim: Scim;
  let between = '';
  const id: Record<string, string> = {};
  before(async () => {
    scim = await startScim(engine);
    for (const [userName, more] of Object.entries(PEOPLE)) {
      id[userName] = idOf(await scim.addUser({ userName, ...more }));
      if (userName === 'bjensen') between = await nextInstant();
    }
  });
  after(() => scim.close());

  /** Returns a time after all previous changes and before all later ones. */
  async function nextInstant(): Promise<string> {
    scim.instance.clock.advance(5);
    const instant = new Date(scim.instance.clock.now()).toISOString();
    scim.instance.clock.advance(5);
    return instant;
  }

  const find = async (filter: string): Promise<readonly string[]> => {
    const answer = await scim.get(`/Users?filter=${encodeURIComponent(filter)}`);
    assert.equal(answer.status, 200, `${filter}: ${answer.text}`);
    const found = answer.at('Resources');
    assert.ok(Array.isArray(found));
    return found.map((user) => Object(user).userName);
  };
  const all = async (cases: readonly (readonly [filter: string, ...names: string[]])[]) => {
    for (const [filter, ...names] of cases) assert.deepEqual(await find(filter), names, filter);
  };

  test('7644-3.4.2.2-20 every example of figure 2 selects what its text says', () =>
    all([
      ['userName eq "bjensen"', 'bjensen'],
      [`name.familyName co "O'Malley"`, 'bjensen'],
      ['userName sw "J"', 'jsmith', 'Jdoe'],
      [`${CORE_USER}:userName sw "J"`, 'jsmith', 'Jdoe'],
      ['title pr', 'bjensen', 'jsmith'],
      [`meta.lastModified gt "${between}"`, 'jsmith', 'Jdoe', 'plain'],
      [`meta.lastModified ge "${between}"`, 'jsmith', 'Jdoe', 'plain'],
      [`meta.lastModified lt "${between}"`, 'bjensen'],
      [`meta.lastModified le "${between}"`, 'bjensen'],
      ['title pr and userType eq "Employee"', 'bjensen'],
      ['title pr or userType eq "Intern"', 'bjensen', 'jsmith'],
      [`schemas eq "${ENTERPRISE}"`, 'bjensen'],
      [
        'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
        'bjensen',
      ],
      [
        'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
        'plain',
      ],
      ['userType eq "Employee" and (emails.type eq "work")', 'bjensen'],
      ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', 'bjensen'],
      [
        'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
        'bjensen',
      ],
    ]));

  test('7644-3.4.2.2-09 and binds tighter than or, not tighter than and, brackets before all (scim2#79, scimmy: De Morgan)', () =>
    all([
      ['userName eq "plain" or title pr and active eq false', 'jsmith', 'plain'],
      ['(userName eq "plain" or title pr) and active eq false', 'jsmith'],
      ['not (title pr) and userType pr', 'Jdoe'],
      ['not (title pr or userType pr)', 'plain'],
      ['not (title pr and active eq true)', 'jsmith', 'Jdoe', 'plain'],
      ['not(not (not (title pr)))', 'Jdoe', 'plain'],
      [`${'('.repeat(10)}userName eq "Jdoe"${')'.repeat(10)}`, 'Jdoe'],
      ['title eq "(and)" or userName eq "jdoe"', 'Jdoe'],
    ]));

  test('7644-3.4.2.2-10 7644-3.4.2.2-11 7644-3.4.2.2-12 7643-2.4-04 brackets ask one element, a dot asks any (scim2-parse-filter: matches across elements)', () =>
    all([
      ['emails[type eq "work" and value co "@home"]'],
      ['emails.type eq "work" and emails.value co "@home"', 'bjensen'],
      ['emails[not (type eq "work") and (value co "home" or value co "org")]', 'bjensen', 'jsmith'],
      ['emails[type eq "work"].value ew "corp.example"', 'Jdoe'],
      ['emails.type ne "work"', 'bjensen', 'jsmith', 'Jdoe'],
      ['not (emails.type eq "work")', 'jsmith', 'plain'],
      ['emails[primary eq false]', 'bjensen', 'jsmith', 'Jdoe'],
      ['emails[primary eq "True"]', 'bjensen'],
    ]));

  test('7644-3.4.2.2-04 7644-3.4.2.2-06 what has no value: ne is true of it, pr false, every other comparison false', () =>
    all([
      ['userType ne "Employee"', 'jsmith', 'Jdoe', 'plain'],
      ['userType eq "Employee" or userType ne "Employee"', 'bjensen', 'jsmith', 'Jdoe', 'plain'],
      ['title co ""', 'bjensen', 'jsmith'],
      ['nickName pr'],
      ['title eq null', 'Jdoe', 'plain'],
      ['title ne null', 'bjensen', 'jsmith'],
      ['name pr', 'bjensen', 'plain'],
      ['emails pr', 'bjensen', 'jsmith', 'Jdoe'],
      ['not (emails pr)', 'plain'],
      ['active ne true', 'jsmith'],
      ['meta pr and schemas pr and id pr', 'bjensen', 'jsmith', 'Jdoe', 'plain'],
    ]));

  test('7644-3.4.2.2-05 co, sw and ew take every character for itself', () =>
    all([
      ['name.givenName co "%"', 'plain'],
      ['name.givenName co "%_O"', 'plain'],
      ['name.givenName sw "50%"', 'plain'],
      ['name.givenName sw "%"'],
      ['name.givenName ew "\\\\"', 'plain'],
      ['name.givenName ew "off_"'],
      ['userName co "_"'],
      ['userName sw "%"'],
      ['userName co "*"'],
      ['emails.value ew "%"'],
    ]));

  test('7644-3.4.2.2-02 7644-3.4.2.2-16 7643-3.1-09 letter case counts only where the schema says so', () =>
    all([
      ['USERNAME EQ "BJENSEN" AND NOT (NickName PR)', 'bjensen'],
      ['userName sw "JD"', 'Jdoe'],
      ['title co "PRESIDENT"', 'bjensen'],
      ['externalId eq "Bj-1"', 'bjensen'],
      ['externalId eq "bj-1"'],
      ['externalId sw "bj"'],
      ['externalId sw "Bj"', 'bjensen'],
      ['externalId co "J"'],
      ['externalId ne "bj-1"', 'bjensen', 'jsmith', 'Jdoe', 'plain'],
      [`id eq "${id['plain']?.toUpperCase()}"`],
      ['emails.value eq "BABS@HOME.example"', 'bjensen'],
    ]));

  test('7644-3.4.2.2-07 an instant is the same in every offset, text stands by code point', () => {
    const local = new Date(Date.parse(between) + 5.5 * 3_600_000).toISOString();
    return all([
      [`meta.created gt "${local.replace('Z', '+05:30')}"`, 'jsmith', 'Jdoe', 'plain'],
      [`meta.created lt "${local.replace('Z', '+05:30')}"`, 'bjensen'],
      ['userName gt "jdoe" and userName lt "plain"', 'jsmith'],
      ['userName ge "JDOE" and userName le "JSMITH"', 'jsmith', 'Jdoe'],
      ['title lt "f"', 'jsmith'],
    ]);
  });

  test('7644-3.4.2.2-13 7644-3.4.2.2-17 7644-3.4.2.2-19 values, names and parts in every spelling', () =>
    all([
      ['userName eq "\\u0042jensen"', 'bjensen'],
      ['name.familyName eq "o\'malley"', 'bjensen'],
      ['title eq "a\\"b"'],
      ['title eq "x]"'],
      [`${CORE_USER}:name.familyName pr`, 'bjensen'],
      [`${ENTERPRISE}:department eq "tours"`, 'bjensen'],
      [`schemas co "enterprise" and schemas eq "${CORE_USER}"`, 'bjensen'],
      ['schemas[value ew ":User"]', 'bjensen', 'jsmith', 'Jdoe', 'plain'],
    ]));

  test('7644-3.4.2.2-08 7644-3.4.2.2-13 7644-3.4.2.2-22 7644-7.5.2-01 what means nothing is 400 invalidFilter', async () => {
    for (const filter of [
      'active gt true',
      'active co "t"',
      'x509Certificates.value lt "a"',
      'meta.created gt "x"',
      'meta.created co "2026"',
      'name eq "x"',
      'userName regex "x"',
      'password eq "x"',
      'password pr',
      'not (password sw "a")',
      'meta.version eq "W/\\"1\\""',
    ]) {
      const answer = await scim.get(`/Users?filter=${encodeURIComponent(filter)}`);
      assertScimError(answer, 400, 'invalidFilter');
    }
    for (const sortBy of ['password', 'PASSWORD', `${CORE_USER}:password`]) {
      assertScimError(await scim.get(`/Users?sortBy=${sortBy}`), 400, 'invalidFilter');
    }
    assertScimError(await scim.get('/Users?sortBy=name'), 400, 'invalidValue');
  });

  test('a plus that is not encoded is found in addresses, external ids and dates', async () => {
    const made = await scim.addUser({ userName: 'ada+tag@example.org', externalId: 'q+/8+w==' });
    const created = new Date(String(made.at('meta', 'created')));
    // The same instant, an hour ahead of UTC.
    const ahead = new Date(created.getTime() + 3_600_000).toISOString().replace('Z', '+01:00');
    for (const filter of [
      'userName eq "ada+tag@example.org"',
      'externalId eq "q+/8+w=="',
      `userName sw "ada+" and meta.created eq "${ahead}"`,
    ]) {
      const found = await scim.get(`/Users?filter=${encodeURI(filter)}`);
      assert.equal(found.at('Resources', 0, 'id'), idOf(made), `${filter} ${found.text}`);
    }
  });
});
