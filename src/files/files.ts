// Where the files of forms and the results of exports are kept: on the disk by default, in an S3 bucket
// when the settings name one. It knows keys and bytes; what a file belongs to, who may read it and when it
// goes is the business of whoever keeps its key.
import { createDiskFiles, filesFolder } from './disk-files.ts';
import { createS3Files } from './s3-files.ts';
import type { Bucket, Files } from './stored-files.ts';

export { filesFolder } from './disk-files.ts';
export { isFileKey } from './file-key.ts';
export { createNodeMarkers } from './node-markers.ts';
export type { Bucket, Files, OpenedFile, PutLimits } from './stored-files.ts';

/** Of a new file; `id` is one of ours. Its last digits are random, and spread files over folders. */
export const fileKey = (accountCode: string, id: string): string =>
  `${accountCode}/${id.slice(-2)}/${id}`;

/** In the bucket, or in the data directory without one. */
export function openFiles({ s3 }: { readonly s3: Bucket | undefined }, dataDir: string): Files {
  const folder = filesFolder(dataDir);
  return s3 ? createS3Files(s3, folder) : createDiskFiles(folder);
}
