import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { groupListing } from '#scim/groups/group-listing.ts';
import { findPage } from '#scim/list/find-page.store.ts';
import {
  compileFilter,
  ENTERPRISE_USER,
  groupType,
  ScimError,
  userType,
} from '#scim/protocol/index.ts';
import { builtInTypes } from '#scim/scim-types.ts';
import { userListing } from '#scim/users/user-listing.ts';
import { openDirectory, type TestDirectory } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';

const baseUrl = 'https://forms.example.com/scim/v2';

/** All attributes; the break-glass user and a user of another account have the same ones. */
const FULL: JsonObject = {
  userName: 'Ann@Example.com',
  externalId: 'Ext-1',
  displayName: 'Ann Émile',
  active: true,
  name: {
    formatted: 'Ms. Ann É. Émile III',
    familyName: 'Émile',
    givenName: 'Ann',
    middleName: 'É.',
    honorificPrefix: 'Ms.',
    honorificSuffix: 'III',
  },
  nickName: 'Annie',
  profileUrl: 'https://People.example.com/Ann',
  title: 'Engineer',
  userType: 'Employee',
  preferredLanguage: 'fr-CH',
  locale: 'fr-CH',
  timezone: 'Europe/Zurich',
  emails: [
    { value: 'Ann@Work.example', type: 'work', display: 'Work mail', primary: true },
    { value: 'ann@home.example', type: 'home' },
  ],
  phoneNumbers: [{ value: '+41 1', type: 'Mobile' }],
  ims: [{ value: 'ann.im', type: 'xmpp' }],
  photos: [{ value: 'https://P.example/a.png', type: 'photo' }],
  addresses: [{ locality: 'Genève', country: 'CH', type: 'work', postalCode: '1200' }],
  entitlements: [{ value: 'Desk' }],
  roles: [{ value: 'Lead', display: 'Team lead', primary: true }],
  x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQ==' }],
  [ENTERPRISE_USER]: {
    employeeNumber: '701984',
    costCenter: '4130',
    organization: 'Acme',
    division: 'Theme Park',
    department: 'Tours',
  },
};

