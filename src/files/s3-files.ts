import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { type AppError, fail } from '#kernel/errors.ts';
import { inChild } from '#kernel/traced-work.ts';
import { requireKey } from './file-key.ts';
import { onDisk, piecesOf, spool, tidyIncoming } from './spool.ts';
import type { Bucket, Files } from './stored-files.ts';

const RETRIES = 3;
/** A request that changes something fails after this time, retries included. */
const PATIENCE_MS = 120_000;

/**
 * Keeps files in a bucket, addressed by path. A file is first spooled in `folder`, because S3 needs its size and digest
 * before the first byte. It checks both, so that a file is stored completely or not at all.
 */
export function createS3Files(settings: Bucket, folder: string): Files {
  const { endpoint, bucket, region, accessKey, secretKey } = settings;
  const client = new AwsClient({
    accessKeyId: accessKey.reveal(),
    secretAccessKey: secretKey.reveal(),
    service: 's3',
    region,
    retries: RETRIES,
  });
  const attributes = { 'server.address': new URL(endpoint).hostname };
  const send = async (method: string, key: string, init: RequestInit = {}): Promise<Response> => {
    const url = `${endpoint}/${bucket}/${requireKey(key)}`;
    try {
      return await inChild({ name: `S3 ${method}`, kind: 'client', attributes }, () =>
        client.fetch(url, { ...init, method }),
      );
    } catch (cause) {
      throw unavailable(cause);
    }
  };
  const done = async (answer: Response): Promise<void> => {
    const text = await answer.text();
    if (!answer.ok) throw unavailable(new Error(`${answer.status} ${text.slice(0, 500)}`));
  };
  const impatience = () => AbortSignal.timeout(PATIENCE_MS);

  return {
    async put(key, source, limits) {
      return spool(folder, source, limits, async ({ path, size, sha256 }) => {
        const body = await onDisk(() => openAsBlob(path));
        const headers = { 'x-amz-content-sha256': sha256 };
        await done(await send('PUT', key, { body, headers, signal: impatience() }));
        return { size, sha256 };
      });
    },

    async open(key) {
      const answer = await send('GET', key);
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      if (answer.status === 403) throw denied(await answer.text());
      if (!answer.ok) await done(answer);
      return {
        size: Number(answer.headers.get('content-length') ?? 0),
        stream: Readable.from(answer.body ?? [], { objectMode: false }),
      };
    },

    async sizeOf(key) {
      const answer = await send('HEAD', key, { signal: impatience() });
      await answer.body?.cancel();
      if (answer.status === 404) return undefined;
      if (answer.status === 403) throw denied('');
      if (!answer.ok) throw unavailable(new Error(`${answer.status}`));
      return Number(answer.headers.get('content-length') ?? 0);
    },

    async delete(key) {
      const answer = await send('DELETE', key, { signal: impatience() });
      if (answer.status === 404) await answer.body?.cancel();
      else await done(answer);
    },

    spool: (source, limits, use) =>
      spool(folder, source, limits, ({ path }) => use(piecesOf(path))),

    tidy: (now) => tidyIncoming(folder, now),
  };
}

/** Amazon S3 answers 403 for an object that is missing, too, unless the key may list the bucket. */
const denied = (text: string): AppError => {
  const needs =
    'The access key needs s3:GetObject, and s3:ListBucket to tell a missing file from a refusal.';
  return unavailable(new Error(`403 ${text.slice(0, 500)} ${needs}`.replace('  ', ' ')));
};

function unavailable(cause: unknown): AppError {
  const text = 'The storage of files did not answer. Try again shortly.';
  return fail('storage-unavailable', text, { cause, headers: { 'retry-after': '30' } });
}
