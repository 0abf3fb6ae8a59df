import { readFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';

const PATIENCE_MS = 10_000;
const MAX_BYTES = 1_048_576;

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Called {
  readonly status: number;
  readonly body: string;
}

/**
 * Calls the service itself at its public address, as an identity provider does: name, network, proxy and
 * certificate are part of what is tried. `caFile` is our own authority, where nobody trusts it by itself.
 * @throws Error when there is no answer.
 */
export async function callService(call: Call, caFile: string | undefined): Promise<Called> {
  const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  const { promise, resolve, reject } = Promise.withResolvers<Called>();
  const { method, headers, body } = call;
  const sent = httpsRequest(
    call.url,
    {
      method,
      headers: { 'user-agent': 'Formstead connection test', ...headers },
      signal: AbortSignal.timeout(PATIENCE_MS),
      agent: false,
      ...(ca !== undefined && { ca }),
    },
    (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_BYTES) chunks.push(chunk);
        else response.destroy(new Error('the answer is larger than 1 MiB'));
      });
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
      });
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}