forEachEngine((engine) => {
  let d: TestDirectory;
  const id: Record<string, string> = {};

  before(async () => {
    d = await openDirectory(engine);
    id['boss'] = (await d.addUser({ userName: 'boss', displayName: 'The Boss' })).id;
    d.clock.advance(1000);
    const manager = {
      ...(FULL[ENTERPRISE_USER] as JsonObject),
      manager: { value: id['boss'] ?? '' },
    };
    id['ann'] = (await d.addUser({ ...FULL, [ENTERPRISE_USER]: manager })).id;
    d.clock.advance(1000);
    id['bob'] = (await d.addUser({ userName: 'bob', active: false })).id;
    const hidden = { ...FULL, userName: 'glass' };
    id['glass'] = (await d.addUser(hidden, { protected: true, role: 'admin' })).id;
    await d.write(async (tx) => {
      const { directory } = d;
      const group = async (displayName: string, members: readonly (string | undefined)[]) =>
        (
          await directory.createGroup(tx, d.actor('command-line'), {
            attributes: { displayName, externalId: `ext-${displayName}` },
            members: members.map((value) => ({ value: value ?? '' })),
            origin: 'provisioned',
          })
        ).group.id;
      id['tours'] = await group('Tours', [id['ann'], id['glass']]);
      id['staff'] = await group('Staff', [id['tours'], id['bob'], id['glass']]);
      id['empty'] = await group('Nobody', []);
      const other = await directory.createAccount(tx, { name: 'Other' });
      await directory.createUser(
        tx,
        { accountId: other.id, via: 'scim' },
        { attributes: FULL, origin: 'provisioned' },
      );
    });
  });
  after(() => d.close());

  const context = () => ({
    db: d.db.reader,
    accountId: d.account.id,
    baseUrl,
    types: builtInTypes,
  });
  const nameOf = (wanted: string) => Object.keys(id).find((name) => id[name] === wanted) ?? wanted;
  const withIds = (text: string) =>
    text.replaceAll(/\$([a-z]+)/g, (whole, name) => id[name] ?? whole);
  const find = async (
    kind: 'users' | 'groups',
    text: string,
    { startIndex, count } = { startIndex: 1, count: 10 },
  ) => {
    const filter = compileFilter(withIds(text), kind === 'users' ? userType : groupType);
    const listing = (kind === 'users' ? userListing : groupListing)(context(), filter, undefined);
    const { rows, totalResults } = await findPage(d.db, [listing], {
      order: 'ascending',
      count,
      from: { offset: startIndex - 1 },
      total: 'always',
    });
    return { names: rows.map((row) => nameOf(row.id)), totalResults };
  };

  const USERS: readonly (readonly [filter: string, ...names: string[]])[] = [
    ['id eq "$ann"', 'ann'],
    ['id eq "nobody"'],
    ['userName eq "ANN@example.COM"', 'ann'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:username Eq "ann@example.com"', 'ann'],
    ['externalId eq "Ext-1"', 'ann'],
    ['externalId eq "ext-1"'],
    ['displayName eq "ANN ÉMILE"', 'ann'],
    ['displayName eq "ann e\u0301mile"', 'ann'],
    ['active eq true', 'boss', 'ann'],
    ['active eq "False"', 'bob'],
    ['name.formatted eq "ms. ann É. émile iii"', 'ann'],
    ['name.familyName eq "ÉMILE"', 'ann'],
    ['name.givenName eq "ann"', 'ann'],
    ['name.middleName eq "é."', 'ann'],
    ['name.honorificPrefix eq "ms."', 'ann'],
    ['name.honorificSuffix eq "iii"', 'ann'],
    ['nickName eq "ANNIE"', 'ann'],
    ['profileUrl eq "https://People.example.com/Ann"', 'ann'],
    ['profileUrl eq "https://people.example.com/ann"'],
    ['title eq "engineer"', 'ann'],
    ['userType eq Employee', 'ann'],
    ['preferredLanguage eq "fr-ch"', 'ann'],
    ['locale eq "FR-CH"', 'ann'],
    ['timezone eq "europe/zurich"', 'ann'],
    ['emails eq "ann@work.example"', 'ann'],
    ['emails.value eq "ann@HOME.example"', 'ann'],
    ['emails.type eq "Work"', 'ann'],
    ['emails.display eq "work MAIL"', 'ann'],
    ['emails.primary eq true', 'ann'],
    ['emails.primary eq false', 'ann'],
    ['emails[type eq "work"].value eq "ann@work.example"', 'ann'],
    ['emails[type eq "home"].value eq "ann@work.example"'],
    ['emails[type eq "work" and value eq "ann@home.example"]'],
    ['emails[type eq "home" and primary eq false and value eq "ann@home.example"]', 'ann'],
    ['emails.type eq "work" and emails.value eq "ann@home.example"', 'ann'],
    ['phoneNumbers.value eq "+41 1"', 'ann'],
    ['phoneNumbers[type eq "mobile"].value eq "+41 1"', 'ann'],
    ['ims.value eq "ANN.im"', 'ann'],
    ['photos.value eq "https://P.example/a.png"', 'ann'],
    ['photos.value eq "https://p.example/a.png"'],
    ['addresses.locality eq "genève"', 'ann'],
    ['addresses[type eq "work" and country eq "ch"]', 'ann'],
    ['addresses.postalCode eq "1200"', 'ann'],
    ['entitlements.value eq "desk"', 'ann'],
    ['roles.value eq "lead"', 'ann'],
    ['roles[primary eq "True"].value eq "lead"', 'ann'],
    ['x509Certificates.value eq "MIIDQzCCAqygAwIBAgICEAAwDQ=="', 'ann'],
    ['groups eq "$tours"', 'ann'],
    ['groups.value eq "$staff"', 'ann', 'bob'],
    ['groups.display eq "STAFF"', 'ann', 'bob'],
    ['groups.type eq "indirect"', 'ann'],
    ['groups[value eq "$staff" and type eq "direct"]', 'bob'],
    [`groups.$ref eq "${baseUrl}/Groups/$tours"`, 'ann'],
    ['groups.value eq "$empty"'],
    ['manager eq "$boss"', 'ann'],
    ['manager.value eq "$glass"'],
    [`${ENTERPRISE_USER}:manager.value eq "$boss"`, 'ann'],
    [`manager.$ref eq "${baseUrl}/Users/$boss"`, 'ann'],
    ['manager.displayName eq "the boss"', 'ann'],
    ['employeeNumber eq "701984"', 'ann'],
    [`${ENTERPRISE_USER}:costCenter eq "4130"`, 'ann'],
    ['organization eq "acme"', 'ann'],
    ['division eq "theme park"', 'ann'],
    [`${ENTERPRISE_USER.toUpperCase()}:DEPARTMENT eq "tours"`, 'ann'],
    ['meta.created eq "2026-11-20T00:00:01Z"', 'ann'],
    ['meta.created eq "2026-11-20T02:00:01+02:00"', 'ann'],
    ['meta.lastModified eq "2026-11-20T00:00:02.000Z"', 'bob'],
    ['meta.resourceType eq "User"', 'boss', 'ann', 'bob'],
    ['meta.resourceType eq "Group"'],
    [`meta.location eq "${baseUrl}/Users/$bob"`, 'bob'],
    ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', 'boss', 'ann', 'bob'],
    [`schemas eq "${ENTERPRISE_USER}"`, 'ann'],
    ['userName eq "bob" and active eq false', 'bob'],
    ['active eq true and userName eq "bob"'],
    ['title eq "engineer" and emails eq "ann@work.example" and externalId eq "Ext-1"', 'ann'],
    ['userName eq "glass"'],
    ['id eq "$glass"'],
    ['id eq "$ann" and manager eq "$boss"', 'ann'],
    ['userName eq "x\' or 1=1 --"'],
  ];

  for (const [filter, ...names] of USERS) {
    test(`users: ${filter} finds ${names.join(', ') || 'nobody'}`, async () => {
      assert.deepEqual(await find('users', filter), { names, totalResults: names.length });
    });
  }

  const GROUPS: readonly (readonly [filter: string, ...names: string[]])[] = [
    ['id eq "$tours"', 'tours'],
    ['displayName eq "TOURS"', 'tours'],
    ['externalId eq "ext-Staff"', 'staff'],
    ['externalId eq "ext-staff"'],
    ['members eq "$ann"', 'tours'],
    ['members.value eq "$tours"', 'staff'],
    ['members[value eq "$bob"]', 'staff'],
    ['members[type eq "Group" and value eq "$bob"]'],
    ['members.type eq "group"', 'staff'],
    ['members.type eq "User"', 'tours', 'staff'],
    ['members.display eq "ann émile"', 'tours'],
    ['members.display eq "BOB"', 'staff'],
    ['members.display eq "tours"', 'staff'],
    [`members.$ref eq "${baseUrl}/Users/$ann"`, 'tours'],
    [`members.$ref eq "${baseUrl}/Groups/$tours"`, 'staff'],
    ['members eq "$glass"'],
    ['members.display eq "glass"'],
    ['id eq "$staff" and members eq "$glass"'],
    ['id eq "$staff" and members eq "$bob"', 'staff'],
    ['displayName eq "Staff" and members eq "$ann"'],
    ['meta.resourceType eq "Group"', 'tours', 'staff', 'empty'],
    [`meta.location eq "${baseUrl}/Groups/$empty"`, 'empty'],
    ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:Group"', 'tours', 'staff', 'empty'],
    ['meta.created eq "2026-11-20T00:00:02Z"', 'tours', 'staff', 'empty'],
  ];

  for (const [filter, ...names] of GROUPS) {
    test(`groups: ${filter} finds ${names.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await find('groups', filter), { names, totalResults: names.length });
    });
  }

  test('what can not be compared is refused with invalidFilter', async () => {
    for (const filter of [
      'meta.version eq "W/1"',
      'meta.version pr',
      'password eq "x"',
      'not (password pr)',
    ]) {
      await assert.rejects(
        () => find('users', filter),
        (error) => error instanceof ScimError && error.scimType === 'invalidFilter',
        filter,
      );
    }
  });

  test('pages of a filter neither overlap nor leave gaps, and each tells the same total', async () => {
    for (const filter of ['meta.resourceType eq "User"', 'groups.value eq "$staff"']) {
      const { names } = await find('users', filter);
      const walked: string[] = [];
      for (let startIndex = 1; startIndex <= names.length; startIndex += 1) {
        const page = await find('users', filter, { startIndex, count: 1 });
        assert.equal(page.totalResults, names.length);
        walked.push(...page.names);
      }
      assert.deepEqual(walked, names);
      const total = { names: [], totalResults: names.length };
      assert.deepEqual(await find('users', filter, { startIndex: 1, count: 0 }), total);
      assert.deepEqual(await find('users', filter, { startIndex: 1e15, count: 10 }), total);
    }
  });
});
