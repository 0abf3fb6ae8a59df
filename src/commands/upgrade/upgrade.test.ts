// What an upgrade will do is told before it is done, and an older program refuses the data of a newer one.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate, readSchemaState } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { recordLaterStep } from '../../../test/support/newer-schema.ts';

const LATEST = migrations.slice(-3).map(({ name }) => name);

forEachEngine((engine) => {
  test('an upgrade is told with its migrations and their time, and nothing is changed', async () => {
    const storage = await engine.fresh();
    const db = await openDatabase({
      ...{ ...storage, clock: systemClock, random: systemRandom, migrate: false },
    });
    await db.transaction((tx) => migrate(tx, 0, { steps: migrations.slice(0, -3) }));
    const formstead = commandLine(envOf(storage));
    const told = await formstead('upgrade', '--check', '--json');
    assert.equal(told.code, 0, told.stderr);
    assert.deepEqual(told.json('pending'), LATEST);
    const { stdout } = await formstead('upgrade', '--check');
    assert.match(stdout, /runs 3 migrations, (?:all or none|one by one):/);
    assert.match(stdout, /No backup of the last day is known\. Make one first/);
    if (engine.name === 'sqlite') {
      assert.match(stdout, /On a copy of the data \(.* MB, made in .* s\) they took .* s\./);
      assert.ok(Number(told.json('trial', 'migrateMs')) >= 0);
      assert.deepEqual(
        readdirSync(storage.dataDir).filter((name) => name.startsWith('.')),
        [],
      );
    } else {
      assert.match(stdout, /The largest tables are:\n {2}\w+: about \d+ rows, /);
      assert.equal(told.json('largestTables', 'length'), 5);
    }
    assert.deepEqual((await readSchemaState(db.reader)).pending, LATEST);
    await db.close();

    assert.equal((await formstead('migrate')).code, 0);
    const after = await formstead('upgrade', '--check');
    assert.match(after.stdout, /finds the schema up to date: its start changes nothing\.\n$/);
  });

  test('data of a newer version is refused in one line by each command that opens it', async (t) => {
    const storage = await engine.fresh('any');
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    await recordLaterStep(db.reader, '29990101-later');
    await db.close();
    const to = await folder(t);
    const formstead = commandLine({
      ...envOf(storage),
      FORMSTEAD_PORT: '0',
      FORMSTEAD_BACKUP_TO: to,
      FORMSTEAD_BACKUP_KEY: 'a passphrase for nothing',
    });
    const target = engine.name === 'sqlite' ? 'postgres://h/d' : `sqlite:${join(to, 'new')}`;
    for (const argv of [
      ['serve'],
      ['migrate'],
      ['upgrade', '--check'],
      ['user', 'list'],
      ['backup'],
      ['migrate-storage', '--to', target, '--yes'],
    ]) {
      const { code, stdout, stderr } = await formstead(...argv);
      assert.deepEqual([code, stdout], [1, ''], argv.join(' '));
      const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      assert.equal(lines.length, 1, stderr);
      assert.match(lines.join(), /newer version|not that of this version/, argv.join(' '));
    }
  });
});

test('without --check it upgrades nothing', async (t) => {
  const { code, stderr } = await commandLine({ FORMSTEAD_DATA_DIR: await folder(t) })('upgrade');
  assert.equal(code, 2);
  assert.match(stderr, /An upgrade is made by starting the new version/);
});
