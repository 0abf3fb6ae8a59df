// Whatever somebody takes for a key file: what it encrypts can be opened again, or it is refused before anything is made.
// Nightly: it makes, verifies and restores a backup and an archive for each shape.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { decrypt, encrypt } from '#commands/age/age.ts';
import { systemRandom } from '#kernel/ids.ts';
import { commandLine, folder } from '../../../test/support/command-line.ts';
import { createTestClock } from '../../../test/support/instance.ts';
import {
  FILE_OF_AGE,
  isOpened,
  KEY_FILE,
  KEY_SHAPES,
  type KeyShape,
  OTHER_KEY_FILE,
  PASSPHRASE,
  PUBLIC,
} from '../../../test/support/key-shapes.ts';
import { readOpeningKey } from './backup-key.ts';

const DAY_MS = 86_400_000;

async function prepare(t: TestContext) {
  const home = await folder(t);
  const data = { FORMSTEAD_DATA_DIR: join(home, 'data') };
  const made = await commandLine(data)('setup', '--account', 'Acme', '--user-name', 'ada');
  assert.equal(made.code, 0, made.stderr);
  const masterKey = readFileSync(join(home, 'data', 'master.key'), 'utf8').trim();
  let files = 0;
  return {
    home,
    data,
    clock: createTestClock(),
    async write(content: string | Buffer): Promise<string> {
      files += 1;
      const path = join(home, `key-${files}`);
      await writeFile(path, content);
      return path;
    },
    /** Returns a machine that has the master key only. */
    elsewhere() {
      files += 1;
      const env = { FORMSTEAD_DATA_DIR: join(home, `new-${files}`) };
      return commandLine({ ...env, FORMSTEAD_MASTER_KEY: masterKey });
    },
  };
}

type Place = Awaited<ReturnType<typeof prepare>>;

/** Makes a backup as the schedule does. */
async function backUp(place: Place, { name, content, settings }: KeyShape): Promise<void> {
  const to = join(place.home, `backups of ${name.replaceAll(/\W/g, '-')}`);
  await mkdir(to);
  const keyFile = await place.write(content);
  const env = {
    ...place.data,
    FORMSTEAD_BACKUP_TO: to,
    FORMSTEAD_BACKUP_KEY_FILE: keyFile,
  };
  // A day later each time, so that one is due.
  place.clock.advance(DAY_MS);
  const formstead = commandLine(env, { clock: place.clock });
  const made = await formstead('backup', '--if-due', '--json');
  if (!isOpened(settings)) {
    assert.notEqual(made.code, 0, name);
    assert.match(made.stderr, settings, name);
    assert.match(made.stderr, /FORMSTEAD_BACKUP_KEY/, name);
    assert.deepEqual(readdirSync(to), [], name);
    return;
  }
  assert.equal(made.code, 0, `${name}: ${made.stderr}`);
  const file = made.word('file');
  const opener = await place.write(settings.opener);
  const machine = place.elsewhere();
  const verified = await machine('backup', '--verify', file, '--key-file', opener);
  assert.equal(verified.code, 0, `${name}: ${verified.stderr}`);
  const restored = await machine('restore', '--from', file, '--key-file', opener);
  assert.equal(restored.code, 0, `${name}: ${restored.stderr}`);
  const wrong = await place.write(OTHER_KEY_FILE === settings.opener ? PASSPHRASE : OTHER_KEY_FILE);
  if (content.includes('age10nxgz')) return;
  const refused = await place.elsewhere()('restore', '--from', file, '--key-file', wrong);
  assert.match(refused.stderr, /The key does not open the file/, name);
}

