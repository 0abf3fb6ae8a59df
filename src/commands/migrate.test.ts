// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, envOf } from '../../test/support/command-line.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { recordLaterStep } from '../../test/support/newer-schema.ts';

const names = migrations.map(({ name }) => name);

forEachEngine((engine) => {
  test('a dry run lists what would run and changes nothing; then it runs once', async () => {
    const storage = await engine.fresh();
    const formstead = commandLine(envOf(storage));
    assert.deepEqual((await formstead('migrate', '--dry-run', '--json')).json(), {
      pending: names,
    });
    assert.deepEqual(await readdir(storage.dataDir), []);
    assert.deepEqual((await formstead('migrate', '--json')).json(), { ran: names });
    assert.deepEqual((await formstead('migrate', '--json')).json(), { ran: [] });
    assert.equal((await formstead('migrate', '--dry-run')).stdout, 'The schema is up to date.\n');
  });

  test('the data of a newer version is refused with what to do', async () => {
    const storage = await engine.fresh();
    const formstead = commandLine(envOf(storage));
    await formstead('migrate');
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    await recordLaterStep(db.reader, '20990101-later');
    await db.close();
    for (const argv of [['migrate'], ['user', 'list']]) {
      const { code, stderr } = await formstead(...argv);
      assert.equal(code, 1);
      assert.match(stderr, /newer version \(it has 20990101-later\).*: start that version/);
    }
  });
});
