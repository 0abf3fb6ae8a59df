// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const NUMBERS = ['totalResults', 'startIndex', 'itemsPerPage'] as const;

const resources = (answer: Answer): readonly unknown[] => {
  const found = answer.at('Resources');
  assert.ok(Array.isArray(found), answer.text);
  return found;
};
const idsOf = (answer: Answer) => resources(answer).map((user) => Object(user).id);

forEachEngine((engine) => {
  let scim: Scim;
  const ids: string[] = [];
  before(async () => {
    scim = await startScim(engine);
    for (let i = 0; i < 5; i += 1) {
      const emails = [{ value: `u${i}@example.com`, type: 'work' }];
      ids.push(idOf(await scim.addUser({ userName: `u${i}`, displayName: 'Same', emails })));
    }
  });
  after(() => scim.close());

  const filtered = (filter: string, more = '') =>
    scim.get(`/Users?filter=${encodeURIComponent(filter)}${more}`);

  test('7644-3.4.2-01 7644-3.1-02 without parameters: all, in order of creation, break-glass admin left out', async () => {
    const answer = await scim.get('/Users');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.at('schemas'), [LIST]);
    assert.deepEqual(
      NUMBERS.map((name) => answer.at(name)),
      [5, 1, 5],
    );
    assert.deepEqual(idsOf(answer), ids);
  });

  test('7644-3.4.2.4-01 7644-3.4.2.4-04 7644-3.4.2.4-05 7644-3.4.2-02 7644-3.4.2-04 every page size walks the same list', async () => {
    for (const size of [1, 2, 5, 7]) {
      const walked: string[] = [];
      for (let start = 1; start <= 5; start += size) {
        const page = await scim.get(`/Users?startIndex=${start}&count=${size}`);
        const here = Math.min(size, 6 - start);
        assert.deepEqual(
          NUMBERS.map((name) => page.at(name)),
          [5, start, here],
        );
        walked.push(...idsOf(page));
      }
      assert.deepEqual(walked, ids);
    }
    const beyond = await scim.get('/Users?startIndex=6');
    assert.deepEqual(
      NUMBERS.map((name) => beyond.at(name)),
      [5, 6, 0],
    );
    assert.deepEqual(beyond.at('Resources'), []);
    const deep = await scim.get('/Users?startIndex=999999999999');
    assert.deepEqual(deep.at('Resources'), []);
    for (const first of ['0', '-5', '']) {
      const page = await scim.get(`/Users?startIndex=${first}&count=1`);
      assert.deepEqual([page.at('startIndex'), ...idsOf(page)], [1, ids[0]]);
    }
  });

  test('7644-3.4.2.4-02 7644-3.4.2.4-03 7644-3.4.2.4-06 count: none, capped, and what is not a number', async () => {
    for (const count of ['0', '-1']) {
      const page = await scim.get(`/Users?count=${count}`);
      assert.deepEqual(
        NUMBERS.map((name) => page.at(name)),
        [5, 1, 0],
      );
      assert.deepEqual(page.at('Resources'), []);
    }
    assert.equal((await scim.get('/Users?count=1000000000')).at('itemsPerPage'), 5);
    assertScimError(await scim.get('/Users?count=abc'), 400, 'invalidValue');
    assertScimError(await scim.get('/Users?startIndex=1.5'), 400, 'invalidValue');
    assertScimError(await scim.get('/Users?count=1&count=2'), 400, 'invalidValue');
  });

  test('7644-3.4.2-06 no match is 200 with an empty list, also for what could be no userName', async () => {
    for (const value of [
      'nobody',
      'f52dcb88-9fa1-4ec7-984f-7bc2d4046a9c',
      "' or 1=1 --",
      'x'.repeat(2000),
    ]) {
      const answer = await filtered(`userName eq "${value}"`);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(
        NUMBERS.map((name) => answer.at(name)),
        [0, 1, 0],
      );
      assert.deepEqual(answer.at('Resources'), []);
    }
  });

  test('7644-3.4.2.2-02 7644-3.4.2.2-10 7644-3.10-01 7644-3.10-02 filters of the identity providers', async () => {
    const one = [
      'userName eq "U1"',
      'USERNAME EQ "u1"',
      'userName eq u1',
      `${CORE_USER}:userName eq "u1"`,
      'emails[type eq "work"].value eq "u1@example.com"',
      'emails eq "U1@example.com"',
      'emails.value eq "u1@example.com" and active eq true',
      `displayName eq "same" and id eq "${ids[1]}"`,
    ];
    for (const filter of one) assert.deepEqual(idsOf(await filtered(filter)), [ids[1]], filter);
    assert.deepEqual(idsOf(await filtered('displayName eq "same"')), ids);
    const plus = await scim.get('/Users?aadOptscim062020&filter=userName+eq+%22u1%22');
    assert.deepEqual(idsOf(plus), [ids[1]]);
    const slash = await scim.get('/Users/?filter=userName+eq+%22u1%22');
    assert.deepEqual(idsOf(slash), [ids[1]]);
    const second = await filtered('displayName eq "same"', '&startIndex=2&count=2');
    assert.deepEqual(idsOf(second), ids.slice(1, 3));
    assert.equal(second.at('totalResults'), 5);
  });

  test('7644-3.4.2.2-15 7643-4.1.1-12 a filter that can not be is 400 invalidFilter', async () => {
    for (const filter of [
      '',
      'userName',
      'userName eq',
      'userName zz "a"',
      'nothing eq "a"',
      'password eq "x"',
      'active gt true',
      'name eq "x"',
      '('.repeat(1000),
      `userName eq "${'x'.repeat(10_000)}"`.slice(0, 10_000),
      'userName eq "a\\u0000b"',
    ]) {
      const answer = await filtered(filter);
      assert.equal(answer.status, 400, filter.slice(0, 50));
      assert.match(String(answer.at('scimType')), /^invalid(Filter|Value)$/);
    }
    const detail = String((await filtered('userName zz "u"')).at('detail'));
    assert.match(detail, /position 10 is not an operator.*\beq\b.*\bpr\b/s);
    assertScimError(await scim.get('/Users?filter=%ff'), 400, 'invalidValue');
  });

  test('7644-3.14-02 7644-3.4.2.5-01 a list shows what single reads show, version and derived attributes included', async () => {
    const boss = idOf(await scim.addUser({ displayName: 'Boss' }));
    const userName = fresh();
    const user = idOf(await scim.addUser({ userName, [ENTERPRISE]: { manager: { value: boss } } }));
    const inner = await scim.addGroup({ members: [{ value: user }] });
    await scim.addGroup({ members: [{ value: idOf(inner) }] });
    const single = await scim.get(`/Users/${user}`);
    const filter = `userName eq "${userName}"`;
    const list = await filtered(filter);
    assert.deepEqual(resources(list), [single.body]);
    assert.equal(list.at('Resources', 0, 'meta', 'version'), etagOf(single));
    assert.deepEqual(resources(await filtered(filter, '&attributes=userName')), [
      { schemas: [CORE_USER, ENTERPRISE], id: user, userName },
    ]);
    const groups = await filtered(filter, '&attributes=groups.display');
    assert.equal(groups.at('Resources', 0, 'groups', 'length'), 2);
    const version = await filtered(filter, '&attributes=meta.version');
    assert.equal(version.at('Resources', 0, 'meta', 'version'), etagOf(single));
    for (const id of [user, boss]) await scim.call('DELETE', `/Users/${id}`);
  });

  test('the break-glass admin is no oracle', async () => {
    for (const filter of ['userName eq "admin"', `id eq "${scim.instance.account.userId}"`]) {
      assert.equal((await filtered(filter)).at('totalResults'), 0);
    }
  });

  test('7644-3.4.2.4-03 large pages and pages of a scan are whole', async () => {
    const { db, directory, ids: made } = scim.instance.services;
    const { accountId } = scim.instance.account;
    await db.transaction(async (tx) => {
      const actor = { accountId, via: 'scim' } as const;
      for (let i = 0; i < 1200; i += 1) {
        const attributes = { userName: `bulk-${made.next()}`, nickName: 'bulk' };
        await directory.createUser(tx, actor, { attributes, origin: 'provisioned' });
      }
    });
    const page = await scim.get('/Users?count=2000&startIndex=3');
    assert.deepEqual(
      NUMBERS.map((name) => page.at(name)),
      [1205, 3, 1000],
    );
    const scanned = await filtered('nickName eq "BULK"', '&count=1000&startIndex=201');
    assert.deepEqual(
      NUMBERS.map((name) => scanned.at(name)),
      [1200, 201, 1000],
    );
    assert.equal(new Set(idsOf(scanned)).size, 1000);
  });
});
