import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { openDirectory, type TestDirectory } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { createAudit, createRefusals } from './index.ts';

forEachEngine((engine) => {
  let d: TestDirectory;
  let kinds = 0;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  const open = (db: Database = d.db) =>
    createRefusals({ ...d, db, audit: createAudit(d), onError: assert.ifError });
  /** Returns a refusal that no other test records. */
  const newKind = () => {
    kinds += 1;
    const about = { via: 'api', accountId: d.account.id, ip: '10.0.0.1' } as const;
    return { ...about, action: `thing.take-${kinds}`, detail: { reason: 'revoked' } };
  };
  const linesOf = async (action: string) => {
    const rows = await d.db.reader
      .selectFrom('audit_events')
      .select(['ip', 'credential_id', 'result', 'detail'])
      .where('action', '=', action)
      .orderBy('id')
      .execute();
    return rows.map(({ detail, ...row }) => ({ ...row, ...JSON.parse(detail ?? '') }));
  };
  const countsOf = async (action: string) => (await linesOf(action)).map(({ count }) => count);

  test('the first of a kind is on record with the next flush, the rest of its minute as one line when that is over', async () => {
    const refusals = open();
    const kind = newKind();
    const take = (times: number) => {
      for (let i = 0; i < times; i += 1) refusals.record(kind);
    };
    take(3);
    await refusals.flush();
    assert.deepEqual(await countsOf(kind.action), [3]);
    for (let i = 0; i < 11; i += 1) {
      d.clock.advance(5000);
      take(10);
      await refusals.flush();
    }
    assert.deepEqual(await countsOf(kind.action), [3]);
    d.clock.advance(5000);
    await refusals.flush();
    assert.deepEqual(await countsOf(kind.action), [3, 110]);
    take(1);
    await refusals.close();
    assert.deepEqual(await countsOf(kind.action), [3, 110, 1]);
  });

  test('kinds differ by who, what, from where and why', async () => {
    const refusals = open();
    const kind = newKind();
    refusals.record(kind);
    refusals.record({ ...kind, ip: '10.0.0.2' });
    refusals.record({ ...kind, credentialId: 'c1' });
    refusals.record({ ...kind, detail: { reason: 'unknown' } });
    refusals.record({ ...kind, accountId: undefined });
    refusals.record(kind);
    await refusals.close();
    const line = {
      ip: '10.0.0.1',
      credential_id: null,
      result: 'refused',
      via: 'api',
      reason: 'revoked',
      count: 1,
    };
    assert.deepEqual(await linesOf(kind.action), [
      { ...line, count: 2 },
      { ...line, ip: '10.0.0.2' },
      { ...line, credential_id: 'c1' },
      { ...line, reason: 'unknown' },
    ]);
  });

  test('what could not be stored is tried again, and counted once', async () => {
    let isDown = true;
    const refusals = open({
      ...d.db,
      transaction: (work) =>
        isDown ? Promise.reject(new Error('disk full')) : d.db.transaction(work),
    });
    const kind = newKind();
    refusals.record(kind);
    await assert.rejects(refusals.flush(), /disk full/);
    refusals.record(kind);
    await assert.rejects(refusals.flush(), /disk full/);
    isDown = false;
    await refusals.close();
    assert.deepEqual(await countsOf(kind.action), [2]);
  });

  test('under a flood of addresses memory stays bounded, and no refusal goes uncounted', async () => {
    const refusals = open();
    const kind = newKind();
    for (let i = 0; i < 11_000; i += 1) {
      refusals.record({ ...kind, ip: `10.0.${i >> 8}.${i & 255}` });
    }
    await refusals.close();
    const lines = await linesOf(kind.action);
    assert.equal(lines.length, 10_001);
    const { count, reason, ip } = lines.at(-1) ?? {};
    assert.deepEqual([count, reason, ip], [1000, 'others', null]);
  });

  test('check 40: what somebody sends as their address or agent forges no line', async () => {
    const refusals = open();
    const kind = newKind();
    const forged = 'x\r\n{"action":"user.set-role","result":"ok"}\u2028';
    refusals.record({ ...kind, detail: { reason: forged }, ip: forged });
    await refusals.close();
    const lines = await linesOf(kind.action);
    assert.deepEqual([lines.length, lines[0]?.reason], [1, forged]);
    const stored = await d.db.reader
      .selectFrom('audit_events')
      .select('detail')
      .where('action', '=', kind.action)
      .executeTakeFirst();
    assert.doesNotMatch(stored?.detail ?? '', /[\r\n]/);
  });
});
