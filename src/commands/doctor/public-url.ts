import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { connect, isIP } from 'node:net';
import { type OwnAnswer, ownHost, ownTrust, sendAndRead } from '#commands/own-service.ts';
import { codeOf, explainFailure } from '#commands/shell/explain-failure.ts';
import { resolvePublicUrl, type Settings } from '#config/settings.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { ok, warning, fault, skipped } = findingsOf('public URL');
const TIMEOUT_MS = 5000;
const LOOPBACK = /^(?:localhost|127\.|::1$)/;

/** Checks that the public URL resolves, and that this service answers there over HTTPS. */
export const checkPublicUrl: Check = async ({ settings }) => {
  const { port } = settings.server;
  if (port === 0) return [skipped('with FORMSTEAD_PORT=0 nobody knows where the service listens')];
  const url = resolvePublicUrl(settings, port);
  const unset = checkUnset(settings, url);
  const unresolved = await findUnresolved(url);
  if (unresolved) return [...unset, unresolved];
  const where = whereOf(settings);
  return [
    ...unset,
    (await isListening(settings))
      ? await callIt(url, await ownTrust(settings))
      : skipped(`${url} was not called: the service does not run on ${where}`),
  ];
};

function checkUnset({ server, tls }: Settings, url: string): readonly Finding[] {
  if (server.publicUrl !== undefined || tls.mode === 'proxy' || LOOPBACK.test(server.host))
    return [];
  return [
    warning(
      `others reach ${server.host}, but links and tokens name ${url}`,
      'set FORMSTEAD_PUBLIC_URL to the address that clients call',
    ),
  ];
}

async function findUnresolved(url: string): Promise<Finding | undefined> {
  const { hostname } = new URL(url);
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return undefined;
  try {
    await lookup(hostname);
    return undefined;
  } catch (error) {
    const why = codeOf(error) ?? 'unknown reason';
    return fault(
      `${hostname} has no address (${why})`,
      'add it to the DNS, or correct FORMSTEAD_PUBLIC_URL',
    );
  }
}

const whereOf = ({ server: { host, port } }: Settings): string => `${host}:${port}`;

async function isListening(settings: Settings): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { port } = settings.server;
  const socket = connect({ host: ownHost(settings), port, timeout: TIMEOUT_MS });
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  socket.once('timeout', () => resolve(false));
  const found = await promise;
  socket.destroy();
  return found;
}

async function callIt(url: string, ca: readonly string[]): Promise<Finding> {
  try {
    const { status, text } = await get(new URL('/healthz', url), ca);
    return status === 200 && /"status":\s*"ok"/.test(text)
      ? ok(`${url} answers`)
      : fault(
          `something else answers at ${url} (status ${status})`,
          'correct FORMSTEAD_PUBLIC_URL, or where it leads (DNS, proxy)',
        );
  } catch (error) {
    return findingOfFailure(url, error);
  }
}

const UNTRUSTED =
  /^(?:UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)/;

function findingOfFailure(url: string, error: unknown): Finding {
  const code = codeOf(error) ?? '';
  if (UNTRUSTED.test(code)) {
    return warning(
      `this machine does not trust the certificate of ${url} (${code})`,
      'serve the intermediates too; with an authority of your own, set NODE_EXTRA_CA_CERTS to it and look again',
    );
  }
  const why = code === '' ? explainFailure(error) : code;
  const fix = 'see that it leads here (DNS, proxy, firewall), or correct FORMSTEAD_PUBLIC_URL';
  return fault(`${url} does not answer (${why})`, fix);
}

const get = (url: URL, ca: readonly string[]): Promise<OwnAnswer> =>
  sendAndRead(request(url, { ca: [...ca], agent: false, timeout: TIMEOUT_MS }));
