import type { Readable } from 'node:stream';

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
