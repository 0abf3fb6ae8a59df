import { listNamedFiles, type NamedFile } from '#commands/backup/named-files.store.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Progress } from '#commands/shell/progress.ts';
import type { Reader } from '#db/database.ts';
import type { Files } from '#files/files.ts';
import { counted } from '#kernel/counted.ts';
import { copyFile } from './copy-file.ts';
import { eachOf } from './each-of.ts';

/** How many files are on their way at a time: a bucket takes a while to answer. */
const AT_ONCE = 8;

export interface Total {
  readonly files: number;
  readonly bytes: number;
}

export interface LeftFile {
  readonly key: string;
  readonly reason: 'missing' | 'damaged';
}

export interface CopiedNamedFiles {
  readonly copied: Total;
  /** What the target had already. */
  readonly there: Total;
  /** What the data names and the source does not have as the data says. */
  readonly left: readonly LeftFile[];
}

/** Sums up the files that the data names. */
export async function totalOf(db: Reader): Promise<Total> {
  const total = counter();
  for await (const file of listNamedFiles(db)) total.add(file);
  return total.sum();
}

/**
 * Copies every file that the data names and that the target does not have, then looks at each in the target again.
 * @throws CommandFailure if what is there in the end is not what the data names
 */
export async function copyNamedFiles(
  db: Reader,
  { from, to }: { readonly from: Files; readonly to: Files },
  progress: Progress,
): Promise<CopiedNamedFiles> {
  const all = await totalOf(db);
  const [copied, there] = [counter(), counter()];
  const left = new Map<string, LeftFile>();
  let done = 0;
  await eachOf(listNamedFiles(db), AT_ONCE, async (file) => {
    const outcome = await copyFile(from, to, file);
    if (outcome === 'copied') copied.add(file);
    else if (outcome === 'there') there.add(file);
    else left.set(file.storageKey, { key: file.storageKey, reason: outcome });
    done += 1;
    progress('files', done, all.files);
  });
  const [wanted, arrived] = [counter(), counter()];
  await eachOf(listNamedFiles(db), AT_ONCE, async (file) => {
    if (left.has(file.storageKey)) return;
    wanted.add(file);
    const size = await to.sizeOf(file.storageKey);
    if (size !== undefined) arrived.add({ size });
  });
  requireEqual(wanted.sum(), arrived.sum());
  const byKey = [...left.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return { copied: copied.sum(), there: there.sum(), left: byKey };
}

function requireEqual(wanted: Total, arrived: Total): void {
  if (wanted.files === arrived.files && wanted.bytes === arrived.bytes) return;
  throw new CommandFailure(
    `The target has ${counted(arrived.files, 'file')} with ${counted(arrived.bytes, 'byte')}, and the data names ${wanted.files} with ${wanted.bytes}. Something else changes the target: stop it, and run the command again.`,
  );
}

function counter() {
  let files = 0;
  let bytes = 0;
  return {
    add({ size }: Pick<NamedFile, 'size'>): void {
      files += 1;
      bytes += size;
    },
    sum: (): Total => ({ files, bytes }),
  };
}
