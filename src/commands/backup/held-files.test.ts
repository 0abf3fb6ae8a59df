// Files that forms and exports lose while they are copied stay until the copy is done, so that it is complete.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { removeUnnamed } from '#attachments/clean-up.ts';
import { fileKey } from '#files/files.ts';
import { recordLoose } from '#form-records/loose-file.store.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { folder } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { whileAlone, whileFilesStay } from './backup-lease.ts';
import { makeCopyFolder } from './backup-place.ts';

const HOUR_MS = 3_600_000;
const WORLD = { clock: systemClock, random: systemRandom };
const MOST_HELD_MS = 24 * HOUR_MS;

forEachEngine((engine) => {
  test('a file that a form loses during a backup stays until it is done, but never longer than a day', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, files, settings } = node.services;
    const { accountId } = node.account;
    const add = async (lastHex: string, lostMs: number): Promise<() => boolean> => {
      const key = fileKey('acme', `01990000-0000-7000-8000-00000000000${lastHex}`);
      await files.put(key, Readable.from([Buffer.from('a picture')]), { maxBytes: 100 });
      await recordLoose(db.reader, accountId, [key], systemClock.now() - lostMs);
      return () => existsSync(join(settings.server.dataDir, 'files', ...key.split('/')));
    };
    const cleanUp = () => removeUnnamed({ db, files, clock: systemClock });

    for (const [hex, hold] of [
      ['1', (work: () => Promise<void>) => whileFilesStay(WORLD, settings, work)],
      [
        '4',
        async (work: () => Promise<void>) => {
          const copy = await makeCopyFolder(await folder(t));
          assert.ok(await whileAlone(WORLD, db, copy, work));
          await copy.remove();
        },
      ],
    ] as const) {
      let isThere = () => true;
      await hold(async () => {
        // The job of the service itself would delete what is there before.
        isThere = await add(hex, 2 * HOUR_MS);
        const isOldThere = await add('2', MOST_HELD_MS + HOUR_MS);
        const isErasedThere = await add('3', systemClock.now());
        await cleanUp();
        assert.equal(isThere(), true, 'the backup may still copy it');
        assert.equal(isOldThere(), false);
        assert.equal(isErasedThere(), false, 'what must go at once goes');
      });
      await cleanUp();
      assert.equal(isThere(), false, 'the backup is done');
    }
  });

  test('a copy that was killed, and a lease of a clock a year ahead, keep no file', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, files } = node.services;
    const key = fileKey('acme', '01990000-0000-7000-8000-000000000001');
    for (const [name, expires_at] of [
      ['backup/killed', systemClock.now() - 1000],
      ['backup', systemClock.now() + 365 * 24 * HOUR_MS],
    ] as const) {
      await db.reader.insertInto('leases').values({ name, holder: 'x', expires_at }).execute();
    }
    await files.put(key, Readable.from([Buffer.from('x')]), { maxBytes: 100 });
    await recordLoose(db.reader, node.account.accountId, [key], systemClock.now() - 2 * HOUR_MS);
    await removeUnnamed({ db, files, clock: systemClock });
    assert.equal(await files.open(key), undefined);
    await whileFilesStay(WORLD, node.services.settings, async () => undefined);
    const left = await db.reader
      .selectFrom('leases')
      .select('name')
      .where('holder', '=', 'x')
      .execute();
    assert.deepEqual(left, [{ name: 'backup' }]);
  });
});
