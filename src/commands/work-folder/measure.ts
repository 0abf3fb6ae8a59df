import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface Measured {
  readonly bytes: number;
  /** When the path, or anything in it, was last written, in milliseconds since the epoch. */
  readonly changedAt: number;
}

const NOTHING: Measured = { bytes: 0, changedAt: 0 };

/** Measures a file, or a folder with all that it holds, without following symbolic links. What vanishes counts nothing. */
export async function measure(path: string): Promise<Measured> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return NOTHING;
  let { bytes, changedAt } = { bytes: found.isFile() ? found.size : 0, changedAt: found.mtimeMs };
  if (!found.isDirectory()) return { bytes, changedAt };
  for (const name of await readdir(path).catch(() => [])) {
    const inside = await measure(join(path, name));
    bytes += inside.bytes;
    changedAt = Math.max(changedAt, inside.changedAt);
  }
  return { bytes, changedAt };
}
