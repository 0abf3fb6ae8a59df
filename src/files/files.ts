// Storage of the files of forms and of the results of exports: on the disk by default, in an S3 bucket when the
// settings name one. This folder knows only keys and bytes. Domains decide what a file belongs to, who may read it and
// when it is deleted.
import { onlyReads } from '#kernel/only-reads.ts';
import { createDiskFiles, filesFolder } from './disk-files.ts';
import { createS3Files } from './s3-files.ts';
import type { Bucket, Files } from './stored-files.ts';

export { BucketRefusal, openBucketObjects, type ResultBucket } from './bucket-objects.ts';
export {
  checkedBytes,
  DamagedFile,
  type FileState,
  fileState,
  notedBytes,
  type StoredFacts,
} from './checked-bytes.ts';
export { filesFolder } from './disk-files.ts';
export { isFileKey } from './file-key.ts';
export { createNodeMarkers } from './node-markers.ts';
export { openChecked } from './open-checked.ts';
export type { Bucket, Files, OpenedFile, PutLimits } from './stored-files.ts';

/** Returns the key of a new file; `id` is a UUIDv7. Its last digits are random and spread files over folders. */
export const fileKey = (accountCode: string, id: string): string =>
  `${accountCode}/${id.slice(-2)}/${id}`;

interface FileOptions {
  readonly s3: Bucket | undefined;
  /** Whether `put` and `delete` throw AppError `read-only`. */
  readonly readOnly?: boolean;
}

/** Opens the bucket, or without one the folder in the data directory. */
export function openFiles({ s3, readOnly }: FileOptions, dataDir: string): Files {
  const folder = filesFolder(dataDir);
  const files = s3 ? createS3Files(s3, folder) : createDiskFiles(folder);
  if (!readOnly) return files;
  const refuse = async (): Promise<never> => {
    throw onlyReads();
  };
  const { open, sizeOf } = files;
  return { open, sizeOf, put: refuse, delete: refuse, spool: refuse, tidy: refuse };
}
