import type { Readable } from 'node:stream';

/** A bucket of Amazon S3 or of a compatible service. */
export interface Bucket {
  /** `https://host[:port][/path]`, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: { reveal(): string };
  readonly secretKey: { reveal(): string };
}

export interface PutLimits {
  /** The most bytes; a longer source is refused as soon as it exceeds them. */
  readonly maxBytes: number;
  /** Returns the error for that; if omitted, AppError `body-too-large`. */
  readonly tooLarge?: () => Error;
}

export interface StoredFile {
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface OpenedFile {
  readonly size: number;
  /** Closes the file when it ends; a caller that does not read it must destroy it. */
  readonly stream: Readable;
}

/** Storage of files. Keys come from {@link fileKey}; no part of one comes from a client. */
export interface Files {
  /**
   * Stores a file atomically, durable when it resolves. Passes on what `source` throws.
   * @throws AppError `body-too-large`, `storage-unavailable`
   */
  put(key: string, source: AsyncIterable<Uint8Array>, limits: PutLimits): Promise<StoredFile>;
  /**
   * Returns undefined when there is no such file.
   * @throws AppError `storage-unavailable`
   */
  open(key: string): Promise<OpenedFile | undefined>;
  /**
   * Returns the size of a file without opening it; undefined when there is no such file.
   * @throws AppError `storage-unavailable`
   */
  sizeOf(key: string): Promise<number | undefined>;
  /**
   * Deletes a file, if it exists.
   * @throws AppError `storage-unavailable`
   */
  delete(key: string): Promise<void>;
  /**
   * Keeps a source in a temporary file of this node while `use` reads it. Passes on what `source` and `use` throw.
   * @throws AppError `body-too-large`, `storage-unavailable`
   */
  spool<T>(
    source: AsyncIterable<Uint8Array>,
    limits: PutLimits,
    use: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T>;
  /** Removes incomplete files of a process that was killed during an upload. */
  tidy(now: number): Promise<void>;
}
