// The order of the manual is export, delete, import: a damaged file must not show itself only at the end.
// Nightly: it starts two services on each engine.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { commandLine, envOf, type Formstead, folder } from '../../../test/support/command-line.ts';
import { damageFile } from '../../../test/support/damage.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { type Photographed, photograph } from '../../../test/support/photographed.ts';

forEachEngine((engine) => {
  let storage: EngineInstance;
  let account: Instance['account'];
  let code: string;
  let made: Photographed;
  let lost: Photographed;
  let formstead: Formstead;
  before(async () => {
    storage = await engine.fresh('any');
    const instance = await startInstance(engine, { storage });
    ({ account } = instance);
    made = await photograph(instance);
    lost = await photograph(instance);
    const { db, directory } = instance.services;
    code = String((await directory.readAccount(db.reader, account.accountId))?.code);
    await instance.close();
    formstead = commandLine(envOf(storage));
  });

  test('an export names what is damaged or missing, an import refuses it unless told to skip it, and forms show it', async (t) => {
    const home = await folder(t);
    const sound = join(home, 'sound.tar.gz');
    assert.equal((await formstead('account', 'export', '--out', sound)).code, 0);
    const restore = damageFile(join(storage.dataDir, made.photo), 30);
    const archive = join(home, 'damaged.tar.gz');
    const exported = await formstead('account', 'export', '--out', archive, '--json');
    assert.equal(exported.code, 3, exported.stderr);
    const path = String(exported.json('files', 'damaged', 0));
    assert.match(path, new RegExp(`^attachments/${made.formId}/${made.id}/`));
    restore();
    rmSync(join(storage.dataDir, lost.photo));
    const without = join(home, 'missing.tar.gz');
    const second = await formstead('account', 'export', '--out', without, '--json');
    assert.equal(second.code, 3);
    assert.match(String(second.json('files', 'missing', 0)), new RegExp(lost.id));

    const other = await engine.fresh('any');
    const elsewhere = commandLine(envOf(other));
    await (await startInstance(engine, { storage: other })).close();
    const as = ['--as', 'moved', '--yes'];
    const refused = await elsewhere('account', 'import', archive, ...as);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, new RegExp(`${made.id}.*is damaged.*--skip-damaged`));
    const lacking = await elsewhere('account', 'import', without, ...as);
    assert.match(lacking.stderr, new RegExp(`${lost.id}.*--skip-damaged`));
    const taken = await elsewhere('account', 'import', archive, '--skip-damaged', '--json', ...as);
    assert.equal(taken.code, 3, taken.stderr);
    assert.equal(taken.json('damagedFiles'), 1);
    const instance = await startInstance(engine, { storage: other });
    t.after(() => instance.close());
    const rows = await instance.services.db.reader
      .selectFrom('attachments')
      .select(['id', 'damaged_at'])
      .where('account_id', '=', account.accountId)
      .execute();
    const marked = rows.filter((row) => row.damaged_at !== null).map((row) => row.id);
    assert.deepEqual(marked, [made.id]);
  });

  test('an organisation is deleted only with an archive that was opened, or without one when that is said', async (t) => {
    const home = await folder(t);
    const typed = (...argv: readonly string[]) => formstead('account', 'delete', code, ...argv);
    const asked = await typed('--yes');
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /Give the archive of the account with --archive FILE/);
    const nothing = join(home, 'nothing.tar.gz');
    writeFileSync(nothing, 'no archive');
    assert.equal((await typed('--archive', nothing, '--yes')).code, 1);
    const archive = join(home, 'acme.tar.gz');
    const keyFile = join(home, 'passphrase.txt');
    writeFileSync(keyFile, 'nine brass kettles on a shelf');
    const exported = await formstead(
      ...['account', 'export', '--out', archive, '--key-file', keyFile],
    );
    assert.equal(exported.code, 3, 'a file is missing since the test before');
    // An event that the archive does not have.
    await formstead('account', 'export', '--out', join(home, 'again.tar.gz'));
    assert.match((await typed('--archive', archive, '--yes')).stderr, /holds secrets: give/);
    const opened = ['--archive', archive, '--key-file', keyFile];
    const lacks = await typed(...opened, '--yes');
    assert.equal(lacks.code, 1);
    assert.match(lacks.stderr, /1 file that the data names is not in the archive/);
    const shown = await typed(...opened, '--skip-damaged');
    assert.match(shown.stderr, /was opened, and lacks 1 file of a form, which is lost/);
    assert.equal((await formstead('account', 'list', '--json')).code, 0);
    const restore = damageFile(archive, 2000);
    const changed = await typed(...opened, '--skip-damaged', '--yes');
    assert.equal(changed.code, 1, changed.stdout);
    restore();
    const deleted = await typed(...opened, '--skip-damaged', '--yes');
    assert.equal(deleted.code, 0, deleted.stderr);
    assert.match(deleted.stdout, /lacks 1 file of a form, which is lost\. .* has 1 newer event/);
    const back = await formstead(
      ...['account', 'import', archive, '--key-file', keyFile, '--skip-damaged', '--yes'],
    );
    assert.equal(back.code, 3, back.stderr);
  });
});
