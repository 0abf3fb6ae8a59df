// Reads entries of a zip archive (APPNOTE.TXT 6.3.10) that is in memory. Only what workbooks use: stored and deflated
// entries, without encryption, ZIP64 and several disks.
import { inflateRawSync } from 'node:zlib';
import { damaged, ImportRefused } from '#template-files/refusal.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 2000;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

interface Entry {
  readonly method: number;
  readonly flags: number;
  /** The length of its data in the archive, in bytes. */
  readonly length: number;
  /** The position of its local header. */
  readonly at: number;
}

/** The entries of an archive. */
export interface Archive {
  /**
   * Returns the content of an entry; undefined when there is none of this name.
   * @throws ImportRefused when it is damaged, or when all entries that were read are larger than the limit
   */
  read(name: string): Buffer | undefined;
}

/**
 * Opens an archive. Sizes that it claims are not believed: inflating stops at the limit.
 * @param most the maximum number of bytes of all read entries together
 * @throws ImportRefused for something that is no archive
 */
export function openArchive(bytes: Buffer, most: number): Archive {
  const entries = readDirectory(bytes);
  let left = most;
  return {
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const content = contentOf(bytes, entry, name, left, most);
      left -= content.length;
      return content;
    },
  };
}

function readDirectory(bytes: Buffer): ReadonlyMap<string, Entry> {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw damaged('zip');
  const entries = new Map<string, Entry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + ENTRY_LENGTH > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) {
      throw damaged('zip');
    }
    const nameLength = bytes.readUInt16LE(at + 28);
    const behind = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
    entries.set(name, {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      length: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += ENTRY_LENGTH + nameLength + behind;
  }
  return entries;
}

/** Returns the position of the end record, which a comment may follow. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT);
  for (let at = bytes.length - END_LENGTH; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw damaged('zip');
}

function contentOf(bytes: Buffer, entry: Entry, name: string, left: number, most: number): Buffer {
  const { at, flags, method, length } = entry;
  const isLocal = at + LOCAL_LENGTH <= bytes.length && bytes.readUInt32LE(at) === LOCAL_SIGNATURE;
  if (!isLocal || (flags & ENCRYPTED) !== 0) throw damaged(name);
  const start = at + LOCAL_LENGTH + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (start + length > bytes.length) throw damaged(name);
  const data = bytes.subarray(start, start + length);
  if (method === STORED && length <= left) return data;
  if (method !== DEFLATED) throw method === STORED ? tooLarge(most) : damaged(name);
  if (left <= 0) throw tooLarge(most);
  try {
    return inflateRawSync(data, { maxOutputLength: left });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw isTooLarge ? tooLarge(most) : damaged(name);
  }
}

const tooLarge = (limit: number): ImportRefused =>
  new ImportRefused({ reason: 'import-size', limit });
