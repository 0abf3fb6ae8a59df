// Where the files of forms and the results of exports are kept: on the disk by default, in an S3 bucket
// when the settings name one. It knows keys and bytes; what a file belongs to, who may read it and when it
// goes is the business of whoever keeps its key.
import type { Readable } from 'node:stream';
import { createDiskFiles, filesFolder } from './disk-files.ts';
import { createS3Files } from './s3-files.ts';

export { filesFolder } from './disk-files.ts';
export { isFileKey } from './file-key.ts';
export { createNodeMarkers } from './node-markers.ts';

/** A bucket of Amazon S3 or of what speaks as it does. */
export interface Bucket {
  /** `https://host[:port][/path]`, without a slash at its end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: { reveal(): string };
  readonly secretKey: { reveal(): string };
}

export interface PutLimits {
  /** More than so many bytes are refused while they come. */
  readonly maxBytes: number;
  /** What is thrown then; left out: AppError `body-too-large`. */
  readonly tooLarge?: () => Error;
}

export interface StoredFile {
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface OpenedFile {
  readonly size: number;
  /** Ends the file's handle with itself; whoever does not read it destroys it. */
  readonly stream: Readable;
}

/** Keys are those of {@link fileKey}; nothing a client says is ever part of one. */
export interface Files {
  /**
   * Durable before it resolves, and whole or not at all. What `source` throws is thrown.
   * @throws AppError `body-too-large`, `storage-unavailable`.
   */
  put(key: string, source: AsyncIterable<Uint8Array>, limits: PutLimits): Promise<StoredFile>;
  /** Undefined when there is no such file. @throws AppError `storage-unavailable`. */
  open(key: string): Promise<OpenedFile | undefined>;
  /** Also when there is no such file. @throws AppError `storage-unavailable`. */
  delete(key: string): Promise<void>;
  /** Removes what was left behind by a process that was killed while a file arrived. */
  tidy(now: number): Promise<void>;
}

/** Of a new file; `id` is one of ours. Its last digits are random, and spread files over folders. */
export const fileKey = (accountCode: string, id: string): string =>
  `${accountCode}/${id.slice(-2)}/${id}`;

/** In the bucket, or in the data directory without one. */
export function openFiles({ s3 }: { readonly s3: Bucket | undefined }, dataDir: string): Files {
  const folder = filesFolder(dataDir);
  return s3 ? createS3Files(s3, folder) : createDiskFiles(folder);
}
