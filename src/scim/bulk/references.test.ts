// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../../../test/support/engines.ts';
import { ENTERPRISE, etagOf, fresh, type Scim, startScim } from '../../../test/support/scim.ts';
import {
  countBy,
  idIn,
  managedBy,
  memberIds,
  members,
  newGroup,
  newUser,
  resultsOf,
  sendBulk,
  statuses,
} from '../../../test/support/scim-bulk.ts';
import { casesOf } from '../../../test/support/timing.ts';

const CHAIN = casesOf({ daily: 100, nightly: 500 });

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  test('7644-3.7.2-01 7644-3.7.2-03 references work backward, forward, in managers, in paths and in values of a PATCH', async () => {
    const answer = await sendBulk(scim, [
      newGroup('forward', members('bulkId:late', 'bulkId:inner')),
      {
        method: 'PATCH',
        path: '/Groups/bulkId:other',
        data: [{ op: 'add', path: 'members', value: members('bulkId:late').members }],
      },
      newUser('early', managedBy('bulkId:late')),
      newUser('late'),
      newGroup('inner'),
      newGroup('other', members('bulkId:early', 'bulkId:late')),
      {
        method: 'PATCH',
        path: '/Groups/bulkId:other',
        data: [{ op: 'remove', path: 'members[value eq "bulkId:early"]' }],
      },
      {
        method: 'PATCH',
        path: '/Users/bulkId:late',
        data: [{ op: 'add', path: `${ENTERPRISE}:manager`, value: { value: 'bulkId:early' } }],
      },
    ]);
    assert.deepEqual(statuses(answer), ['201', '204', '201', '201', '201', '201', '204', '200']);
    const [forward, , early, late, inner, other] = resultsOf(answer).map(idIn);
    assert.deepEqual([...(await memberIds(scim, forward ?? ''))].sort(), [late, inner].sort());
    assert.deepEqual(await memberIds(scim, other ?? ''), [late]);
    assert.equal((await scim.get(`/Users/${early}`)).at(ENTERPRISE, 'manager', 'value'), late);
    assert.equal((await scim.get(`/Users/${late}`)).at(ENTERPRISE, 'manager', 'value'), early);
  });

  test('7644-3.7.2-02 bulkId:b1 is not found in bulkId:b10, and a reference to nothing or to a failure is a conflict', async () => {
    const displayName = fresh();
    const answer = await sendBulk(scim, [
      newUser('b10'),
      newUser('b1'),
      newGroup('g', members('bulkId:b1')),
      newGroup('h', members('bulkId:b10')),
      newGroup('i', { displayName, ...members('bulkId:b') }),
      newUser('broken', { userName: '' }),
      newGroup('j', { displayName, ...members('bulkId:broken') }),
      { method: 'DELETE', path: '/Users/bulkId:nothing' },
      newUser('plain', { title: 'see bulkId:b1' }),
    ]);
    assert.deepEqual(statuses(answer), [
      '201',
      '201',
      '201',
      '201',
      '409',
      '400',
      '409',
      '409',
      '201',
    ]);
    const [b10, b1, g, h, , , , , plain] = resultsOf(answer).map(idIn);
    assert.deepEqual(await memberIds(scim, g ?? ''), [b1]);
    assert.deepEqual(await memberIds(scim, h ?? ''), [b10]);
    assert.equal(await countBy(scim, '/Groups', `displayName eq "${displayName}"`), 0);
    assert.equal((await scim.get(`/Users/${plain}`)).at('title'), 'see bulkId:b1');
  });

  test('a chain of many users, each managed by the next, is made in one request', async () => {
    const chain = Array.from({ length: CHAIN }, (_, i) =>
      newUser(`u${i}`, i < CHAIN - 1 ? managedBy(`bulkId:u${i + 1}`) : {}),
    );
    const results = resultsOf(await sendBulk(scim, chain));
    assert.ok(results.every(({ status }) => status === '201'));
    assert.deepEqual(
      results.map(({ bulkId }) => bulkId),
      chain.map(({ bulkId }) => bulkId),
    );
    for (const i of [0, CHAIN / 2, CHAIN - 2]) {
      const answer = await scim.get(`/Users/${idIn(results[i])}`);
      assert.equal(answer.at(ENTERPRISE, 'manager', 'value'), idIn(results[i + 1]));
    }
  });

  test('7644-3.7.1-01 users may manage each other, in circles of two, of four, and alone', async () => {
    for (const length of [1, 2, 4]) {
      const circle = Array.from({ length }, (_, i) =>
        newUser(`u${i}`, {
          ...managedBy(`bulkId:u${(i + 1) % length}`),
          password: 'correct horse battery',
        }),
      );
      const answer = await sendBulk(scim, circle);
      assert.deepEqual(statuses(answer), Array(length).fill('201'));
      const results = resultsOf(answer);
      for (const [i, result] of results.entries()) {
        const one = await scim.get(`/Users/${idIn(result)}`);
        const next = idIn(results[(i + 1) % length]);
        assert.equal(one.at(ENTERPRISE, 'manager', 'value'), next);
        assert.equal(result.version, etagOf(one));
      }
    }
  });

  test('7644-3.7.1-01 groups in a circle of members are a conflict, and none of them is made', async () => {
    for (const length of [1, 2, 4]) {
      const circle = Array.from({ length }, (_, i) =>
        newGroup(`g${i}`, members(`bulkId:g${(i + 1) % length}`)),
      );
      const answer = await sendBulk(scim, [...circle, newUser('bystander')]);
      assert.deepEqual(statuses(answer), [...Array(length).fill('409'), '201']);
      for (const { data } of circle) {
        assert.equal(await countBy(scim, '/Groups', `displayName eq "${data.displayName}"`), 0);
      }
    }
  });
});
