// One byte or one bit of what Formstead keeps changes in place, as on a failing disk: fifty times each, in each kind of
// copy. Whatever reads it next names it.
// Nightly: it opens several hundred copies.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readManifest } from '#commands/account/archive/open-archive.ts';
import { stageArchive } from '#commands/account/archive/stage-archive.ts';
import { verifyArchive, verifyPlain } from '#commands/backup/verify-archive.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { openingKeyIn } from '#kernel/age-keys.ts';
import { commandLine, envOf } from '../support/command-line.ts';
import { type Damage, hundredDamages } from '../support/damage.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { type Photographed, photograph } from '../support/photographed.ts';

const SEED = 40;

/** Applies each damage to a file, and passes what `look` says of it to `check`. The file is sound again afterwards. */
async function eachDamage(
  file: string,
  damages: readonly Damage[],
  look: (damage: Damage) => Promise<void>,
): Promise<void> {
  const sound = readFileSync(file);
  for (const damage of damages) {
    writeFileSync(file, damage.apply(sound));
    await look(damage);
  }
  writeFileSync(file, sound);
}

/** Requires that a check fails in words, and not by a crash. */
async function requireNamed(check: () => Promise<unknown>, { name }: Damage): Promise<void> {
  const said = await check().then(
    () => undefined,
    (error: unknown) => explainFailure(error),
  );
  assert.ok(said !== undefined, `${name} was not noticed`);
  assert.doesNotMatch(said, /TypeError|undefined|is not a function/, name);
  assert.match(
    said,
    /damaged|changed|wrong|manifest|cut off|archive|backup|key|^Line \d+ of /i,
    name,
  );
}

/** Before a stored block are up to seven bits that mean nothing (RFC 1951 §3.2.4). */
function unpacksTo(sound: Buffer, packed: Buffer): boolean {
  try {
    return gunzipSync(packed).equals(sound);
  } catch {
    return false;
  }
}

forEachEngine((engine) => {
  let storage: EngineInstance;
  let instance: Instance;
  let made: Photographed;
  let home: string;
  before(async () => {
    storage = await engine.fresh('any');
    instance = await startInstance(engine, { storage });
    made = await photograph(instance);
    home = join(storage.dataDir, 'copies');
    mkdirSync(home);
  });
  after(() => instance.close());
  const env = () => envOf(storage);
  const sizeOf = (file: string): number => readFileSync(file).length;

  describe('of what is damaged', () => {
    test('a stored file is never served with other bytes, and is served again once it is right', async () => {
      const { formId, id, photo, picture } = made;
      const token = await instance.adminToken();
      const path = `/v2/formz/${formId}/attachments/${id}`;
      const file = join(storage.dataDir, photo);
      const sound = readFileSync(file);
      const read = () => instance.request('GET', path, { token });
      await eachDamage(file, hundredDamages(SEED, sound.length), async ({ name }) => {
        const answer = await read();
        assert.equal(answer.status, 410, name);
        assert.match(String(answer.at('type')), /file-damaged/, name);
      });
      assert.equal((await read()).status, 200);
      const shown = join(storage.dataDir, picture.path);
      assert.equal(sizeOf(shown), picture.size);
    });

    test('a scheduled backup is named', async () => {
      const identity = await generateX25519Identity();
      const formstead = commandLine({
        ...env(),
        FORMSTEAD_BACKUP_TO: home,
        FORMSTEAD_BACKUP_KEY: await identityToRecipient(identity),
      });
      const ran = await formstead('backup', '--json');
      assert.equal(ran.code, 0, ran.stderr);
      const archive = ran.word('file');
      const key = openingKeyIn(identity);
      assert.ok(!('problem' in key));
      await verifyArchive(archive, key, Date.now());
      await eachDamage(archive, hundredDamages(SEED + 1, sizeOf(archive)), (damage) =>
        requireNamed(() => verifyArchive(archive, key, Date.now()), damage),
      );
    });

    // Both engines write the same archive.
    if (engine.name !== 'sqlite') return;

    test('an archive of an organisation is named', async () => {
      const archive = join(home, 'acme.tar.gz');
      const ran = await commandLine(env())('account', 'export', '--out', archive);
      assert.equal(ran.code, 0, ran.stderr);
      const folder = join(home, 'staged');
      const { seal, random, clock } = instance.services;
      const open = async () => {
        const manifest = await readManifest(archive);
        const { code } = manifest.account;
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        const arrival = { manifest, code, key: undefined, seal, random, now: clock.now() };
        const staged = await stageArchive(archive, folder, { ...arrival, skipsDamaged: false });
        staged.staging.close();
      };
      await open();
      const sound = gunzipSync(readFileSync(archive));
      // The first ten bytes are the header of gzip (RFC 1952 §2.3): a time and a system, which nobody reads.
      await eachDamage(archive, hundredDamages(SEED + 2, sizeOf(archive), 10), async (damage) => {
        if (!unpacksTo(sound, readFileSync(archive))) await requireNamed(open, damage);
      });
    });

    test('a plain backup is named, whichever of its files it is', async () => {
      const to = join(home, 'plain.db');
      const ran = await commandLine(env())('backup', '--to', to);
      assert.equal(ran.code, 0, ran.stderr);
      await verifyPlain(to);
      const files = [
        to,
        join(`${to}.files`, 'manifest.json'),
        join(`${to}.files`, made.photo.slice('files/'.length)),
      ];
      for (const [i, file] of files.entries()) {
        await eachDamage(file, hundredDamages(SEED + 3 + i, sizeOf(file)), (damage) =>
          requireNamed(() => verifyPlain(to), damage),
        );
      }
    });
  });
});
