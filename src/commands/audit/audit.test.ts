// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { readSettings } from '#config/settings.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openServices } from '#services.ts';
import { withoutAppendOnly } from '../../../test/support/audit-record.ts';
import { commandLine, envOf, type Formstead, folder } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let instance: Instance;
  let formstead: Formstead;
  before(async () => {
    const storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), instance);
    for (const name of ['ada', 'grace', 'edsger']) await instance.addUser(name);
    await instance.addAccount('Other');
    await instance.services.chains.linkPending();
  });
  after(() => instance.close());

  test('a sound record of every account is proven, and its end printed to be noted elsewhere', async () => {
    const ran = await formstead('audit', 'verify', '--json');
    assert.deepEqual([ran.code, ran.json('intact'), ran.json('lostChains')], [0, true, 0]);
    assert.equal(ran.json('accounts', 'length'), 2);
    const { accountCode } = instance.account;
    const text = await formstead('audit', 'verify', '--account', accountCode);
    const [, end = ''] = /^end: +(\d+:[\w-]{43})$/m.exec(text.stdout) ?? [];
    assert.match(text.stdout, /^record: +proven$/m);
    const noted = (value: string) =>
      formstead('audit', 'verify', '--account', accountCode, '--noted', value);
    assert.equal((await noted(end)).code, 0);
    const other = await noted(`1:${'x'.repeat(43)}`);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /the end noted at 1 is not in the record/);
    assert.equal((await noted('1:2')).code, 2);
  });

  test('what was done to the record is said line by line, with exit code 1', async () => {
    const { services, account } = instance;
    const { accountId, accountCode } = account;
    await withoutAppendOnly(services.db, async (db) => {
      await sql`update audit_events set ip = '::' where account_id = ${accountId} and chain_seq = 2`.execute(
        db,
      );
      await sql`delete from audit_events where account_id = ${accountId} and chain_seq in (4, 5)`.execute(
        db,
      );
    });
    const ran = await formstead('audit', 'verify', '--account', accountCode);
    assert.equal(ran.code, 1);
    assert.match(ran.stdout, /^record: +NOT PROVEN$/m);
    assert.match(ran.stdout, /^line 2 \([\w-]{36}\) was changed/m);
    assert.match(ran.stdout, /^lines 4 to 5 are missing$/m);
    const json = await formstead('audit', 'verify', '--json');
    assert.deepEqual([json.code, json.json('intact')], [1, false]);
  });
});

test('a restored backup is as well proven as what it was made of', async (t) => {
  const [home, dataDir] = [await folder(t), await folder(t)];
  const source = commandLine({ FORMSTEAD_DATA_DIR: home });
  await source('setup', '--account', 'Acme', '--user-name', 'admin', '--json');
  await linkAll(home);
  const end = (await source('audit', 'verify', '--json')).json('accounts', 0, 'head', 'seq');
  assert.ok(Number(end) >= 3);
  const file = join(home, 'backup.db');
  assert.equal((await source('backup', '--to', file)).code, 0);
  const formstead = commandLine({ FORMSTEAD_DATA_DIR: dataDir });
  await copyFile(join(home, 'master.key'), join(dataDir, 'master.key'));
  assert.equal((await formstead('restore', '--from', file)).code, 0);
  const restored = await formstead('audit', 'verify', '--json');
  assert.deepEqual([restored.code, restored.json('accounts', 0, 'head', 'seq')], [0, end]);

  // Without the master key, the lines are still linked, but the seal can't be checked.
  const without = join(dataDir, 'without');
  await mkdir(without);
  const late = commandLine({ FORMSTEAD_DATA_DIR: without });
  assert.equal((await late('restore', '--from', file, '--discard-keys')).code, 0);
  const unsealed = await late('audit', 'verify');
  assert.equal(unsealed.code, 1);
  assert.match(unsealed.stdout, /not the one that the service sealed/);
  assert.equal((await late('audit', 'reseal')).code, 0);
  await linkAll(without);
  const sealed = await late('audit', 'verify', '--json');
  assert.deepEqual([sealed.code, sealed.json('lostChains')], [0, 0], sealed.stdout);
  assert.ok(Number(sealed.json('accounts', 0, 'head', 'seq')) > Number(end));
});

/** Links the pending lines, as a running service does every few seconds. */
async function linkAll(dataDir: string): Promise<void> {
  const world = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }) };
  const settings = readSettings({ FORMSTEAD_DATA_DIR: dataDir });
  const services = await openServices({ settings, ...world });
  await services.chains.linkPending();
  await services.close();
}
