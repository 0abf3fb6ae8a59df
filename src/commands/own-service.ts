// How a command on the same machine reaches the server that runs with the same settings.
import { readFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { checkServerIdentity, getCACertificates } from 'node:tls';
import { resolvePublicUrl, type Settings } from '#config/settings.ts';
import { answerOf } from '#kernel/answer-of.ts';

const ANY: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);
const MAX_ANSWER = 4096;

/** Returns the address at which this machine reaches its own server. */
export const ownHost = ({ server: { host } }: Settings): string => ANY.get(host) ?? host;

/** Returns the certificates that clients of this machine trust, and the service's own. */
export async function ownTrust({ server, tls }: Settings): Promise<readonly string[]> {
  const everybodys = getCACertificates('default');
  if (tls.mode === 'proxy') return everybodys;
  const file = tls.mode === 'files' ? tls.certFile : join(server.dataDir, 'tls', 'cert.pem');
  const own = await readFile(file, 'utf8').catch(() => '');
  return own === '' ? everybodys : [...everybodys, own];
}

export interface OwnAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends GET to the server, whatever stands in front of it: over plain HTTP in proxy mode, which is answered for health
 * checks only, and otherwise over TLS. Its certificate must be for the public URL.
 */
export async function askOwnService(
  settings: Settings,
  path: string,
  timeout: number,
): Promise<OwnAnswer> {
  const { port } = settings.server;
  const host = ownHost(settings);
  const { hostname, host: authority } = new URL(resolvePublicUrl(settings, port));
  const where = { host, port, path, agent: false, timeout, headers: { host: authority } };
  const isPlain = settings.tls.mode === 'proxy';
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const ca = [...(await ownTrust(settings))];
  const call = isPlain
    ? httpRequest(where)
    : httpsRequest({
        ...where,
        ...{ ca, servername: isIP(name) === 0 ? name : '' },
        // The operator's file need not have the certificate of the authority that issued it.
        allowPartialTrustChain: true,
        checkServerIdentity: (_connected, certificate) => checkServerIdentity(name, certificate),
      });
  return sendAndRead(call);
}

/** Sends a request without a body, and reads the beginning of the answer. */
export async function sendAndRead(call: ClientRequest): Promise<OwnAnswer> {
  call.on('timeout', () => call.destroy(new Error('no answer in time')));
  const response = await answerOf(call.end());
  const { promise, resolve, reject } = Promise.withResolvers<OwnAnswer>();
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    if (text.length < MAX_ANSWER) text += chunk;
  });
  response.on('error', reject);
  response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
  return promise;
}
