// Identity providers send the same members of a group repeatedly: what has not changed is not written again.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { createTestClock } from '../../../test/support/instance.ts';
import { fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';

const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  let scim: Scim;
  const clock = createTestClock();
  before(async () => {
    scim = await startScim(engine, { clock });
  });
  after(() => scim.close());

  const values = (...all: readonly string[]) => all.map((value) => ({ value }));
  const token = () => {
    const { clientId, clientSecret } = scim.instance.account;
    return scim.instance.token(clientId, clientSecret);
  };

  test('a group that waits for as many as it may takes those it has again, and no more', async () => {
    const { db } = scim.instance.services;
    const tag = fresh('full');
    const keys = Array.from({ length: 10_050 }, (_, index) => `${tag}-${index}`);
    const group = idOf(await scim.addGroup({ members: values(...keys) }));
    const waiting = async () =>
      (
        await db.reader
          .selectFrom('waiting_members')
          .select('value')
          .where('group_id', '=', group)
          .execute()
      ).map(({ value }) => value);
    const before = await waiting();
    assert.equal(before.length, 10_000);
    const body = { displayName: fresh(), members: values(...keys) };
    const { status, text } = await scim.call('PUT', `/Groups/${group}`, {
      body,
      token: await token(),
    });
    assert.equal(status, 200, text);
    assert.deepEqual((await waiting()).toSorted(), before.toSorted());
  });

  test('the same members sent again write nothing before a day is over, and only what differs is written', async () => {
    const { db } = scim.instance.services;
    const tag = fresh('many');
    const keys = Array.from({ length: 1200 }, (_, index) => `${tag}-${index}`);
    const displayName = fresh();
    const group = idOf(await scim.addGroup({ displayName, members: values(...keys) }));
    const put = async (...members: readonly string[]) => {
      const body = { displayName, members: values(...members) };
      const { status, text } = await scim.call('PUT', `/Groups/${group}`, {
        body,
        token: await token(),
      });
      assert.equal(status, 200, text);
    };
    const waiting = async () => {
      const rows = await db.reader
        .selectFrom('waiting_members')
        .select(['value', 'since'])
        .where('group_id', '=', group)
        .execute();
      return new Map(rows.map(({ value, since }) => [value, since]));
    };
    const first = await waiting();
    assert.deepEqual([...first.keys()].sort(), keys.toSorted());
    clock.advance(60_000);
    await put(...keys);
    assert.deepEqual(await waiting(), first, 'sent a minute ago');
    await put(...keys.slice(1), `${tag}-new`);
    const second = await waiting();
    assert.deepEqual(
      [second.size, second.has(keys[0] ?? ''), second.has(`${tag}-new`)],
      [1200, false, true],
    );
    assert.equal(second.get(keys[1] ?? ''), first.get(keys[1] ?? ''));
    clock.advance(2 * DAY_MS);
    await put(...keys);
    const third = await waiting();
    assert.ok(
      keys.every((key) => (third.get(key) ?? 0) > (first.get(key) ?? 0)),
      'good for 30 days more',
    );
  });
});
