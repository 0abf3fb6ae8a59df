// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  assertScimError,
  CORE_USER,
  ENTERPRISE,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

const namesOf = (answer: Answer): readonly unknown[] => {
  assert.equal(answer.status, 200, answer.text);
  const found = answer.at('Resources');
  assert.ok(Array.isArray(found), answer.text);
  return found.map((resource) => Object(resource).userName ?? Object(resource).displayName);
};

forEachEngine((engine) => {
  let scim: Scim;
  const id: Record<string, string> = {};
  before(async () => {
    scim = await startScim(engine);
    id['ann'] = idOf(
      await scim.addUser({
        userName: 'ann',
        displayName: 'Ann',
        title: 'Chief',
        emails: [{ value: 'ann@a.example', type: 'work' }],
        [ENTERPRISE]: { department: 'Tours' },
      }),
    );
    id['bob'] = idOf(await scim.addUser({ userName: 'bob', displayName: 'bob' }));
    const members = [{ value: id['ann'] }];
    id['crew'] = idOf(await scim.addGroup({ displayName: 'Crew', externalId: 'c', members }));
    id['able'] = idOf(await scim.addGroup({ displayName: 'able' }));
  });
  after(() => scim.close());

  const search = (path: string, parameters: object): Promise<Answer> =>
    scim.call('POST', `${path}/.search`, { body: { schemas: [SEARCH], ...parameters } });
  const root = (query: string) => scim.get(`/?${query}`);
  const filtered = (filter: string, more = '') =>
    root(`filter=${encodeURIComponent(filter)}${more}`);

  test('7644-3.4.2.1-01 7644-3.4.2-01 the base URL lists users and groups together, with and without a slash', async () => {
    const all = ['ann', 'bob', 'Crew', 'able'];
    for (const path of ['', '/', '/?count=10', '?startIndex=1']) {
      const answer = await scim.get(path);
      assert.deepEqual(namesOf(answer), all, path);
      assert.deepEqual([answer.at('totalResults'), answer.at('itemsPerPage')], [4, 4]);
    }
    const crew = await scim.get(`/Groups/${id['crew']}`);
    assert.deepEqual((await root('startIndex=3&count=1')).at('Resources', 0), crew.body);
    assert.deepEqual(namesOf(await search('', {})), all);
  });

  test('7644-3.4.2.1-02 meta.resourceType picks types, unquoted too', async () => {
    assert.deepEqual(namesOf(await filtered('meta.resourceType eq "Group"')), ['Crew', 'able']);
    assert.deepEqual(namesOf(await filtered('meta.resourceType eq User')), ['ann', 'bob']);
    const either = 'meta.resourceType eq "User" or meta.resourceType eq "Group"';
    assert.equal(namesOf(await filtered(either)).length, 4);
    const none = await filtered('meta.resourceType eq "Device"');
    assert.deepEqual([none.at('totalResults'), none.at('Resources')], [0, []]);
  });

  test('7644-3.4.2.1-04 an attribute that a type lacks has no value there', async () => {
    const cases: readonly (readonly [string, ...string[]])[] = [
      ['userName pr', 'ann', 'bob'],
      ['not (userName pr)', 'Crew', 'able'],
      ['title ne "Chief"', 'bob', 'Crew', 'able'],
      ['members pr or title pr', 'ann', 'Crew'],
      [`members.value eq "${id['ann']}"`, 'Crew'],
      [`groups.value eq "${id['crew']}"`, 'ann'],
      ['displayName sw "a"', 'ann', 'able'],
      [`id eq "${id['bob']}" or id eq "${id['able']}"`, 'bob', 'able'],
      ['externalId eq "c"', 'Crew'],
      [`${ENTERPRISE}:department eq "tours"`, 'ann'],
    ];
    for (const [filter, ...names] of cases) {
      assert.deepEqual(namesOf(await filtered(filter)), names, filter);
      assert.deepEqual(namesOf(await search('', { filter })), names, filter);
    }
    assertScimError(await filtered('nothing eq "x"'), 400, 'invalidFilter');
  });

  test('7644-3.4.2.3-04 the types are sorted and paged as one list', async () => {
    const ascending = ['able', 'ann', 'bob', 'Crew'];
    assert.deepEqual(namesOf(await root('sortBy=displayName')), ascending);
    const descending = await root('sortBy=displayName&sortOrder=descending');
    assert.deepEqual(namesOf(descending), ascending.toReversed());
    for (let start = 1; start <= 4; start += 1) {
      const page = await root(`sortBy=displayName&startIndex=${start}&count=1`);
      assert.deepEqual(namesOf(page), ascending.slice(start - 1, start));
      assert.equal(page.at('totalResults'), 4);
    }
    // Resources whose type lacks the attribute come last, or first when descending.
    assert.deepEqual(namesOf(await root('sortBy=userName')), ['ann', 'bob', 'Crew', 'able']);
    const last = await root('sortBy=userName&sortOrder=descending');
    assert.deepEqual(namesOf(last), ['Crew', 'able', 'bob', 'ann']);
    for (const sortBy of ['active', 'meta.created', 'title', 'members.display', 'groups.value']) {
      assert.equal(namesOf(await root(`sortBy=${sortBy}`)).length, 4, sortBy);
    }
    assertScimError(await root('sortBy=nothing'), 400, 'invalidValue');
  });

  test('7644-3.4.3-01 7644-3.4.3-03 7644-3.4.2.5-01 7644-3.4.2.5-02 7644-3.4.2.5-03 .search answers what GET answers', async () => {
    const parameters: readonly Readonly<Record<string, unknown>>[] = [
      {},
      { count: 1 },
      { count: 0 },
      { startIndex: 2, count: 2 },
      { filter: 'displayName sw "A"' },
      { sortBy: 'displayName', sortOrder: 'descending' },
      { attributes: ['displayName', 'emails.value', 'members.value'] },
      { attributes: ['ID', `${CORE_USER}:userName`, `${ENTERPRISE}:department`, 'nothing'] },
      { excludedAttributes: ['meta', 'id', 'members', 'schemas'] },
      { filter: 'displayName pr', sortBy: 'id', startIndex: 1, count: 3, attributes: ['id'] },
    ];
    for (const path of ['/Users', '/Groups', '']) {
      for (const each of parameters) {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(each)) query.set(name, String(value));
        const answer = await scim.get(`${path}?${query}`);
        assert.equal(answer.status, 200, answer.text);
        const what = `${path} ${JSON.stringify(each)}`;
        assert.deepEqual((await search(path, each)).body, answer.body, what);
      }
    }
    const shown = await search('/Users', { excludedAttributes: ['id', 'userName'] });
    assert.deepEqual(
      [shown.at('Resources', 0, 'id'), shown.at('Resources', 0, 'userName')],
      [id['ann'], undefined],
    );
    assert.equal((await scim.get('/Users')).at('totalResults'), 2, 'nothing was created');
  });

  test('7644-3.4.3-02 7644-3.12-15 7644-3.12-11 a body that is no SearchRequest, and what is wrong in one', async () => {
    for (const path of ['/Users/.search', '/Groups/.search', '/.search']) {
      const post = (body: unknown) => scim.call('POST', path, { body });
      for (const body of [[], 'x', 5, { filter: {} }]) {
        assertScimError(await post(JSON.stringify(body)), 400, 'invalidSyntax');
      }
      assertScimError(await post({ schemas: ['urn:example:x'] }), 400, 'invalidValue');
      assertScimError(await post({ schemas: [SEARCH], filter: 'id zz "x"' }), 400, 'invalidFilter');
      assertScimError(await post({ schemas: [SEARCH], count: 'x' }), 400, 'invalidValue');
      assertScimError(await post({ schemas: [SEARCH], sortOrder: 'up' }), 400, 'invalidValue');
      for (const method of ['GET', 'PUT', 'DELETE']) {
        assertScimError(await scim.call(method, path), 405);
      }
    }
  });

  test('a member may search nothing, and nobody without credentials', async () => {
    const { token } = await scim.instance.addUser('member');
    const body = { schemas: [SEARCH] };
    for (const path of ['/Users/.search', '/.search']) {
      assertScimError(await scim.call('POST', path, { body, token }), 403);
      assertScimError(await scim.call('POST', path, { body, token: null }), 401);
    }
    assertScimError(await scim.get('/', { token }), 403);
    assertScimError(await scim.get('', { token: null }), 401);
  });
});
