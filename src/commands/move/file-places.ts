import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import { DataDirInUse, lockForServing } from '#db/serving-lock.ts';
import {
  type Bucket,
  type Files,
  filesFolder,
  openBucketObjects,
  openFiles,
} from '#files/files.ts';

/** Where files are, and where they go. */
export interface FilePlaces {
  readonly to: 's3' | 'disk';
  readonly bucket: Bucket;
  /** The data directory. */
  readonly dataDir: string;
}

/** No object has a name that begins so: a list of them is empty. */
const NOTHING = '.formstead-migrate-files/';

/** @throws CommandFailure for another target than a bucket or the disk, or without a bucket */
export function filePlaces({ files, server }: Settings, target: string): FilePlaces {
  if (target !== 's3' && target !== 'disk') {
    throw new CommandFailure('Give the target as s3 or as disk.');
  }
  if (!files.s3) {
    const role = target === 's3' ? 'to which files are moved' : 'that files come from';
    throw new CommandFailure(
      `Set FORMSTEAD_FILES_S3_ENDPOINT and the variables that go with it for this command: they name the bucket ${role}.`,
    );
  }
  return { to: target, bucket: files.s3, dataDir: resolve(server.dataDir) };
}

export const nameOfDisk = ({ dataDir }: FilePlaces): string => filesFolder(dataDir);
export const nameOfBucket = ({ bucket }: FilePlaces): string =>
  `the bucket ${bucket.bucket} at ${bucket.endpoint}`;

/** @throws CommandFailure unless the bucket answers and lets its objects be listed */
export async function requireBucket({ bucket }: FilePlaces): Promise<void> {
  try {
    await openBucketObjects(bucket, NOTHING).list();
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new CommandFailure(
      `${said} Check the variables FORMSTEAD_FILES_S3_…; for a move the key needs s3:ListBucket, too.`,
      { cause },
    );
  }
}

/**
 * Runs `work` with both places open, and alone: another move of the same files must not be in its way.
 * @throws CommandFailure while another move runs
 */
export async function withFilePlaces<T>(
  { to, bucket, dataDir }: FilePlaces,
  work: (ends: { readonly from: Files; readonly to: Files }) => Promise<T>,
): Promise<T> {
  // What goes to a bucket gathers here, since the source is not written to. A killed move leaves some of it.
  const own = join(dataDir, 'moving-files');
  const unlock = lock(own);
  try {
    await rm(filesFolder(own), { recursive: true, force: true });
    const [disk, s3] = [openFiles({ s3: undefined }, dataDir), openFiles({ s3: bucket }, own)];
    return await work(to === 's3' ? { from: disk, to: s3 } : { from: s3, to: disk });
  } finally {
    await rm(own, { recursive: true, force: true });
    unlock();
  }
}

function lock(folder: string): () => void {
  try {
    return lockForServing(folder);
  } catch (cause) {
    if (!(cause instanceof DataDirInUse)) throw cause;
    throw new CommandFailure('Another formstead migrate-files runs. Wait until it is done.', {
      cause,
    });
  }
}
