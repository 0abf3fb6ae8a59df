// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { etagOf, fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import {
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
import { nightlyTest } from '../../../test/support/timing.ts';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const send = (operations: readonly unknown[], more: object = {}) =>
    sendBulk(scim, operations, { atomic: true, ...more });
  const countAll = async () => {
    const { reader } = scim.instance.services.db;
    const count = async (table: 'users' | 'groups' | 'audit_events') =>
      (await reader.selectFrom(table).select('id').execute()).length;
    return [await count('users'), await count('groups'), await count('audit_events')];
  };

  test('all operations are done when all can be, references and circles included', async () => {
    const old = await scim.addUser();
    const results = await send([
      newGroup('g', members('bulkId:a', idOf(old))),
      newUser('a', {
        ...managedBy('bulkId:b'),
        password: 'correct horse battery',
      }),
      newUser('b', managedBy('bulkId:a')),
      {
        method: 'PATCH',
        path: '/Users/bulkId:b',
        data: [{ op: 'add', value: { password: 'correct horse battery' } }],
      },
      {
        method: 'PUT',
        path: `/Users/${idOf(old)}`,
        version: etagOf(old),
        data: { userName: fresh() },
      },
    ]);
    assert.deepEqual(statuses(results), ['201', '201', '201', '200', '200']);
    assert.equal((await memberIds(scim, idIn(resultsOf(results)[0]))).length, 2);
  });

  test('one failure undoes everything: it says why, the others that they were undone', async () => {
    const old = await scim.addUser();
    const doomed = await scim.addUser();
    const cases = [
      { bad: { method: 'DELETE', path: `/Users/${MISSING}` }, status: '404' },
      { bad: { method: 'GET', path: '/Users' }, status: '400' },
      { bad: newUser('x', { userName: old.at('userName') }), status: '409' },
      { bad: newUser('x', { password: 'x' }), status: '400' },
      { bad: { method: 'DELETE', path: `/Users/${idOf(old)}`, version: 'W/"99"' }, status: '412' },
    ];
    for (const { bad, status } of cases) {
      const before = await countAll();
      const results = await send(
        [newUser('a'), { method: 'DELETE', path: `/Users/${idOf(doomed)}` }, bad, newUser('b')],
        { failOnErrors: 3 },
      );
      assert.deepEqual(statuses(results), ['424', '424', status, '424']);
      const [first, second] = resultsOf(results);
      assert.match(first?.response?.detail ?? '', /Operations\[2\]/);
      assert.equal(first?.location, undefined);
      assert.equal(second?.location, doomed.at('meta', 'location'));
      assert.deepEqual(await countAll(), before);
      assert.equal((await scim.get(`/Users/${idOf(doomed)}`)).status, 200);
    }
  });

  test('of several passwords for one user the last is the one to sign in with, also when it was there before', async () => {
    const userName = fresh();
    const id = idOf(await scim.addUser({ userName, password: 'correct horse battery' }));
    const patch = (path: string, operation: object) => ({
      method: 'PATCH',
      path,
      data: [operation],
    });
    const set = (password: string) => ({ op: 'replace', path: 'password', value: password });
    const { directory, db, passwords } = scim.instance.services;
    const { accountId } = scim.instance.account;
    const isPassword = async (password: string) => {
      const hash = await directory.readPasswordHash(db.reader, accountId, id);
      return await passwords.verify(hash, password);
    };
    const results = await send([
      patch(`/Users/${id}`, set('another horse battery')),
      patch(`/Users/${id}`, set('correct horse battery')),
    ]);
    assert.deepEqual(statuses(results), ['200', '200']);
    assert.equal(await isPassword('correct horse battery'), true);
    await send([
      patch(`/Users/${id}`, { op: 'remove', path: 'password' }),
      patch(`/Users/${id}`, set('correct horse battery')),
    ]);
    assert.equal(await isPassword('correct horse battery'), true);
  });

  test('the password of an admin who is one no more by then is refused, and not passed over', async () => {
    const { db, directory } = scim.instance.services;
    const { accountId, userId } = scim.instance.account;
    const id = idOf(await scim.addUser());
    const group = idOf(await scim.addGroup({ members: [{ value: id }] }));
    await db.transaction((tx) =>
      directory.setRoleMappings(tx, { accountId, userId, via: 'web' }, [
        { groupId: group, role: 'admin' },
      ]),
    );
    const leave = { op: 'remove', path: 'members', value: [{ value: id }] };
    const set = { op: 'replace', path: 'password', value: 'correct horse battery' };
    const results = await send([
      { method: 'PATCH', path: `/Groups/${group}`, data: [leave] },
      { method: 'PATCH', path: `/Users/${id}`, data: [set] },
    ]);
    assert.deepEqual(statuses(results), ['424', '403']);
    assert.deepEqual(await memberIds(scim, group), [id]);
  });

  test('a circle of groups undoes everything, too', async () => {
    const before = await countAll();
    const results = await send([
      newUser('a'),
      newGroup('g', members('bulkId:h')),
      newGroup('h', members('bulkId:g')),
    ]);
    assert.deepEqual(statuses(results), ['424', '409', '409']);
    assert.deepEqual(await countAll(), before);
  });

  // The other tests send atomic requests of fewer operations every day.
  nightlyTest('a thousand operations fit, and others are answered meanwhile', async () => {
    const all = send(Array.from({ length: 1000 }, (_, i) => newUser(`u${i}`)));
    const during = await Promise.all([scim.get('/Users?count=1'), scim.addUser()]);
    assert.deepEqual(
      during.map(({ status }) => status),
      [200, 201],
    );
    assert.ok(statuses(await all).every((status) => status === '201'));
  });
});
