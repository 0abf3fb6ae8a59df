import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordBackupFault, recordScheduledBackup } from '#backups/index.ts';
import { recordBackup, recordVerified } from '#db/last-backup.ts';
import { VERSION } from '#kernel/version.ts';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { queueMail } from '../../../test/support/waiting-mail.ts';

const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const read = async () => {
    const answer = await admin.send('GET', '/app/v1/status');
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  test('an admin reads versions, space and the last backup, and is warned of one that is old or was never verified', async () => {
    const { db, clock } = node.services;
    const first = await read();
    assert.equal(first.at('version'), VERSION);
    assert.equal(first.at('engine'), engine.name);
    assert.match(String(first.at('engineVersion')), /^\d+\.\d+/);
    const [free, total] = [Number(first.at('disk', 'free')), Number(first.at('disk', 'total'))];
    assert.ok(free > 0 && free <= total);
    const warnings = async () => {
      const told = (await read()).at('warnings');
      assert.ok(Array.isArray(told));
      return told.filter((each) => each !== 'disk-low');
    };
    assert.equal(first.at('lastBackupAt'), undefined);
    assert.deepEqual(await warnings(), ['backup-missing']);
    const at = clock.now() - 3 * DAY_MS;
    await recordBackup(db.reader, at);
    assert.equal((await read()).at('lastBackupAt'), new Date(at).toISOString());
    assert.deepEqual(await warnings(), ['backup-old', 'backup-unverified']);
    await recordBackup(db.reader, clock.now() - DAY_MS);
    assert.deepEqual(await warnings(), ['backup-unverified']);
    await recordVerified(db.reader, clock.now() - 32 * DAY_MS);
    assert.deepEqual(await warnings(), ['backup-unverified']);
    const verifiedAt = clock.now() - 30 * DAY_MS;
    await recordVerified(db.reader, verifiedAt);
    assert.equal((await read()).at('backupVerifiedAt'), new Date(verifiedAt).toISOString());
    assert.deepEqual(await warnings(), []);
    await db.transaction((tx) => recordBackupFault(tx, 'The disk is full.'));
    assert.deepEqual(await warnings(), ['backup-failed']);
    await db.transaction((tx) => recordScheduledBackup(tx, clock.now()));
    assert.deepEqual(await warnings(), []);
  });

  test('queues are those of the own organisation', async () => {
    const { clock } = node.services;
    const other = await node.addAccount('Other');
    await queueMail(node, { accountId: other.accountId, overdueMs: DAY_MS });
    const before = await read();
    assert.deepEqual(before.at('queues'), [
      { name: 'webhooks', waiting: 0 },
      { name: 'mail', waiting: 0 },
      { name: 'exports', waiting: 0 },
    ]);
    assert.doesNotMatch(before.text, /queue-stuck/);
    // No mail server is set, so nothing takes it.
    await queueMail(node, { overdueMs: 3_600_000 });
    const after = await read();
    assert.equal(after.at('queues', 1, 'waiting'), 1);
    const oldest = Date.parse(String(after.at('queues', 1, 'oldestAt')));
    assert.ok(Math.abs(oldest - clock.now()) < 60_000);
    assert.match(after.text, /queue-stuck/);
  });
});
