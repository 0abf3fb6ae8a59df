// Nightly: it sends requests of many operations.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../../../test/support/engines.ts';
import {
  assertScimError,
  ERROR,
  etagOf,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';
import {
  BULK_REQUEST,
  countBy,
  idIn,
  MISSING,
  managedBy,
  memberIds,
  members,
  newGroup,
  newUser,
  resultsOf,
  sendBulk,
  statuses,
} from '../../../test/support/scim-bulk.ts';

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const userNamed = (userName: string) => countBy(scim, '/Users', `userName eq "${userName}"`);

  test('7644-3.7-01 7644-3.7-04 7644-3.7-05 7644-3.7.3-01 7644-3.7.3-02 7644-3.7.3-03 7644-3.7.3-05 each operation has its result, in order, with what the single request would say', async () => {
    const old = await scim.addUser();
    const team = await scim.addGroup();
    const doomed = await scim.addGroup();
    const userName = fresh();
    const answer = await sendBulk(scim, [
      newUser('new', { userName, password: 'correct horse battery' }),
      { method: 'PUT', path: `/Users/${idOf(old)}`, data: { userName: old.at('userName') } },
      {
        method: 'PATCH',
        path: `/Groups/${idOf(team)}`,
        data: {
          schemas: [PATCH_OP],
          Operations: [{ op: 'add', path: 'members', value: [{ value: 'bulkId:new' }] }],
        },
      },
      {
        method: 'PATCH',
        path: `/Users/${idOf(old)}`,
        data: [{ op: 'add', value: { title: 'x' } }],
      },
      { method: 'DELETE', path: `/Groups/${idOf(doomed)}` },
    ]);
    assert.deepEqual(statuses(answer), ['201', '200', '204', '200', '204']);
    const [created, replaced, patched, titled, deleted] = resultsOf(answer);
    assert.equal(created?.bulkId, 'new');
    assert.doesNotMatch(answer.text, /correct horse|password/);
    const made = await scim.get(`/Users/${idIn(created)}`);
    assert.equal(made.at('userName'), userName);
    assert.equal(created?.location, made.at('meta', 'location'));
    assert.equal(replaced?.location, old.at('meta', 'location'));
    assert.equal(titled?.version, etagOf(await scim.get(`/Users/${idOf(old)}`)));
    assert.equal(patched?.version, etagOf(await scim.get(`/Groups/${idOf(team)}`)));
    assert.equal(deleted?.location, doomed.at('meta', 'location'));
    assert.deepEqual(await memberIds(scim, idOf(team)), [idOf(made)]);
    assertScimError(await scim.get(`/Groups/${idOf(doomed)}`), 404);
  });

  test('7644-3.7-02 7644-3.7-03 7644-3.7-04 7644-3.7-05 7644-3.7-07 7644-3.7.3-04 what is wrong with one operation fails that one, with the error inside', async () => {
    const id = idOf(await scim.addUser());
    const answer = await sendBulk(scim, [
      { method: 'GET', path: '/Users' },
      { method: 'POST', bulkId: 'a', data: {} },
      { ...newUser('b'), path: `/Users/${id}` },
      { method: 'DELETE', path: '/Users' },
      { ...newUser('c'), bulkId: undefined },
      newUser('d'),
      newUser('d'),
      { method: 'POST', path: '/Users', bulkId: 'e' },
      { method: 'PUT', path: `/Users/${id}` },
      newUser('f', { userName: 5 }),
      { ...newUser('g'), path: '/Me' },
      { method: 'POST', path: '/Users', bulkId: 'h', data: [] },
    ]);
    const results = resultsOf(answer);
    assert.deepEqual(
      results.map(({ status, response }) => `${status} ${response?.scimType ?? ''}`.trim()),
      [
        '400 invalidSyntax',
        '400 invalidSyntax',
        '400 invalidSyntax',
        '400 invalidSyntax',
        '400 invalidSyntax',
        '201',
        '400 invalidSyntax',
        '400 invalidSyntax',
        '400 invalidSyntax',
        '400 invalidValue',
        '404',
        '400 invalidSyntax',
      ],
    );
    assert.deepEqual(Object.keys(results[0]?.response ?? {}).sort(), [
      'detail',
      'schemas',
      'scimType',
      'status',
    ]);
    assert.match(String(results[9]?.response?.detail), /^userName: /);
    assert.deepEqual(answer.at('Operations', 0, 'response', 'schemas'), [ERROR]);
    assert.equal(answer.at('Operations', 0, 'response', 'status'), '400');
    assert.equal(results[9]?.location, undefined);
  });

  test('7644-3.7-01 7644-3.7-07 what is no bulk request at all is refused as a whole', async () => {
    const good = { schemas: [BULK_REQUEST], Operations: [newUser('a')] };
    for (const body of [
      '{"schemas":',
      '[]',
      '"x"',
      '',
      { schemas: [BULK_REQUEST] },
      { ...good, Operations: {} },
      { ...good, Operations: [5] },
      { ...good, Operations: [[]] },
    ]) {
      assertScimError(await scim.call('POST', '/Bulk', { body }), 400, 'invalidSyntax');
    }
    // Clients send the URN of another message, or none (see the tests of `schemas`).
    for (const schemas of [[PATCH_OP], undefined]) {
      const body = { schemas, Operations: [newUser('a')] };
      assert.equal((await scim.call('POST', '/Bulk', { body })).status, 200);
    }
    const unknown = { ...good, schemas: ['urn:example:unknown'] };
    assertScimError(await scim.call('POST', '/Bulk', { body: unknown }), 400, 'invalidValue');
    for (const more of [{ failOnErrors: 0 }, { failOnErrors: 'x' }, { atomic: 'maybe' }]) {
      assertScimError(await sendBulk(scim, [], more), 400, 'invalidValue');
    }
    assert.deepEqual(resultsOf(await sendBulk(scim, [])), []);
  });

  test('7644-3.7-06 the version of an operation is its If-Match', async () => {
    const one = await scim.addUser();
    const team = await scim.addGroup();
    const path = `/Users/${idOf(one)}`;
    const patch = (version: string, title: string) => ({
      method: 'PATCH',
      path,
      version,
      data: [{ op: 'add', value: { title } }],
    });
    const stale = 'W/"99"';
    const answer = await sendBulk(scim, [
      patch(etagOf(one), 'first'),
      patch(etagOf(one), 'second'),
      { method: 'PUT', path, version: stale, data: { userName: fresh() } },
      { method: 'DELETE', path, version: stale },
      { method: 'DELETE', path: `/Groups/${idOf(team)}`, version: stale },
      { method: 'PATCH', path: `/Groups/${idOf(team)}`, version: stale, data: [] },
      { method: 'DELETE', path: `/Groups/${idOf(team)}`, version: etagOf(team) },
      patch('*', 'any'),
    ]);
    const wanted = ['200', '412', '412', '412', '412', '412', '204', '200'];
    assert.deepEqual(statuses(answer), wanted);
    for (const { location } of resultsOf(answer)) assert.ok(location?.startsWith(scim.base));
    assert.equal((await scim.get(path)).at('title'), 'any');
  });

  test('7644-3.7-08 7644-3.7-09 failOnErrors stops after exactly as many failures, and without it nothing stops', async () => {
    const names = [fresh(), fresh(), fresh()] as const;
    const bad = { method: 'DELETE', path: `/Users/${MISSING}` };
    const mixed = () => [
      newUser('a', { userName: names[0] }),
      bad,
      newUser('b', { userName: names[1] }),
      bad,
      newUser('c', { userName: names[2] }),
    ];
    const one = await sendBulk(scim, mixed(), { failOnErrors: 1 });
    assert.deepEqual(statuses(one), ['201', '404']);
    assert.equal(one.at('failOnErrors'), undefined);
    assert.equal(await userNamed(names[1]), 0);
    const two = await sendBulk(scim, mixed(), { failOnErrors: 2 });
    assert.deepEqual(statuses(two), ['409', '404']);
    const three = await sendBulk(scim, mixed(), { failOnErrors: 3 });
    assert.deepEqual(statuses(three), ['409', '404', '201', '404']);
    const all = await sendBulk(scim, mixed());
    assert.deepEqual(statuses(all), ['409', '404', '409', '404', '201']);
  });

  test('7644-3.7-10 changes of one resource keep their order', async () => {
    const userName = fresh();
    const answer = await sendBulk(scim, [
      newUser('a', { userName }),
      { method: 'PATCH', path: '/Users/bulkId:a', data: [{ op: 'add', value: { title: 'x' } }] },
      { method: 'DELETE', path: '/Users/bulkId:a' },
      { method: 'PATCH', path: '/Users/bulkId:a', data: [{ op: 'add', value: { title: 'y' } }] },
      newUser('b', { userName }),
    ]);
    assert.deepEqual(statuses(answer), ['201', '200', '204', '404', '201']);
    assert.equal(resultsOf(answer)[3]?.location, resultsOf(answer)[0]?.location);
  });

  test('a thousand users are made in one request, and each leaves its line in the audit record', async () => {
    const prefix = fresh('many');
    const operations = Array.from({ length: 1000 }, (_, i) =>
      newUser(`u${i}`, { userName: `${prefix}-${i}` }),
    );
    const answer = await sendBulk(scim, operations);
    assert.deepEqual(new Set(statuses(answer)), new Set(['201']));
    assert.equal(await countBy(scim, '/Users', `userName sw "${prefix}"`), 1000);
    const ids = new Set(resultsOf(answer).map(idIn));
    const lines = await scim.instance.services.db.reader
      .selectFrom('audit_events')
      .select('target_id')
      .where('action', '=', 'user.create')
      .execute();
    assert.equal(lines.filter(({ target_id }) => ids.has(String(target_id))).length, 1000);
  });

  test('7644-3.7.4-01 7644-3.7.4-02 one operation or one byte too many is 413, and nothing is done', async () => {
    const config = await scim.get('/ServiceProviderConfig');
    assert.deepEqual(config.at('bulk'), {
      supported: true,
      maxOperations: 1000,
      maxPayloadSize: 8_388_608,
    });
    const userName = fresh();
    const many = Array.from({ length: 1001 }, (_, i) =>
      newUser(`u${i}`, i === 0 ? { userName } : {}),
    );
    const tooMany = await sendBulk(scim, many);
    assertScimError(tooMany, 413, 'tooMany');
    assert.match(String(tooMany.at('detail')), /maxOperations.*1000/);
    const body = JSON.stringify({
      schemas: [BULK_REQUEST],
      Operations: [newUser('a', { userName })],
    });
    const tooLong = await scim.call('POST', '/Bulk', { body: body.padEnd(8_388_609) });
    assertScimError(tooLong, 413, 'tooLarge');
    assert.match(String(tooLong.at('detail')), /maxPayloadSize \(8388608 bytes\)/);
    assert.equal(await userNamed(userName), 0);
    const fits = await scim.call('POST', '/Bulk', { body: body.padEnd(8_388_608) });
    assert.deepEqual(statuses(fits), ['201']);
  });

  test('a password in a bulk request is one to sign in with, by the rules of the single request', async () => {
    const userName = fresh();
    const answer = await sendBulk(scim, [
      newUser('a', { userName, password: 'correct horse battery' }),
      newUser('weak', { password: 'short' }),
      {
        method: 'PATCH',
        path: '/Users/bulkId:a',
        data: [{ op: 'replace', value: { password: 'another horse battery' } }],
      },
      {
        method: 'PATCH',
        path: '/Users/bulkId:a',
        data: [{ op: 'replace', value: { password: 'another horse battery' } }],
      },
      {
        method: 'PATCH',
        path: '/Users/bulkId:a',
        data: [{ op: 'replace', value: { password: 'x' } }],
      },
    ]);
    assert.deepEqual(statuses(answer), ['201', '400', '200', '200', '400']);
    const [, , changed, same] = resultsOf(answer);
    assert.equal(same?.version, changed?.version);
    const { directory, db, passwords } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const found = await directory.findUserByName(db.reader, accountId, userName);
    assert.equal(await passwords.verify(found?.passwordHash, 'another horse battery'), true);
    assert.equal(await passwords.verify(found?.passwordHash, 'correct horse battery'), false);
  });

  test('unknown members are passed over and counted, or refused where the client is strict', async () => {
    const operations = () => [
      newGroup('a', members(MISSING)),
      newGroup('b', members(MISSING, 'x')),
    ];
    const lenient = await sendBulk(scim, operations());
    assert.deepEqual(statuses(lenient), ['201', '201']);
    assert.equal(lenient.headers['formstead-skipped-members'], '3');
    const strict = await scim.call('POST', '/Bulk', {
      body: { schemas: [BULK_REQUEST], Operations: operations() },
      headers: { prefer: 'handling=strict' },
    });
    assert.deepEqual(statuses(strict), ['400', '400']);
  });

  test('20 filters that look at every member are taken in one request and one more is not, by id any number', async () => {
    const id = idOf(await scim.addGroup());
    const patch = (...paths: readonly string[]) => ({
      method: 'PATCH',
      path: `/Groups/${id}`,
      data: paths.map((path) => ({ op: 'remove', path })),
    });
    const filters = (count: number) =>
      Array.from({ length: count }, (_, i) => `members[display co "${i}"]`);
    const byId = Array.from({ length: 30 }, (_, i) => patch(`members[value eq "${i}"]`));
    const some = await sendBulk(scim, [patch(...filters(10)), patch(...filters(10)), ...byId]);
    assert.deepEqual(new Set(statuses(some)), new Set(['204']));
    const more = await sendBulk(scim, [patch(...filters(10)), patch(...filters(11))]);
    assertScimError(more, 400, 'tooMany');
  });

  test('hostile names, paths and references are answered, each by its own result', async () => {
    const answer = await sendBulk(scim, [
      newUser('__proto__', managedBy('bulkId:constructor')),
      newUser('constructor', { toString: 'x', __proto__: { active: false } }),
      newGroup('g', members('bulkId:__proto__', 'bulkId:constructor')),
      { method: 'DELETE', path: '/Users/bulkId:hasOwnProperty' },
      { method: 'DELETE', path: '/Users/%00' },
      { method: 'DELETE', path: '/Users/%E0%A4' },
      { method: 'DELETE', path: '/Users/../Groups/x' },
      { method: 'DELETE', path: `/${'a'.repeat(100_000)}` },
      { method: 'DELETE', path: '/Users/x?filter=y' },
      {
        method: 'PATCH',
        path: '/Users/bulkId:__proto__',
        data: [{ op: 'add', path: '__proto__.x', value: 1 }],
      },
      newUser('z', { userName: 'bulkId:z' }),
      { ...newUser('y'), path: 'https://elsewhere.example/Users' },
    ]);
    for (const status of statuses(answer)) assert.match(status, /^(2\d\d|4\d\d)$/);
    assert.deepEqual(statuses(answer).slice(0, 3), ['201', '201', '201']);
  });

  test('another account finds nothing by the ids of this one', async () => {
    const id = idOf(await scim.addUser());
    const other = await scim.instance.addAccount(fresh('Other'));
    const token = await scim.instance.token(other.clientId, other.clientSecret);
    const answer = await scim.call('POST', '/Bulk', {
      token,
      body: {
        schemas: [BULK_REQUEST],
        Operations: [
          { method: 'DELETE', path: `/Users/${id}` },
          { method: 'PATCH', path: `/Users/${id}`, data: [{ op: 'nonsense' }] },
        ],
      },
    });
    assert.deepEqual(statuses(answer), ['404', '404']);
    assert.equal((await scim.get(`/Users/${id}`)).status, 200);
  });

  test('only admins may send one', async () => {
    const { token } = await scim.instance.addUser(fresh());
    assertScimError(await scim.call('POST', '/Bulk', { token, body: {} }), 403);
  });

  test('an operation is refused with the same error as the single request', async () => {
    const { userName } = Object((await scim.addUser()).body);
    const id = idOf(await scim.addUser());
    const cases = [
      ['POST', '/Users', { userName }],
      ['POST', '/Users', { userName: fresh(), active: 'perhaps' }],
      ['POST', '/Users', { userName: fresh(), password: 'x' }],
      ['PATCH', `/Users/${id}`, { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'a[' }] }],
      ['PUT', `/Users/${MISSING}`, { userName: fresh() }],
      ['POST', '/Groups', {}],
      ['DELETE', `/Groups/${MISSING}`, undefined],
    ] as const;
    const operations = cases.map(([method, path, data], i) => ({
      ...{ method, path, data },
      ...(method === 'POST' && { bulkId: `b${i}` }),
    }));
    const answer = await sendBulk(scim, operations);
    for (const [i, result] of resultsOf(answer).entries()) {
      const [method, path, body] = cases[i] ?? [];
      const single = await scim.call(method ?? '', path ?? '', body === undefined ? {} : { body });
      assert.equal(result.status, String(single.status), single.text);
      assert.deepEqual(result.response, single.body, single.text);
    }
  });
});
