import { readFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import { answerOf } from '#kernel/answer-of.ts';

const PATIENCE_MS = 10_000;
const MAX_BYTES = 1_048_576;

export interface ServiceCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Called {
  readonly status: number;
  readonly body: string;
  /** The code of an error that Formstead answered. */
  readonly code: string | undefined;
}

/**
 * Calls Formstead at its public address, as an identity provider does, so that DNS, network, proxy and certificate are
 * tested too.
 * @param caFile the certificate authority of this deployment, when systems don't trust it by default
 * @throws Error when there is no response.
 */
export async function callService(call: ServiceCall, caFile: string | undefined): Promise<Called> {
  const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  const { method, headers, body } = call;
  const sent = httpsRequest(call.url, {
    method,
    headers: { 'user-agent': 'Formstead connection test', ...headers },
    signal: AbortSignal.timeout(PATIENCE_MS),
    agent: false,
    ...(ca !== undefined && { ca }),
  });
  const response = await answerOf(sent.end(body));
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
    else response.destroy(new Error('the answer is larger than 1 MiB'));
  });
  const { promise, resolve, reject } = Promise.withResolvers<Called>();
  response.on('error', reject);
  response.on('end', () => {
    const { statusCode: status = 0, headers: answered } = response;
    const said = answered['formstead-error-code'];
    const code = typeof said === 'string' ? said : undefined;
    resolve({ status, body: Buffer.concat(chunks).toString('utf8'), code });
  });
  return await promise;
}