async function archive(
  place: Place,
  { name, content, settings, archive }: KeyShape,
): Promise<void> {
  const expected = archive ?? settings;
  const out = join(place.home, `archive of ${name.replaceAll(/\W/g, '-')}.tar.gz`);
  const keyFile = await place.write(content);
  const made = await commandLine(place.data)(
    ...['account', 'export', '--out', out, '--key-file', keyFile, '--json'],
  );
  if (!isOpened(expected)) {
    assert.equal(made.code, 1, name);
    assert.match(made.stderr, expected, name);
    assert.equal(existsSync(out), false, name);
    return;
  }
  assert.equal(made.code, 0, `${name}: ${made.stderr}`);
  assert.equal(
    made.json('secretsOpened'),
    !content.toString().toLowerCase().includes('age1') || archive !== undefined,
    name,
  );
  const opener = await place.write(expected.opener);
  const imported = await place.elsewhere()(
    ...['account', 'import', out, '--key-file', opener, '--yes'],
  );
  assert.equal(imported.code, 0, `${name}: ${imported.stderr}`);
}

test('a backup of each shape of key file is restored elsewhere, or the shape is refused at the start', async (t) => {
  const place = await prepare(t);
  for (const shape of KEY_SHAPES) await backUp(place, shape);
});

test('an archive with each shape of key file is imported elsewhere, or the shape is refused', async (t) => {
  const place = await prepare(t);
  for (const shape of KEY_SHAPES) await archive(place, shape);
});

test('a key that is set twice, or whose file is none, is refused at the start', async (t) => {
  const place = await prepare(t);
  const base = { ...place.data, FORMSTEAD_BACKUP_TO: place.home };
  const file = await place.write(PUBLIC);
  const cases: readonly [Readonly<Record<string, string>>, RegExp][] = [
    [
      { FORMSTEAD_BACKUP_KEY: PUBLIC, FORMSTEAD_BACKUP_KEY_FILE: file },
      /so is FORMSTEAD_BACKUP_KEY_FILE/,
    ],
    [{ FORMSTEAD_BACKUP_KEY_FILE: place.home }, /does not name a file/],
    [{ FORMSTEAD_BACKUP_KEY_FILE: join(place.home, 'nothing') }, /cannot be read \(ENOENT\)/],
    [{ FORMSTEAD_BACKUP_KEY: KEY_FILE }, /It is a secret key/],
    [{}, /FORMSTEAD_BACKUP_KEY: It is not set/],
  ];
  for (const [env, expected] of cases) {
    for (const argv of [['backup', '--if-due'], ['serve'], ['doctor']]) {
      const ran = await commandLine({ ...base, ...env })(...argv);
      assert.notEqual(ran.code, 0);
      assert.match(ran.stdout + ran.stderr, expected);
    }
  }
});

test('a file that age has encrypted opens with the file of age-keygen, and with no public key', async (t) => {
  const place = await prepare(t);
  for (const content of [
    KEY_FILE,
    `\u{feff}${KEY_FILE.replaceAll('\n', '\r\n')}`,
    OTHER_KEY_FILE,
  ]) {
    const key = readOpeningKey(await place.write(content));
    const pieces: Uint8Array[] = [];
    for await (const piece of decrypt(Readable.from([FILE_OF_AGE]), key)) pieces.push(piece);
    assert.equal(Buffer.concat(pieces).toString(), 'a file of age');
  }
  const publicKey = await place.write(PUBLIC);
  assert.throws(() => readOpeningKey(publicKey), /does not open them.*secret key/);
});

test('a backup of version 0.2.0 whose passphrase was a whole key file, or several lines, opens with that file', async (t) => {
  const place = await prepare(t);
  const twoLines = `${PASSPHRASE}\nand dusk\n`;
  for (const [content, passphrase] of [
    [KEY_FILE, KEY_FILE.trim()],
    [KEY_FILE, KEY_FILE.split('\n')[2] ?? ''],
    [twoLines, twoLines.trim()],
    [`#${PASSPHRASE}`, `#${PASSPHRASE}`],
  ] as const) {
    const sealed = encrypt(Readable.from([Buffer.from('old')]), { passphrase }, systemRandom);
    const key = readOpeningKey(await place.write(content));
    const pieces: Uint8Array[] = [];
    for await (const piece of decrypt(sealed, key)) pieces.push(piece);
    assert.equal(Buffer.concat(pieces).toString(), 'old');
  }
});
