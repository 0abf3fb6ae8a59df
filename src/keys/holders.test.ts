// Nodes announce their master keys. A move that overlooked a node would leave it with texts that it can't open. A move
// that was interrupted must lose nothing, however late it continues.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAudit } from '#audit/index.ts';
import { openDatabase } from '#db/open.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { type TestClock, testClock } from '../../test/support/directory.ts';
import { type Engine, forEachEngine } from '../../test/support/engines.ts';
import {
  createHolder,
  MasterKeyError,
  moveToMasterKey,
  newMasterKeyFile,
  nodesWithout,
  openMasterKeys,
  readKeyFile,
  readMovedId,
  toMasterKey,
  writeKeyFile,
  writeMovedId,
} from './index.ts';

const random = systemRandom;
const HOUR_MS = 3_600_000;

async function tempFolder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'formstead-keys-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Returns a deployment with one master key, whose nodes have data directories of their own. */
async function deployment(t: TestContext, engine: Engine) {
  const storage = await engine.fresh();
  const clock = testClock();
  const db = await openDatabase({ ...storage, clock, random });
  t.after(() => db.close());
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const open = (dataDir: string, masterKey = old) =>
    openMasterKeys({ db, dataDir, masterKey, random, clock });
  return {
    db,
    clock,
    old: toMasterKey(old),
    next: toMasterKey(next),
    async node(name: string) {
      const dataDir = await tempFolder(t);
      const masterKeys = await open(dataDir);
      const holder = createHolder({ db, clock, masterKeys }, name);
      const layNew = (text = next.toString('base64')) =>
        writeFile(newMasterKeyFile(dataDir), text, { mode: 0o600 });
      return { dataDir, masterKeys, holder, layNew, restart: () => open(dataDir) };
    },
    /** Does what `formstead keys rewrap` does, except for the texts. */
    async begin(dataDir: string, check: () => Promise<void> = async () => undefined) {
      const masterKeys = await open(dataDir);
      const audit = createAudit({ clock, ids: createIds(clock, random) });
      return moveToMasterKey(
        { db, random, audit, masterKeys },
        toMasterKey(next),
        'command-line',
        check,
      );
    },
    end: () => db.transaction((tx) => writeMovedId(tx, toMasterKey(next).id)),
    without: (seals = false) =>
      nodesWithout(db.reader, clock.now(), { id: toMasterKey(next).id, seals }),
  };
}

const idsOf = (masterKeys: { inHand(): readonly { readonly id: string }[] }) =>
  masterKeys.inHand().map(({ id }) => id);
const saying = (pattern: RegExp) => (error: unknown) =>
  error instanceof MasterKeyError && pattern.test(error.message);
const later = (clock: TestClock, hours: number): void => clock.advance(hours * HOUR_MS);

