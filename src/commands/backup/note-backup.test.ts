import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLastBackup, readLastVerified } from '#db/last-backup.ts';
import { commandLine, envOf, folder } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  test('a backup that was made, or noted, is the last one', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    const { reader } = node.services.db;
    const formstead = commandLine(envOf(storage));
    const start = Date.now();
    assert.equal(await readLastBackup(reader), undefined);
    const noted = await formstead('note-backup', '--json');
    assert.equal(noted.code, 0, noted.stderr);
    const first = await readLastBackup(reader);
    assert.ok(first !== undefined && first >= start && first <= Date.now());
    assert.equal(JSON.parse(noted.stdout).at, new Date(first).toISOString());
    assert.equal(await readLastVerified(reader), undefined);
    const verified = await formstead('note-backup', '--verified', '--json');
    const at = await readLastVerified(reader);
    assert.equal(verified.json('at'), new Date(at ?? 0).toISOString());
    assert.equal(await readLastBackup(reader), first, 'none was made');
    const to = join(await folder(t), 'copy.db');
    const made = await formstead('backup', '--to', to);
    const last = await readLastBackup(reader);
    if (engine.name === 'sqlite') {
      assert.equal(made.code, 0, made.stderr);
      assert.ok(last !== undefined && last > first);
      assert.doesNotMatch(made.stdout, /could not be noted/);
      assert.equal(await readLastVerified(reader), last);
    } else {
      // It only says what to do, so nothing was made.
      assert.equal(made.code, 1);
      assert.equal(last, first);
    }
  });
});
