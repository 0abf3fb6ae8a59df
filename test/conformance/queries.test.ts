// RFC 7644 §3.4.2 and §3.6: filters over every type, lists, and deleted resources.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BADGE, unit, withCustomSchemas } from '../support/custom-schemas.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { assertScimError, fresh, idOf, type Scim, startScim } from '../support/scim.ts';
import {
  each,
  filtered,
  idsBy,
  LIST_RESPONSE,
  patch,
  patchBody,
  resourcesOf,
  SEARCH_REQUEST,
} from '../support/scim-calls.ts';

const PEOPLE = {
  nine: {
    title: 'a"b',
    active: true,
    [BADGE]: { level: 9, weight: -1500, issued: '2026-01-02T10:00:00+02:00', valid: true },
  },
  ten: {
    title: '(and)',
    active: false,
    [BADGE]: { level: 10, weight: 2.5, issued: '2026-01-02T10:00:00Z', valid: false },
  },
  none: { title: 'x]' },
} as const;

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine, withCustomSchemas);
    for (const [userName, more] of Object.entries(PEOPLE))
      await scim.addUser({ userName, ...more });
  });
  after(() => scim.close());

  const names = async (filter: string) => {
    const among = '(userName eq "nine" or userName eq "ten" or userName eq "none")';
    return each(await filtered(scim, '/Users', `${among} and (${filter})`), 'userName');
  };
  const all = async (cases: readonly (readonly [filter: string, ...found: string[]])[]) => {
    for (const [filter, ...found] of cases) assert.deepEqual(await names(filter), found, filter);
  };

  test('7644-3.4.2.2-04 7644-3.4.2.2-07 every comparison on text, Booleans, numbers and instants, set and unset', () =>
    all([
      ['title eq "(AND)"', 'ten'],
      ['title ne "(AND)"', 'nine', 'none'],
      [`${BADGE}:valid eq true`, 'nine'],
      [`${BADGE}:valid ne true`, 'ten', 'none'],
      [`${BADGE}:level eq 9`, 'nine'],
      [`${BADGE}:level ne 9`, 'ten', 'none'],
      [`${BADGE}:level gt 9`, 'ten'],
      [`${BADGE}:level ge 9`, 'nine', 'ten'],
      [`${BADGE}:level lt 10`, 'nine'],
      [`${BADGE}:level le 10`, 'nine', 'ten'],
      [`${BADGE}:issued eq "2026-01-02T08:00:00Z"`, 'nine'],
      [`${BADGE}:issued ne "2026-01-02T08:00:00Z"`, 'ten', 'none'],
      [`${BADGE}:issued gt "2026-01-02T04:00:00-04:00"`, 'ten'],
      [`${BADGE}:issued le "2026-01-02T08:00:00.000Z"`, 'nine'],
      ['title gt "(zzz"', 'nine', 'none'],
      ['title lt "B"', 'nine', 'ten'],
    ]));

  test('7644-3.4.2.2-18 values are JSON in all its spellings', () =>
    all([
      ['title eq "a\\"b"', 'nine'],
      ['title eq "\\u0061\\u0022\\u0062"', 'nine'],
      ['title eq "(and)"', 'ten'],
      ['title eq "x]"', 'none'],
      [`${BADGE}:weight eq -1.5e3`, 'nine'],
      [`${BADGE}:weight eq 25E-1`, 'ten'],
      [`${BADGE}:valid eq false`, 'ten'],
      [`${BADGE}:level eq null`, 'none'],
      [`${BADGE}:level ne null`, 'nine', 'ten'],
    ]));

  test('7644-3.4.2.2-03 7644-3.12-11 what is no expression is invalidFilter, in a list, in .search and in a path', async () => {
    const path = `/Users/${idOf(await scim.addUser())}`;
    for (const filter of [
      'userName',
      'userName eq',
      'eq "x"',
      'userName eq "x" and',
      'or title pr',
      'not',
      'not title pr',
      '(title pr',
      'title pr)',
      'userName eq "x" title pr',
      'userName "x"',
      'userName zz "x"',
      'emails[type eq "work"',
      'emails[]',
    ]) {
      const body = { schemas: [SEARCH_REQUEST], filter };
      assertScimError(await filtered(scim, '/Users', filter), 400, 'invalidFilter');
      const searched = await scim.call('POST', '/Users/.search', { body });
      assertScimError(searched, 400, 'invalidFilter');
    }
    assertScimError(await scim.get('/Users?filter='), 400, 'invalidFilter');
    const removed = { op: 'remove', path: 'emails[type zz "x"]' };
    assertScimError(await patch(scim, path, removed), 400, 'invalidFilter');
  });

  test('7644-3.4.2-01 7644-3.4.2-02 7644-3.4.2-04 every list is a ListResponse that says which part of how many it is', async () => {
    for (let i = 0; i < 5; i += 1) await scim.addGroup({ ...unit, externalId: `part-${i}` });
    for (const path of ['/Users', '/Groups', '/', '/Schemas', '/ResourceTypes']) {
      const list = await scim.get(path);
      assert.deepEqual(list.at('schemas'), [LIST_RESPONSE], path);
      assert.equal(list.at('totalResults'), resourcesOf(list).length, path);
    }
    for (const start of [1, 3, 5]) {
      const query = { filter: 'externalId sw "part-"', startIndex: start, count: 2 };
      const page = await filtered(scim, '/Groups', query.filter, `&startIndex=${start}&count=2`);
      const body = { schemas: [SEARCH_REQUEST], ...query };
      const searched = await scim.call('POST', '/Groups/.search', { body });
      for (const { at } of [page, searched]) {
        assert.deepEqual(
          [at('totalResults'), at('startIndex'), at('itemsPerPage')],
          [5, start, start === 5 ? 1 : 2],
        );
      }
    }
  });

  test('7644-3.4.2.4-05 pages can be asked for in any order', async () => {
    const whole = await idsBy(scim, '/Users', 'userName pr');
    const pages: unknown[][] = [];
    for (let start = whole.length; start >= 1; start -= 1) {
      const page = await filtered(scim, '/Users', 'userName pr', `&startIndex=${start}&count=1`);
      pages.unshift([...each(page, 'id')]);
    }
    assert.deepEqual(pages.flat(), whole);
  });

  test('7644-3.6-01 7644-3.6-02 7644-3.6-03 7644-3.6-04 what was deleted is nowhere: by no verb, in no list, no group, no conflict', async () => {
    const userName = fresh();
    const displayName = fresh();
    const user = idOf(await scim.addUser({ userName }));
    const group = idOf(await scim.addGroup({ ...unit, displayName, members: [{ value: user }] }));
    const outer = idOf(await scim.addGroup({ ...unit, members: [{ value: group }] }));
    for (const [path, id, name, value] of [
      ['/Users', user, 'userName', userName],
      ['/Groups', group, 'displayName', displayName],
    ] as const) {
      const one = `${path}/${id}`;
      const gone = await scim.call('DELETE', one);
      assert.deepEqual([gone.status, gone.text], [204, '']);
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { [name]: value, ...unit }],
        ['PATCH', patchBody({ op: 'add', path: 'externalId', value: 'x' })],
        ['DELETE', undefined],
      ] as const) {
        assertScimError(await scim.call(method, one, { body }), 404);
      }
      for (const filter of [`id eq "${id}"`, `${name} eq "${value}"`]) {
        for (const list of [path, '/']) {
          assert.deepEqual(await idsBy(scim, list, filter), [], `${list} ${filter}`);
        }
      }
      const again = await scim.call('POST', path, { body: { [name]: value, ...unit } });
      assert.equal(again.status, 201, again.text);
      assert.notEqual(idOf(again), id);
    }
    assert.deepEqual((await scim.get(`/Groups/${outer}`)).at('members'), []);
    assert.deepEqual(await idsBy(scim, '/Groups', `members.value eq "${user}"`), []);
  });
});
