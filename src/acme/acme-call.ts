import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { answerOf } from '#kernel/answer-of.ts';

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
  const headers = {
    'user-agent': 'formstead',
    ...(body !== undefined && { 'content-type': 'application/jose+json' }),
  };
  const options = { method, headers, ca, signal: AbortSignal.timeout(CALL_MS) };
  const response = await answerOf(request(url, options).end(body));
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MOST_BYTES) response.destroy(new Error(`${url} answers with too much.`));
  });
  const bytes = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes };
}
