// Reads the recording that preload/log.c writes: `struct entry` of preload/recorder.h, then a path, another path and
// data.

const CALLS = [
  'none',
  'open',
  'close',
  'write',
  'truncate',
  'sync-begin',
  'sync-end',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'fault',
] as const;

export interface Entry {
  readonly call: (typeof CALLS)[number];
  /** Length of the recording after this entry: the moment at which it was written. */
  readonly end: number;
  /** Process and descriptor. */
  readonly file: string;
  /** Offset of a write, length of a truncate, serial number of a sync. */
  readonly number: number;
  /** errno of a failed sync or of a call that a rule failed; otherwise 0. */
  readonly failure: number;
  readonly isNew: boolean;
  readonly isFolder: boolean;
  /** Relative to the recorded directory, which is '' itself. */
  readonly path: string;
  /** The new name of a rename or link; for a fault, the call that a rule failed. */
  readonly other: string;
  readonly data: Buffer;
}

const MAGIC = 0x48535243;
const HEAD = 48;

/** Parses the recording, without an incomplete entry of a killed process at the end. */
export function readEntries(log: Buffer): readonly Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + HEAD <= log.length; ) {
    if (log.readUInt32LE(at) !== MAGIC) throw new Error(`the record is damaged at ${at}`);
    const pathEnd = at + HEAD + log.readUInt32LE(at + 32);
    const otherEnd = pathEnd + log.readUInt32LE(at + 36);
    const end = otherEnd + log.readUInt32LE(at + 40);
    if (end > log.length) break;
    const flags = log.readUInt32LE(at + 28);
    entries.push({
      call: CALLS[log.readUInt32LE(at + 4)] ?? 'none',
      end,
      file: `${log.readUInt32LE(at + 8)}:${log.readInt32LE(at + 12)}`,
      number: Number(log.readBigInt64LE(at + 16)),
      failure: log.readUInt32LE(at + 24),
      isNew: (flags & 1) !== 0,
      isFolder: (flags & 2) !== 0,
      path: log.toString('utf8', at + HEAD, pathEnd),
      other: log.toString('utf8', pathEnd, otherEnd),
      data: log.subarray(otherEnd, end),
    });
    at = end;
  }
  return entries;
}
