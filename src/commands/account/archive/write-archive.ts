import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FileOfForm } from '#attachments/index.ts';
import { hashedBy, requireOpens } from '#commands/backup/open-again.ts';
import { type TarEntry, writeTar } from '#commands/backup/tar.ts';
import { type Files, notedBytes } from '#files/files.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import {
  type AccountManifest,
  attachmentPath,
  MANIFEST,
  MOST_LINE_BYTES,
  pathInArchive,
  README,
  README_TEXT,
} from './format.ts';
import { linesIn } from './lines.ts';
import { fileOf } from './write-parts.ts';

/** What became of the files of forms. */
export interface ArchivedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Paths of files that the data names, and that are missing in the storage. */
  readonly missing: readonly string[];
  /** Paths of files whose bytes are not the ones that were stored. They are in the archive as they are. */
  readonly damaged: readonly string[];
}

interface Source {
  /** The folder with the parts. */
  readonly folder: string;
  readonly files: Files;
  /** Told of each file that is missing or damaged. */
  readonly onFault: (file: FileOfForm) => void;
}

/**
 * Writes `tar | gzip` to a new file, which is on the disk when this resolves, and reads it once to its end. The manifest
 * comes first.
 */
export async function writeArchive(
  target: string,
  manifest: AccountManifest,
  { folder, files, onFault }: Source,
): Promise<ArchivedFiles> {
  const count = { files: 0, bytes: 0 };
  const hash = createHash('sha256');
  const paths: Record<'missing' | 'damaged', string[]> = { missing: [], damaged: [] };
  const tell = ({ path, of }: StoredFile, fault: 'missing' | 'damaged'): void => {
    paths[fault].push(path);
    onFault(of);
  };
  const entries = async function* (): AsyncGenerator<TarEntry> {
    yield textEntry(MANIFEST, `${JSON.stringify(manifest, undefined, 2)}\n`);
    yield textEntry(README, README_TEXT);
    for (const [index, { path, bytes }] of manifest.parts.entries()) {
      yield { name: path, size: bytes, content: createReadStream(fileOf(folder, index)) };
    }
    for await (const file of filesIn(manifest, folder)) {
      const { path, size } = file;
      const opened = await files.open(file.key);
      if (opened === undefined) {
        tell(file, 'missing');
        continue;
      }
      const before = paths.damaged.length;
      const content = notedBytes(opened.stream, file, () => tell(file, 'damaged'));
      // The format of the header is bytes, and every program that unpacks it takes them as UTF-8.
      yield { name: Buffer.from(path).toString('latin1'), size, content };
      if (paths.damaged.length > before) continue;
      count.files += 1;
      count.bytes += size;
    }
  };
  await pipeline(
    Readable.from(writeTar(entries(), Date.parse(manifest.madeAt))),
    hashedBy(hash),
    createGzip(),
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  );
  await requireOpens(target, { key: undefined, isZipped: true, sha256: hash.digest('hex') });
  return { ...count, ...paths };
}

function textEntry(name: string, text: string): TarEntry {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, content: Readable.from([bytes]) };
}

interface StoredFile {
  /** The path in the archive. */
  readonly path: string;
  /** The key in the storage of files. */
  readonly key: string;
  readonly size: number;
  readonly sha256: string | undefined;
  readonly of: FileOfForm;
}

/** Yields the files that the attachments of an archive name. They are read from the part that lists them. */
async function* filesIn(
  { account, parts }: Pick<AccountManifest, 'account' | 'parts'>,
  folder: string,
): AsyncGenerator<StoredFile> {
  const path = pathInArchive({ name: 'attachments' }, 'data');
  const index = parts.findIndex((part) => part.path === path);
  const input = createReadStream(fileOf(folder, index));
  const tooLong = (): Error => new Error('a line that was just written is too long');
  for await (const line of linesIn(input, MOST_LINE_BYTES, tooLong)) {
    const row: JsonValue = JSON.parse(line);
    if (isObject(row)) yield* filesOf(account.id, row);
  }
}

function filesOf(accountId: string, row: JsonObject): readonly StoredFile[] {
  const text = (name: string): string => {
    const value = member(row, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const named = { id: text('id'), formId: text('formId'), fileName: text('fileName') };
  const file = (
    what: FileOfForm['what'],
    columns: readonly [string, string, string],
  ): StoredFile => {
    const [key, size, sha256] = columns.map(text);
    return {
      path: attachmentPath(named, what),
      key: key ?? '',
      size: Number(size),
      // A picture of an older version has none yet.
      sha256: sha256 || undefined,
      of: { accountId, id: named.id, what },
    };
  };
  const picture =
    text('pictureKey') === ''
      ? []
      : [file('picture', ['pictureKey', 'pictureSize', 'pictureSha256'])];
  return [file('file', ['storageKey', 'size', 'sha256']), ...picture];
}
