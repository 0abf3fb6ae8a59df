// Whatever acknowledged data is removed, the checks notice it. Otherwise the crash tests would prove nothing.
// Nightly: it starts a recorded server under load, for tests that run at night themselves. test/crash is proven by no daily test.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { forOneEngine } from '../support/engines.ts';
import { seeded } from '../support/seeded.ts';
import { type Lab, openLab } from './lab.ts';
import { type LedgerReceiver, openLedgerReceiver } from './ledger-receiver.ts';
import { faultsAt } from './power-cuts.ts';
import { prepare } from './prepared.ts';

const KINDS = ['user', 'group', 'form', 'file', 'export', 'event', 'token', 'key'] as const;

/** One object of each kind is removed, completely or in part. */
const LOSSES: readonly (readonly [what: string, statement: string, fault: RegExp])[] = [
  ['a user', `delete from users where user_name like 'bulk-%-3'`, /^user bulk-.* is not there/],
  ['a change of a user', `update users set attributes = '{"title":"old"}'`, /^user .* is old/],
  ['a group', 'delete from memberships; delete from groups', /^group .* is not there/],
  [
    'a member',
    `delete from memberships where member_id in (select id from users where user_name like '%-ada')`,
    /^group .* is of /,
  ],
  ['half of a group', `delete from audit_events where action = 'group.create'`, /was made undef/],
  ['a form', 'delete from forms', /^form .* is not there/],
  ['a completion', `update forms set status = 'draft'`, /^form .* is draft/],
  ['a history', 'delete from form_events', /has 0 completions/],
  ['a file', 'delete from attachments', /^file .* is not there/],
  ['an export', 'delete from export_jobs', /^export .* is not there/],
  ['half of an export', `update export_jobs set state = 'done', files = '[]'`, /^done export/],
  ['an event', 'delete from webhook_deliveries', /^event .* is not there/],
  ['half of a completion', 'delete from webhook_deliveries', /is complete and has 0 events/],
  ['an event to come', `update webhook_deliveries set state = 'failed'`, /nobody heard it/],
  ['a token', `delete from audit_events where action = 'token.issue'`, /^token .* is not there/],
  ['a key', `delete from keys where retired_at is null`, /^key .* is not there/],
  ['half of a rotation', `delete from keys where "use" = 'enc'`, /keys were made/],
];

forOneEngine((engine) => {
  let receiver: LedgerReceiver;
  let lab: Lab;
  before(async () => {
    receiver = await openLedgerReceiver();
    lab = await openLab(await prepare(engine, receiver), receiver);
    await lab.rotateKeys();
    const has = (kind: string): boolean => lab.ledger.things(kind).length > 0;
    for (let part = 0; !KINDS.every(has); part += 1) {
      await lab.work(seeded(part), 500, `${part}-`);
    }
    await lab.kill();
    assert.deepEqual(await faultsAt(lab, lab.prepared.dataDir, lab.recording.length()), []);
  });
  after(async () => {
    await receiver.close();
    rmSync(lab.folder, { recursive: true });
  });

  async function faultsWithout(lose: (dataDir: string) => void): Promise<readonly string[]> {
    const dataDir = join(lab.folder, 'less');
    cpSync(lab.prepared.dataDir, dataDir, { recursive: true });
    lose(dataDir);
    const faults = await faultsAt(lab, dataDir, lab.recording.length());
    rmSync(dataDir, { recursive: true });
    return faults;
  }

  for (const [what, statement, fault] of LOSSES) {
    test(`${what} that is lost is missed`, async () => {
      const faults = await faultsWithout((dataDir) => {
        const db = new Sqlite(join(dataDir, 'formstead.db'));
        db.pragma('foreign_keys = off');
        for (const trigger of triggersOf(db)) db.exec(`drop trigger "${trigger}"`);
        db.exec(statement);
        db.close();
      });
      const found = faults.some((each) => fault.test(each));
      assert.ok(found, faults.slice(0, 5).join('\n'));
    });
  }

  test('bytes that are lost are missed', async () => {
    const faults = await faultsWithout((dataDir) =>
      rmSync(join(dataDir, 'files'), { recursive: true }),
    );
    assert.ok(faults.some((each) => /^file .* has a row and no bytes/.test(each)));
  });
});

/** These triggers would prevent changes to the audit log. */
const triggersOf = (db: Sqlite.Database): readonly string[] =>
  db
    .prepare<[], { readonly name: string }>(`select name from sqlite_schema where type = 'trigger'`)
    .all()
    .map(({ name }) => name);