forEachEngine((engine) => {
  test('a node that cannot read the new master key is named, however long it has tried', async (t) => {
    const { without, node, db, next } = await deployment(t, engine);
    const [good, bad] = [await node('aaaaaa1'), await node('bbbbbb2')];
    for (const { holder, layNew } of [good, bad]) {
      await holder.join();
      await layNew();
    }
    await rm(newMasterKeyFile(bad.dataDir));
    await mkdir(newMasterKeyFile(bad.dataDir));
    // Its earlier announcement has expired.
    await db.reader.deleteFrom('leases').execute();
    await good.holder.job.run();
    await assert.rejects(bad.holder.job.run(), saying(/master\.key\.new can't be read \(EISDIR\)/));
    assert.match((await without()).join(), /bbbbbb/);
    assert.doesNotMatch((await without()).join(), /aaaaaa/);

    await rm(newMasterKeyFile(bad.dataDir), { recursive: true });
    await bad.layNew('not a key');
    await db.reader.deleteFrom('leases').execute();
    await good.holder.job.run();
    await assert.rejects(bad.holder.job.run(), saying(/is damaged/));
    assert.match((await without()).join(), /bbbbbb/);

    await bad.layNew();
    await bad.holder.job.run();
    assert.deepEqual(await without(), []);
    assert.deepEqual(idsOf(bad.masterKeys).slice(1), [next.id]);
  });

  test('a node that starts while everything moves is seen, or does not start', async (t) => {
    const { begin, node, without, next } = await deployment(t, engine);
    const command = await node('cccccc3');
    await command.layNew();
    const late = await node('dddddd4');
    const checking = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    const moving = begin(command.dataDir, async () => {
      checking.resolve();
      await mayGoOn.promise;
    });
    await checking.promise;
    let hasJoined = false;
    const joining = late.holder.join().finally(() => {
      hasJoined = true;
    });
    joining.catch(() => undefined);
    await sleep(300);
    assert.equal(hasJoined, false, 'it waits for the move');
    mayGoOn.resolve();
    await moving;
    await assert.rejects(joining, saying(new RegExp(`sealed with the master key ${next.id}`)));
    assert.deepEqual(await without(), [], 'and holds up nobody');

    const early = await node('eeeeee5').catch((error: unknown) => error);
    assert.ok(saying(/which is not here/)(early));
  });

  test('a node that was told before the move holds it up', async (t) => {
    const { begin, node, without, old } = await deployment(t, engine);
    const [command, early] = [await node('ffffff6'), await node('gggggg7')];
    await command.layNew();
    await early.holder.join();
    const moving = begin(command.dataDir, async () => {
      throw new Error((await without()).join());
    });
    await assert.rejects(moving, /gggggg/);
    await early.holder.job.run();
    assert.deepEqual(idsOf(early.masterKeys), [old.id]);
  });

  test('what a node that was killed told goes when the next one starts', async (t) => {
    const { db, node } = await deployment(t, engine);
    const dead = await node('hhhhhh8');
    await dead.holder.join();
    await db.reader
      .updateTable('leases')
      .set({ expires_at: 1 })
      .where('name', 'like', 'master-key%')
      .execute();
    await db.reader
      .insertInto('leases')
      .values({ name: 'clean-files', holder: 'x', expires_at: 1 })
      .execute();
    await (await node('iiiiii9')).holder.join();
    const names = (await db.reader.selectFrom('leases').select('name').execute()).map(
      ({ name }) => name,
    );
    assert.equal(names.filter((name) => name.startsWith('master-key')).length, 1);
    assert.ok(names.includes('clean-files'), 'other leases are not its business');
  });

  test('a move that broke off keeps the former key for as long as it takes, and one hour after the end', async (t) => {
    const { db, clock, begin, end, node, next, old } = await deployment(t, engine);
    const own = await node('jjjjjj0');
    await own.layNew();
    await begin(own.dataDir);
    await own.masterKeys.refresh();
    const both = [next.id, old.id];
    assert.deepEqual(idsOf(own.masterKeys), both);
    later(clock, 5);
    await own.masterKeys.refresh();
    assert.deepEqual(idsOf(own.masterKeys), both, 'texts are still sealed with it');
    const restarted = await own.restart();
    later(clock, 5);
    await restarted.refresh();
    assert.deepEqual(idsOf(restarted), both);

    assert.equal(await readMovedId(db.reader), undefined);
    await end();
    assert.equal(await readMovedId(db.reader), next.id);
    for (const masterKeys of [own.masterKeys, restarted]) {
      await masterKeys.refresh();
      assert.deepEqual(idsOf(masterKeys), both, 'clients hand back what it sealed');
    }
    later(clock, 1);
    for (const masterKeys of [own.masterKeys, restarted]) {
      await masterKeys.refresh();
      assert.deepEqual(idsOf(masterKeys), [next.id]);
    }
  });
});

test('a key file that the user of the service must not read is named, with what to do', async (t) => {
  const dataDir = await tempFolder(t);
  await chmod(dataDir, 0o755);
  const path = newMasterKeyFile(dataDir);
  await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o000 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await assert.rejects(
      readKeyFile(path),
      saying(/can't be read \(EACCES\).* must belong to the user that Formstead runs as/),
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

test('a key file that root writes belongs to whom its folder belongs to', async (t) => {
  const dataDir = await tempFolder(t);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(dataDir, 65_534, 65_534);
  const path = newMasterKeyFile(dataDir);
  await writeKeyFile(path, randomBytes(32), random);
  const [own, folder] = [await stat(path), await stat(dataDir)];
  assert.deepEqual([own.uid, own.gid, own.mode & 0o777], [folder.uid, folder.gid, 0o600]);
});
