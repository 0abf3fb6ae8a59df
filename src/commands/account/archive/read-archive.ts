// Reads an archive of one organisation, which somebody else may have made: nothing is believed, and nothing is written
// but into the folder that is given.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readTar, type TarEntry } from '#commands/backup/tar.ts';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import {
  type AccountManifest,
  ATTACHMENTS,
  MANIFEST,
  MOST_LINE_BYTES,
  README,
  SECRETS,
} from './format.ts';
import { linesIn } from './lines.ts';

const MOST_TEXT_BYTES = 4_000_000;
const SHOWN = 100;

/** Receives what an archive holds, in its order. */
export interface Taker {
  /** Takes a line of a part. @param where the line, for errors */
  line(path: string, line: string, where: string): void;
  /** Returns what to do with a file. @throws CommandFailure if it does not belong there */
  file(path: string, size: number): ExpectedFile;
}

export interface ExpectedFile {
  /** Where to store it. */
  readonly target: string;
  /** What its hash must be, if that is known. */
  readonly sha256: string | undefined;
  /** Called once it is stored. */
  readonly take: () => void;
  /** Called if its hash is another one. @throws CommandFailure unless damaged files are skipped */
  readonly skip: () => void;
}

/** Reads the text at the beginning of an archive, and nothing behind it. @throws CommandFailure */
export async function readManifestText(archive: string): Promise<string> {
  const source = createReadStream(archive);
  const text = explained(archive, undefined, async () => {
    for await (const { name, size, content } of readTar(unzipped(source))) {
      if (name !== MANIFEST) break;
      return await textIn(content, size);
    }
    throw notOurs(archive);
  });
  return text.finally(() => source.destroy());
}

/**
 * Reads a whole archive, and compares every part of it with the manifest.
 * @param folder where the sealed part is put, as it is
 * @throws CommandFailure
 */
export function readArchive(
  archive: string,
  manifest: AccountManifest,
  { taker, folder }: { readonly taker: Taker; readonly folder: string },
): Promise<void> {
  const parts = new Map(manifest.parts.map((part) => [part.path, part]));
  const files = { count: 0, bytes: 0 };
  const takeFile = async ({ size, content }: TarEntry, path: string): Promise<void> => {
    files.count += 1;
    files.bytes += size;
    if (files.count > manifest.attachments.files || files.bytes > manifest.attachments.bytes) {
      throw new CommandFailure('The archive holds more files than its manifest says.');
    }
    const { target, sha256, take, skip } = taker.file(path, size);
    const found = await store(content, target);
    if (sha256 === undefined || found === sha256) take();
    else skip();
  };
  const takePart = async ({ size, content }: TarEntry, path: string): Promise<void> => {
    const part = parts.get(path);
    if (part === undefined) {
      throw new CommandFailure(
        `The archive holds ${shown(path)}, which Formstead does not put there, or holds it twice.`,
      );
    }
    parts.delete(path);
    const lines = path === SECRETS ? undefined : taker;
    const found =
      size === part.bytes ? await takeLines(content, path, { lines, folder }) : undefined;
    if (found?.sha256 === part.sha256 && (lines === undefined || found.rows === part.rows)) return;
    throw new CommandFailure(
      `${path} in the archive was changed: its size, lines or hash are wrong.`,
    );
  };
  let path = MANIFEST;
  const where = (): string => `at ${shown(path)} or behind it`;
  return explained(archive, where, async () => {
    for await (const entry of readTar(unzipped(createReadStream(archive)))) {
      path = Buffer.from(entry.name, 'latin1').toString('utf8');
      if (path === MANIFEST || path === README) await textIn(entry.content, entry.size);
      else if (path.startsWith(ATTACHMENTS)) await takeFile(entry, path);
      else await takePart(entry, path);
    }
    const [missing] = parts.keys();
    if (missing !== undefined)
      throw new CommandFailure(`The archive is incomplete: ${missing} is missing.`);
  });
}

export const sealedFile = (folder: string): string => join(folder, 'secrets');

async function takeLines(
  content: AsyncIterable<Uint8Array>,
  path: string,
  { lines, folder }: { readonly lines: Taker | undefined; readonly folder: string },
): Promise<{ readonly rows: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  };
  if (lines === undefined) {
    await store(hashed(), sealedFile(folder));
    return { rows: 0, sha256: hash.digest('hex') };
  }
  let rows = 0;
  const tooLong = () => new CommandFailure(`Line ${rows + 1} of ${path} is too long.`);
  for await (const line of linesIn(hashed(), MOST_LINE_BYTES, tooLong)) {
    rows += 1;
    lines.line(path, line, `Line ${rows} of ${path}`);
  }
  return { rows, sha256: hash.digest('hex') };
}

/** Writes a new file. @returns its SHA-256, in hexadecimal */
async function store(content: AsyncIterable<Uint8Array>, target: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    Readable.from(content),
    async function* (source: AsyncIterable<Uint8Array>) {
      for await (const piece of source) {
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  );
  return hash.digest('hex');
}

async function* unzipped(source: Readable): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  yield* source.pipe(gunzip);
}

async function textIn(content: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  if (size > MOST_TEXT_BYTES) throw new CommandFailure('The manifest of the archive is too large.');
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** @param where where in the archive the work is, once it is known to be one */
async function explained<T>(
  archive: string,
  where: (() => string) | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = codeOf(cause) ?? '';
    if (code === 'Z_BUF_ERROR') {
      throw new CommandFailure(`${archive} is cut off: its end is missing.`, { cause });
    }
    if (code.startsWith('Z_') && where !== undefined) {
      throw new CommandFailure(`${archive} is damaged ${where()}: make it again.`, { cause });
    }
    if (code.startsWith('Z_')) throw notOurs(archive, cause);
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
      throw new CommandFailure(`The archive ${archive} can't be read (${code}).`, { cause });
    }
    throw cause;
  }
}

const notOurs = (archive: string, cause?: unknown): CommandFailure =>
  new CommandFailure(`${archive} is no archive of an organisation, or it is damaged.`, { cause });

const shown = (path: string): string => JSON.stringify(path.slice(0, SHOWN));
