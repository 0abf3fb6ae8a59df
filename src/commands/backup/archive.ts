// A scheduled backup is one file: the database, the files of forms and a manifest, as `tar | gzip | age`. So it can
// also be opened without Formstead.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { decrypt, encrypt } from '#commands/age/age.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { isFileKey, notedBytes } from '#files/files.ts';
import type { OpeningKey, SealingKey } from '#kernel/age-keys.ts';
import type { Random } from '#kernel/ids.ts';
import { type CopiedFiles, filesBeside, type OnFault, unlessAbsent } from './copy-files.ts';
import { type Manifest, manifestText, parseBackupManifest } from './manifest.ts';
import { listNamedFiles } from './named-files.store.ts';
import { hashedBy } from './open-again.ts';
import { readTar, type TarEntry, writeTar } from './tar.ts';

const MANIFEST = 'manifest.json';
const DATABASE = 'formstead.db';
const FILES = 'files/';
const MOST_MANIFEST_BYTES = 1_000_000;

interface Parts {
  readonly manifest: Manifest;
  /** The path of the copied database. */
  readonly database: string;
  /** The folder of the files that the data names; undefined if they are not on this machine. */
  readonly files: string | undefined;
}

export interface WrittenArchive {
  readonly files: CopiedFiles;
  /** The SHA-256 of the archive before it was compressed and encrypted. */
  readonly sha256: string;
}

/** Writes an archive to a new file, which is on the disk when this resolves. */
export async function writeBackupArchive(
  target: string,
  parts: Parts,
  { key, random }: { readonly key: SealingKey; readonly random: Random },
  onFault: OnFault,
): Promise<WrittenArchive> {
  const hash = createHash('sha256');
  const copied: Counted = { files: 0, bytes: 0, missing: [], damaged: [] };
  const entries = entriesOf(parts, copied, onFault);
  await pipeline(
    Readable.from(writeTar(entries, parts.manifest.madeAt)),
    hashedBy(hash),
    createGzip(),
    (source: AsyncIterable<Uint8Array>) => encrypt(source, key, random),
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { files: copied, sha256: hash.digest('hex') };
}

interface Counted {
  files: number;
  bytes: number;
  readonly missing: string[];
  readonly damaged: string[];
}

async function* entriesOf(
  { manifest, database, files }: Parts,
  copied: Counted,
  onFault: OnFault,
): AsyncGenerator<TarEntry> {
  const text = Buffer.from(manifestText(manifest));
  yield { name: MANIFEST, size: text.length, content: Readable.from([text]) };
  const { size } = await stat(database);
  const handle = await open(database, 'r');
  yield { name: DATABASE, size, content: handle.createReadStream() };
  if (files === undefined) return;
  const db = openReadOnly(database);
  try {
    for await (const named of listNamedFiles(db.reader)) {
      const { storageKey, size } = named;
      const tell = (fault: 'missing' | 'damaged') => (): void => {
        copied[fault].push(storageKey);
        onFault(named);
      };
      // An open file can be read to its end, even if it is deleted meanwhile.
      const file = await unlessAbsent(open(join(files, ...storageKey.split('/')), 'r'));
      if (file === undefined) {
        tell('missing')();
        continue;
      }
      // A damaged one is in the archive all the same: that may be all that is left of it.
      const before = copied.damaged.length;
      const content = notedBytes(file.createReadStream(), named, tell('damaged'));
      yield { name: `${FILES}${storageKey}`, size, content };
      if (copied.damaged.length > before) continue;
      copied.files += 1;
      copied.bytes += size;
    }
  } finally {
    await db.close();
  }
}

/** An archive that was unpacked into a folder, in the shape that `formstead restore` reads. */
export interface Unpacked {
  readonly database: string;
  readonly manifest: Manifest;
}

/**
 * Decrypts and unpacks an archive into an empty folder: only what Formstead puts into one, under names that it makes.
 * @throws CommandFailure, AgeError
 */
export async function readBackupArchive(
  path: string,
  key: OpeningKey,
  folder: string,
): Promise<Unpacked> {
  const database = join(folder, DATABASE);
  const handle = await open(path, 'r');
  let manifest: Manifest | undefined;
  await pipeline(
    handle.createReadStream(),
    (source: AsyncIterable<Uint8Array>) => decrypt(source, key),
    createGunzip(),
    async (source: AsyncIterable<Uint8Array>) => {
      for await (const { name, size, content } of readTar(source)) {
        if (name === MANIFEST) manifest = parseBackupManifest(await textOf(content, size));
        else await store(content, targetOf(name, database));
      }
    },
  );
  if (manifest === undefined) throw new CommandFailure('The backup holds no manifest.');
  return { database, manifest };
}

async function store(content: AsyncIterable<Uint8Array>, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
}

function targetOf(name: string, database: string): string {
  if (name === DATABASE) return database;
  const key = name.startsWith(FILES) ? name.slice(FILES.length) : '';
  if (!isFileKey(key))
    throw new CommandFailure('The backup does not hold what Formstead puts into one.');
  return join(filesBeside(database), ...key.split('/'));
}

async function textOf(content: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  if (size > MOST_MANIFEST_BYTES)
    throw new CommandFailure('The manifest of the backup is too large.');
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
