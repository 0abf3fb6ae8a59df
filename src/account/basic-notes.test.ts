import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAudit } from '#audit/index.ts';
import { openDirectory, type TestDirectory } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { createBasicNotes } from './index.ts';

const HOUR_MS = 60 * 60_000;

forEachEngine((engine) => {
  let d: TestDirectory;
  before(async () => {
    d = await openDirectory(engine);
  });
  after(() => d.close());

  test('each user and address that used Basic is one audit line an hour, with a count of the rest', async () => {
    const audit = createAudit(d);
    const errors: unknown[] = [];
    let broken = true;
    const notes = createBasicNotes({
      ...d,
      db: {
        ...d.db,
        transaction: (work) =>
          broken ? Promise.reject(new Error('down')) : d.db.transaction(work),
      },
      audit,
      onError: (error) => errors.push(error),
    });
    const ann = { accountId: d.account.id, userId: 'ann' };
    const here = { ip: '192.0.2.1', agent: 'curl/8 \u0000é' };
    for (let i = 0; i < 5; i += 1) notes.used(ann, here);
    notes.used(ann, { ip: '192.0.2.2', agent: undefined });
    notes.used({ ...ann, userId: 'bob' }, here);
    await assert.rejects(notes.flush(), /down/);
    broken = false;
    await notes.flush();
    d.clock.advance(HOUR_MS - 1);
    notes.used(ann, here);
    d.clock.advance(1);
    notes.used(ann, here);
    await notes.close();
    const rows = await d.db.reader
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'user.sign-in')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map((row) => [row.actor_user_id, row.ip, JSON.parse(row.detail ?? '')]),
      [
        ['ann', '192.0.2.1', { via: 'api', scheme: 'basic', agent: 'curl/8 ??', repeats: 0 }],
        ['ann', '192.0.2.2', { via: 'api', scheme: 'basic', agent: null, repeats: 0 }],
        ['bob', '192.0.2.1', { via: 'api', scheme: 'basic', agent: 'curl/8 ??', repeats: 0 }],
        ['ann', '192.0.2.1', { via: 'api', scheme: 'basic', agent: 'curl/8 ??', repeats: 5 }],
      ],
    );
    assert.deepEqual(errors, []);
  });
});
