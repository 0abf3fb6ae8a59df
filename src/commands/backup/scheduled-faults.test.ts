// What the job does when a backup on schedule can't say why it failed, or when the clock of the machine was wrong.
// Nightly: backups fail and end half-way, each in a process of its own.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { readBackupFault, scheduledBackups } from '#backups/index.ts';
import { openDatabase } from '#db/open.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { createTestClock, startInstance } from '../../../test/support/instance.ts';
import { backUpsOf } from './run-backup.ts';

const HOUR_MS = 3_600_000;
const logged: string[] = [];
const log = pino({ base: null }, { write: (line) => logged.push(line) });
/** A public key, because to stretch a passphrase takes a second. */
const TO_RECIPIENT = {
  FORMSTEAD_BACKUP_KEY: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
};

forEachEngine((engine) => {
  test('a backup that ends before it can note why is told until the next succeeds', async (t) => {
    const [storage, to] = [await engine.fresh('any'), await folder(t)];
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const { db } = node.services;
    const { clock } = node;
    const env = { ...process.env, ...envOf(storage), ...TO_RECIPIENT, FORMSTEAD_BACKUP_TO: to };
    const running = [{ ...env, FORMSTEAD_PORT: 'none' }, env].map((each) => backUpsOf(each));
    const backUp = async () => await running.shift()?.backUp();
    const job = scheduledBackups({ db, clock, schedule: { hours: 6 }, backUp, log });
    await assert.rejects(job.run());
    assert.match(String(await readBackupFault(db.reader)), /^No backup was made: .*FORMSTEAD_PORT/);
    clock.advance(HOUR_MS);
    await job.run();
    assert.equal(await readBackupFault(db.reader), undefined);
    assert.equal(readdirSync(to).length, 1);
    assert.match(
      logged.splice(0).join(''),
      /"level":40.*a backup was made and not opened again, since/,
    );
  });
});

test('the clock may go back: the backup that was just made stays, and the next ones are made', async (t) => {
  const [dataDir, to] = [await folder(t), await folder(t)];
  const storage = { dataDir, databaseUrl: undefined };
  const clock = createTestClock();
  const env = {
    ...{ ...envOf(storage), ...TO_RECIPIENT, FORMSTEAD_BACKUP_TO: to },
    FORMSTEAD_BACKUP_KEEP: '2',
    FORMSTEAD_BACKUP_KEEP_DAYS: '1',
  };
  const formstead = commandLine(env, { clock });
  await formstead('setup', '--account', 'A', '--user-name', 'a');
  const make = async () => {
    const { code, stderr, json, word } = await formstead('backup', '--json');
    assert.equal(code, 0, stderr);
    return { name: basename(word('file')), deleted: json('deleted') };
  };
  clock.advance(1000 * HOUR_MS);
  const ahead = [await make()];
  clock.advance(HOUR_MS);
  ahead.push(await make());
  clock.advance(-1000 * HOUR_MS);
  const made = [];
  for (let turn = 0; turn < 3; turn += 1) {
    made.push(await make());
    clock.advance(30 * HOUR_MS);
  }
  assert.deepEqual(made[2]?.deleted, [made[0]?.name]);
  assert.deepEqual(
    readdirSync(to).toSorted(),
    [...made.slice(1), ...ahead].map(({ name }) => name).toSorted(),
  );

  const db = await openDatabase({ ...storage, clock, random: systemRandom });
  t.after(() => db.close());
  let tries = 0;
  const backUp = async () => {
    tries += 1;
  };
  const job = scheduledBackups({ db, clock, schedule: { hours: 6 }, backUp, log });
  clock.advance(1000 * HOUR_MS);
  await job.run();
  clock.advance(60_000);
  await job.run();
  assert.equal(tries, 1, 'a backup that failed is not tried again at once');
  clock.advance(-500 * HOUR_MS);
  await job.run();
  assert.equal(tries, 2);
});
