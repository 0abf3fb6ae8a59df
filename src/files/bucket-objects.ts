import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { counted } from '#kernel/counted.ts';
import { requireKey } from './file-key.ts';
import type { Bucket } from './stored-files.ts';

const RETRIES = 3;
/** S3 takes no larger object in one request. */
const MOST_BYTES = 5 * 1024 ** 3;
/** A name or token in a list of objects. The names are ours, so that nothing in them is escaped. */
const KEY = /<Key>([^<]*)<\/Key>/g;
const NEXT = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/;

const CODE = /<Code>([^<]*)<\/Code>/;

/** An answer of a bucket that is no success. */
export class BucketRefusal extends Error {
  override readonly name = 'BucketRefusal';
  /** Such as `AccessDenied`; undefined when the answer has none. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Objects of a bucket whose names begin with a prefix, which no file of a form has. */
export interface BucketObjects {
  /** Stores a finished file, completely or not at all, and replaces an object of the same name. */
  put(name: string, path: string): Promise<void>;
  /** Returns all names, without the prefix, in no order. */
  list(): Promise<readonly string[]>;
  delete(name: string): Promise<void>;
  /** Copies a file of this bucket inside the service, and replaces an object of the same name. */
  copy(key: string, name: string): Promise<void>;
}

/** Where copies of the results of exports are put. */
export type ResultBucket = Pick<BucketObjects, 'copy'>;

/** @throws BucketRefusal with the answer of the service, in one line; Error if there is none */
export function openBucketObjects(settings: Bucket, prefix: string): BucketObjects {
  const { endpoint, bucket, region, accessKey, secretKey } = settings;
  const client = new AwsClient({
    accessKeyId: accessKey.reveal(),
    secretAccessKey: secretKey.reveal(),
    service: 's3',
    region,
    retries: RETRIES,
  });
  const base = `${endpoint}/${bucket}`;
  const send = async (url: string, init: RequestInit): Promise<string> => {
    const answer = await client.fetch(url, init).catch((cause: unknown) => {
      throw new Error(`The bucket ${bucket} does not answer.`, { cause });
    });
    const text = await answer.text();
    if (answer.ok) return text;
    const reason = text.replace(/\s+/g, ' ').slice(0, 300);
    throw new BucketRefusal(
      `The bucket ${bucket} answered ${answer.status}: ${reason}`,
      CODE.exec(text)?.[1],
    );
  };
  return {
    async put(name, path) {
      const body = await openAsBlob(path);
      if (body.size > MOST_BYTES) {
        throw new Error(
          `The backup has ${counted(body.size, 'byte')}, and a bucket takes ${MOST_BYTES} at most. Use a folder.`,
        );
      }
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const headers = { 'x-amz-content-sha256': hash.digest('hex') };
      await send(`${base}/${prefix}${name}`, { method: 'PUT', body, headers });
    },
    async list() {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix });
        if (token !== undefined) query.set('continuation-token', token);
        const text = await send(`${base}?${query}`, { method: 'GET' });
        for (const [, key = ''] of text.matchAll(KEY)) names.push(key.slice(prefix.length));
        token = NEXT.exec(text)?.[1];
      } while (token !== undefined);
      return names;
    },
    async delete(name) {
      await send(`${base}/${prefix}${name}`, { method: 'DELETE' });
    },
    async copy(key, name) {
      const headers = { 'x-amz-copy-source': `/${bucket}/${requireKey(key)}` };
      const text = await send(`${base}/${prefix}${name}`, { method: 'PUT', headers });
      // S3 may find out after it answered 200 that it can't copy.
      const code = CODE.exec(text)?.[1];
      if (code !== undefined)
        throw new BucketRefusal(`The bucket ${bucket} answered ${code}.`, code);
    },
  };
}
