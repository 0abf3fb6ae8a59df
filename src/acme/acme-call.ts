import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface AcmeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface AcmeCall {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** PEM of the authorities to trust; undefined: those that Node trusts. */
  readonly ca: Buffer | undefined;
  readonly body?: string;
}

const CALL_MS = 30_000;
const MOST_BYTES = 1_048_576;

/** Calls an address of the authority over HTTPS. @throws Error without an answer in time, or with a huge one */
export async function callAuthority(
  url: string,
  { method, ca, body }: AcmeCall,
): Promise<AcmeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<AcmeAnswer>();
  const headers = {
    'user-agent': 'formstead',
    ...(body !== undefined && { 'content-type': 'application/jose+json' }),
  };
  const options = { method, headers, ca, signal: AbortSignal.timeout(CALL_MS) };
  const outgoing = request(url, options, (response) => {
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_BYTES) response.destroy(new Error(`${url} answers with too much.`));
    });
    buffer(response).then(
      (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
      reject,
    );
  });
  outgoing.on('error', reject);
  outgoing.end(body);
  return await promise;
}
