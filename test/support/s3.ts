// An S3 server on the loopback interface, for tests of the file storage.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '#config/files.ts';
import { secret } from '#config/secret.ts';

interface Server {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
// The package has no types.
const S3Server: new (options: object) => Server = require('s3rver');

export interface TestBucket {
  readonly settings: S3Settings;
  /** Can be called repeatedly. */
  close(): Promise<void>;
}

/** Starts the server. It has one access key, S3RVER, and accepts everything that is signed for it. */
export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'formstead-s3-'));
  const server = new S3Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await server.run();
  let isClosed = false;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'files',
      region: 'us-east-1',
      accessKey: secret('S3RVER'),
      secretKey: secret('S3RVER'),
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
