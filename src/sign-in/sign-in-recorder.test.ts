import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAudit, createRefusals } from '#audit/index.ts';
import type { Database } from '#db/database.ts';
import { openDirectory, type TestDirectory } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { createSignInRecorder } from './index.ts';

const HOUR_MS = 60 * 60_000;
const HERE = { ip: '192.0.2.1', agent: 'curl/8 \u0000é' };
const BASIC = { action: 'user.sign-in', via: 'api', detail: { scheme: 'basic' } } as const;
const WEB = { action: 'session.begin', via: 'web', detail: { method: 'password' } } as const;

forEachEngine((engine) => {
  let d: TestDirectory;
  let isDown = false;
  const errors: unknown[] = [];
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  const openRecorder = () => {
    const audit = createAudit(d);
    const onError = (error: unknown) => void errors.push(error);
    const db: Database = {
      ...d.db,
      transaction: (work) => (isDown ? Promise.reject(new Error('down')) : d.db.transaction(work)),
    };
    const refusals = createRefusals({ ...d, db, audit, onError });
    return { refusals, ...createSignInRecorder({ ...d, db, audit, refusals, onError }) };
  };
  const linesOf = async (result: 'ok' | 'refused') => {
    const rows = await d.db.reader
      .selectFrom('audit_events')
      .selectAll()
      .where('action', 'in', ['user.sign-in', 'session.begin'])
      .where('result', '=', result)
      .orderBy('id')
      .execute();
    return rows.map((row) => [row.target_id, row.ip, JSON.parse(row.detail ?? '')]);
  };
  const person = (userId: string) => ({ accountId: d.account.id, userId });
  const accountOf = (userId: string | undefined) => ({
    accountId: d.account.id,
    user: userId === undefined ? undefined : person(userId),
  });

  test('each user and address that used Basic is one audit line an hour, with a count of the rest', async () => {
    const recorder = openRecorder();
    for (let i = 0; i < 5; i += 1) recorder.usedBasic(person('ann'), HERE);
    recorder.usedBasic(person('ann'), { ip: '192.0.2.2', agent: undefined });
    recorder.usedBasic(person('bob'), HERE);
    isDown = true;
    await assert.rejects(recorder.flush(), /down/);
    isDown = false;
    await recorder.flush();
    d.clock.advance(HOUR_MS - 1);
    recorder.usedBasic(person('ann'), HERE);
    d.clock.advance(1);
    recorder.usedBasic(person('ann'), HERE);
    await recorder.close();
    const line = (agent: string | null, repeats: number) => ({
      via: 'api',
      scheme: 'basic',
      agent,
      repeats,
    });
    assert.deepEqual(await linesOf('ok'), [
      ['ann', '192.0.2.1', line('curl/8 ??', 0)],
      ['ann', '192.0.2.2', line(null, 0)],
      ['bob', '192.0.2.1', line('curl/8 ??', 0)],
      ['ann', '192.0.2.1', line('curl/8 ??', 5)],
    ]);
    assert.deepEqual(errors, []);
  });

  test('check 40: refused passwords are on record with a count, also where nobody has the name', async () => {
    const { refusals, ...recorder } = openRecorder();
    const { ip } = HERE;
    for (let i = 0; i < 3; i += 1) recorder.refused(accountOf('ann'), { ...BASIC, ip });
    for (let i = 0; i < 2; i += 1) recorder.refused(accountOf(undefined), { ...BASIC, ip });
    recorder.refused(undefined, { ...BASIC, ip });
    isDown = true;
    await assert.rejects(refusals.flush(), /down/);
    isDown = false;
    recorder.refused(accountOf('ann'), { ...BASIC, ip });
    recorder.refused(accountOf('ann'), { ...WEB, ip });
    recorder.refused(accountOf('bob'), { ...BASIC, ip });
    await refusals.flush();
    recorder.refused(accountOf('ann'), { ...BASIC, ip });
    await refusals.close();
    await recorder.close();
    assert.deepEqual(await linesOf('refused'), [
      ['ann', ip, { via: 'api', scheme: 'basic', count: 4 }],
      [null, ip, { via: 'api', scheme: 'basic', reason: 'unknown-user', count: 2 }],
      ['ann', ip, { via: 'web', method: 'password', count: 1 }],
      ['bob', ip, { via: 'api', scheme: 'basic', count: 1 }],
      ['ann', ip, { via: 'api', scheme: 'basic', count: 1 }],
    ]);
  });
});
