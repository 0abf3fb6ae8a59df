// A clock ran a year ahead, and was set back. What it dated would wait for a year, or last for one.
// Nightly: it starts the service and runs commands over and over, on both engines.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { readLastBackup } from '#db/last-backup.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { queueMail } from '../../../test/support/waiting-mail.ts';
import { makeWebhookLog } from '../../../test/support/webhook-log.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const KINDS = ['sessions', 'webhook deliveries', 'webhooks', 'mails', 'keys', 'times of backups'];

forEachEngine((engine) => {
  test('what a clock a year ahead has dated is found, named and put right', async (t) => {
    const [storage, to] = [await engine.fresh('any'), await folder(t)];
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const { clock } = node;
    const { db, ring } = node.services;
    const env = {
      ...envOf(storage),
      FORMSTEAD_BACKUP_TO: to,
      FORMSTEAD_BACKUP_KEY: 'five quiet harbours at dawn',
    };
    clock.advance(YEAR_MS);
    const admin = await adminBrowser(node);
    await makeWebhookLog(node.services, node.account.accountId);
    await queueMail(node, { overdueMs: -HOUR_MS });
    await ring.maintain();
    const ahead = await commandLine(env, { clock })('backup', '--json');
    assert.equal(ahead.code, 0, ahead.stderr);
    const early = basename(ahead.word('file'));
    clock.advance(-YEAR_MS);

    const formstead = commandLine(env);
    const found = await examine(formstead);
    assert.equal(found.code, 1);
    for (const kind of KINDS) {
      assert.match(
        found.of('clock'),
        new RegExp(`fault: ${kind}: \\d+, dated up to 202.*repair-times`),
      );
    }
    assert.match(found.of('clock'), /and something was stored at .*: formstead repair-times/);
    assert.match(
      found.of('backups'),
      new RegExp(`warning: 1 backup is dated in the future.*${early}`),
    );

    const asked = await commandLine(env, { stdin: 'no\n' })('repair-times');
    assert.equal(asked.code, 1);
    assert.match(
      asked.stderr,
      /has dated: .*sessions: \d+, up to 202.*\nBackups of the future: .*\n.*Nothing was done/s,
    );

    const repaired = await formstead('repair-times', '--yes', '--json');
    assert.equal(repaired.code, 0, repaired.stderr);
    const again = await formstead('repair-times', '--json');
    assert.deepEqual([again.code, again.json('repaired')], [0, {}]);
    const after = await examine(formstead);
    assert.match(after.of('clock'), /^ok: /);
    assert.doesNotMatch(after.of('backups'), /in the future/);
    assert.deepEqual(readdirSync(to), repaired.json('renamed'));
    assert.equal(readdirSync(to).includes(early), false);

    const now = clock.now();
    const deliveries = await db.reader
      .selectFrom('webhook_deliveries')
      .select('next_at')
      .where('next_at', 'is not', null)
      .execute();
    assert.equal(deliveries.length, 1);
    // The service may have tried it since, and waits for the next attempt.
    for (const { next_at } of deliveries) assert.ok(Number(next_at) < now + HOUR_MS);
    const mails = await db.reader.selectFrom('notices').select('next_at').execute();
    assert.deepEqual([mails.length, Number(mails[0]?.next_at) <= now], [1, true]);
    const sessions = await db.reader.selectFrom('sessions').selectAll().execute();
    for (const { created_at, seen_at, expires_at } of sessions) {
      assert.ok(created_at <= now && seen_at <= now && expires_at < now + 40 * 24 * HOUR_MS);
    }
    assert.equal((await admin.send('GET', '/app/v1/me')).status, 200, 'nobody is signed out');
    const keys = await db.reader.selectFrom('keys').selectAll().execute();
    assert.ok(keys.length >= 4, 'a year is more than the age of a key');
    for (const key of keys) {
      const times = [key.created_at, key.active_at, key.retired_at ?? 0].map(Number);
      assert.ok(Math.max(...times) <= now + HOUR_MS, JSON.stringify(times));
    }
    clock.advance(HOUR_MS);
    await ring.maintain();
    const token = await node.adminToken();
    assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);

    // The next backup is due at once, and the renamed one counts among those that are kept.
    assert.equal(await readLastBackup(db.reader), undefined);
    const next = commandLine({ ...env, FORMSTEAD_BACKUP_KEEP: '1' });
    const made = await next('backup', '--if-due', '--json');
    assert.equal(made.code, 0, made.stderr);
    assert.deepEqual(made.json('deleted'), repaired.json('renamed'));
  });

  test('while the clock is wrong, nothing is put right by it', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const behind = { now: () => Date.now() - 2 * HOUR_MS };
    const refused = await commandLine(envOf(storage), { clock: behind })('repair-times', '--yes');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^The clock is still wrong: /);
  });
});
