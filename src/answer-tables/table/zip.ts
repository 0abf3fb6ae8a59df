import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

const VERSION = 20;
/** Bit 3: sizes follow the data. Bit 11: names are UTF-8 (APPNOTE 6.3.10 §4.4.4). */
const FLAGS = 0x0808;
const DEFLATE = 8;
const MOST_ENTRIES = 0xffff;
const MOST_BYTES = 0xffff_ffff;

/** The error for a limit of the archive format. */
export class ZipFull extends Error {
  override readonly name = 'ZipFull';
}

/**
 * Yields a zip archive of files that are read one after the other (APPNOTE 6.3.10), without ZIP64.
 * @throws ZipFull past 65,535 files or 4 GiB.
 */
export async function* zip(
  entries: AsyncIterable<ZipEntry>,
  modifiedAt: Date,
): AsyncIterable<Uint8Array> {
  const directory: Buffer[] = [];
  const used = new Set<string>();
  const stamp = dosTime(modifiedAt);
  let offset = 0;
  for await (const { name, bytes } of entries) {
    const path = Buffer.from(unusedName(used, name));
    const start = offset;
    let crc = 0;
    let size = 0;
    async function* counted(): AsyncIterable<Uint8Array> {
      for await (const piece of bytes) {
        crc = crc32(piece, crc);
        size += piece.length;
        yield piece;
      }
    }
    const head = numbers([4, 0x04034b50], [2, VERSION], ...common(stamp), [4, 0], [4, 0], [4, 0]);
    const local = Buffer.concat([head, numbers([2, path.length], [2, 0]), path]);
    yield local;
    let packed = 0;
    const deflate = createDeflateRaw();
    const source = Readable.from(counted(), { objectMode: false });
    source.on('error', (error) => deflate.destroy(error));
    for await (const piece of source.pipe(deflate)) {
      const part: unknown = piece;
      if (!(part instanceof Uint8Array)) continue;
      packed += part.length;
      yield part;
    }
    yield numbers([4, 0x08074b50], [4, crc], [4, packed], [4, size]);
    offset += local.length + packed + 16;
    if (offset > MOST_BYTES || size > MOST_BYTES) throw new ZipFull('more than 4 GiB');
    const sizes = [
      [4, crc],
      [4, packed],
      [4, size],
      [2, path.length],
    ] as const;
    directory.push(
      numbers([4, 0x02014b50], [2, VERSION], [2, VERSION], ...common(stamp), ...sizes),
      numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, start]),
      path,
    );
    if (directory.length / 3 > MOST_ENTRIES) throw new ZipFull('more than 65,535 files');
  }
  const central = Buffer.concat(directory);
  const count = directory.length / 3;
  yield central;
  yield numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  );
}

/** Returns a name that no other file has. Some systems ignore case and would keep only one of two such files. */
function unusedName(used: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let i = 2; used.has(free.toLowerCase()); i += 1) free = `${stem} (${i})${end}`;
  used.add(free.toLowerCase());
  return free;
}

type Field = readonly [bytes: 2 | 4, value: number];

const common = (stamp: number): readonly Field[] => [
  [2, FLAGS],
  [2, DEFLATE],
  [4, stamp],
];

/** Returns little-endian fields, one after the other. */
function numbers(...fields: readonly Field[]): Buffer {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = out.writeUIntLE(value, at, bytes);
  return out;
}

/** Returns a time in the format of APPNOTE §4.4.6: years from 1980, resolution of two seconds; here in UTC. */
function dosTime(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return date * 0x1_0000 + time;
}
