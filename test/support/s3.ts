// An S3 server on the loopback interface, for tests of the file storage.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server as HttpServer, request } from 'node:http';
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

const DENIED = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

/** Answers as Amazon S3 does to a key without s3:ListBucket: 403 to lists, and to reads of a missing object. */
async function withoutLists(port: number): Promise<HttpServer> {
  const front = createServer((asked, answer) => {
    const { url: path = '', method, headers } = asked;
    const deny = () => answer.writeHead(403).end(method === 'HEAD' ? undefined : DENIED);
    if (path.includes('list-type')) return void deny();
    const onward = request({ port, path, method, headers }, (got) => {
      if (got.statusCode === 404) {
        got.resume();
        return void deny();
      }
      got.pipe(answer.writeHead(got.statusCode ?? 500, got.headers));
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  return front;
}

/**
 * Starts the server. It has one access key, S3RVER, and accepts everything that is signed for it. With `lists` false
 * the key has no s3:ListBucket.
 */
export async function startBucket({ lists = true } = {}): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'formstead-s3-'));
  const server = new S3Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  });
  const { port: behind } = await server.run();
  const front = lists ? undefined : await withoutLists(behind);
  const port = front ? portOf(front) : behind;
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
      front?.close().closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function portOf(server: HttpServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
