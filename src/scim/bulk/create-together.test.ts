// Users that a bulk request creates one after another are created together on PostgreSQL (decision 173). Each result is
// that of the single request.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forBothEngines } from '../../../test/support/engines.ts';
import { fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import {
  countBy,
  idIn,
  managedBy,
  memberIds,
  members,
  newUser,
  resultsOf,
  sendBulk,
  statuses,
} from '../../../test/support/scim-bulk.ts';
import { patch } from '../../../test/support/scim-calls.ts';

forBothEngines((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const namesOf = (count: number): readonly string[] =>
    Array.from({ length: count }, () => fresh());
  const named = (names: readonly string[]) =>
    names.map((userName, i) => newUser(`u${i}`, { userName }));
  const createdOf = async (id: string): Promise<number> =>
    (await readAuditLines(scim.instance.services.db, scim.instance.account.accountId)).filter(
      ({ action, target }) => action === 'user.create' && target === id,
    ).length;

  test('one that is refused undoes none of the others, and each that was created has one audit event', async () => {
    const taken = fresh();
    await scim.addUser({ userName: taken });
    const names = [...namesOf(3), taken, ...namesOf(3)];
    const results = resultsOf(await sendBulk(scim, named(names)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['201', '201', '201', '409', '201', '201', '201'],
    );
    assert.equal(results[3]?.response?.scimType, 'uniqueness');
    for (const [i, userName] of names.entries()) {
      assert.equal(await countBy(scim, '/Users', `userName eq "${userName}"`), 1);
      if (i !== 3) assert.equal(await createdOf(idIn(results[i])), 1);
    }
  });

  test('of two with one name the first is created', async () => {
    const [one = '', two = ''] = namesOf(2);
    assert.deepEqual(statuses(await sendBulk(scim, named([one, two, one.toUpperCase()]))), [
      '201',
      '201',
      '409',
    ]);
  });

  test('failOnErrors ends it at the same operation as one by one', async () => {
    const taken = fresh();
    await scim.addUser({ userName: taken });
    const [one = '', two = '', last = ''] = namesOf(3);
    const sent = named([one, taken, two, taken, last]);
    assert.deepEqual(statuses(await sendBulk(scim, sent, { failOnErrors: 2 })), [
      '201',
      '409',
      '201',
      '409',
    ]);
    assert.equal(await countBy(scim, '/Users', `userName eq "${last}"`), 0);
  });

  test('a manager may be one of them, and one of them may be somebody who comes back', async () => {
    const externalId = fresh();
    const old = await scim.addUser({ userName: fresh(), externalId });
    await patch(scim, `/Users/${idOf(old)}`, { op: 'replace', path: 'active', value: false });
    const results = resultsOf(
      await sendBulk(scim, [
        newUser('boss'),
        newUser('a', managedBy('bulkId:boss')),
        newUser('back', { userName: fresh(), externalId }),
        newUser('b', managedBy('bulkId:a')),
      ]),
    );
    assert.deepEqual([...new Set(results.map(({ status }) => status))], ['201']);
    const [boss, a, , b] = results.map(idIn);
    const managerOf = async (id = '') => Object((await scim.get(`/Users/${id}`)).body);
    assert.ok(JSON.stringify(await managerOf(a)).includes(String(boss)));
    assert.ok(JSON.stringify(await managerOf(b)).includes(String(a)));
  });

  test('a group that waits for several of them gets them all', async () => {
    const ids = namesOf(4);
    const group = idOf(await scim.addGroup({ displayName: fresh(), ...members(...ids) }));
    const sent = ids.map((externalId, i) => newUser(`w${i}`, { externalId }));
    const made = resultsOf(await sendBulk(scim, sent)).map(idIn);
    assert.deepEqual((await memberIds(scim, group)).toSorted(), made.toSorted());
  });
});
