// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAudit } from '#audit/index.ts';
import { openDatabase } from '#db/open.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { testClock } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { syncedFolders } from '../../test/support/synced-folders.ts';
import { loadMasterKey, MasterKeyError, oneMasterKey, openKeyRing } from './index.ts';

const random = systemRandom;
const clock = testClock();

const saying = (pattern: RegExp) => (error: unknown) =>
  error instanceof MasterKeyError && pattern.test(error.message);

forEachEngine((engine) => {
  const open = async () => {
    const storage = await engine.fresh();
    const db = await openDatabase({ ...storage, clock, random });
    return { ...storage, db, path: join(storage.dataDir, 'master.key') };
  };

  test('a key from the settings is taken and never written to the data directory', async () => {
    const { db, dataDir } = await open();
    const masterKey = randomBytes(32);
    assert.deepEqual(await loadMasterKey({ db, dataDir, masterKey, random }), masterKey);
    assert.ok(!(await readdir(dataDir)).includes('master.key'));
    await db.close();
  });

  if (engine.name === 'postgres') {
    test('PostgreSQL without a key refuses to start: every node needs the same one', async () => {
      const { db, dataDir } = await open();
      const loading = loadMasterKey({ db, dataDir, random });
      await assert.rejects(loading, saying(/FORMSTEAD_MASTER_KEY is required with PostgreSQL/));
      await db.close();
    });
    return;
  }

  test('the first start makes a key that only the owner can read, later starts take it', async () => {
    const { db, dataDir, path } = await open();
    const key = await loadMasterKey({ db, dataDir, random });
    assert.equal(key.length, 32);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal(await readFile(path, 'utf8'), `${key.toString('base64')}\n`);
    assert.deepEqual(await loadMasterKey({ db, dataDir, random }), key);
    await db.close();
  });

  test('a new key has its name on the disk before anything is wrapped with it', async (t) => {
    const { db, dataDir } = await open();
    const synced = await syncedFolders(t);
    await loadMasterKey({ db, dataDir, random });
    assert.ok(synced().has((await stat(dataDir)).ino));
    await db.close();
  });

  test('twenty starts at once agree on one key and leave no draft behind', async () => {
    const { db, dataDir } = await open();
    const starts = Array.from({ length: 20 }, () => loadMasterKey({ db, dataDir, random }));
    const keys = (await Promise.all(starts)).map((key) => key.toString('hex'));
    assert.equal(new Set(keys).size, 1);
    const files = (await readdir(dataDir)).filter((name) => name.startsWith('master.key'));
    assert.deepEqual(files, ['master.key']);
    await db.close();
  });

  test('a lost key file is not replaced when the database needs the old one', async () => {
    const { db, dataDir, path } = await open();
    await openKeyRing({
      db,
      clock,
      random,
      audit: createAudit({ clock, ids: createIds(clock, random) }),
      masterKeys: oneMasterKey(await loadMasterKey({ db, dataDir, random })),
    });
    await rm(path);
    await assert.rejects(loadMasterKey({ db, dataDir, random }), saying(/is missing. Restore/));
    await assert.rejects(stat(path));
    await db.close();
  });

  for (const content of ['', 'secret', 'A'.repeat(42), 'A'.repeat(45), randomBytes(32)]) {
    test(`a damaged key file is refused (${content.length} bytes)`, async () => {
      const { db, dataDir, path } = await open();
      await writeFile(path, content);
      await assert.rejects(loadMasterKey({ db, dataDir, random }), saying(/is damaged/));
      await db.close();
    });
  }
});
