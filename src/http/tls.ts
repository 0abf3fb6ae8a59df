import { readFile } from 'node:fs/promises';
import type { Server } from 'node:https';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import { answerChallenges, type ChallengePair } from './answer-challenges.ts';
import {
  type CertificateWatcher,
  type WatcherCounts,
  watchCertificate,
} from './certificate-watcher.ts';
import { CertificateError, dateFault, type KeyPair, parseKeyPair } from './key-pair.ts';
import { ensureLocalCertificate, type LocalCertificate } from './local-certificate.ts';

export interface TlsSource {
  readonly dataDir: string;
  /** The host name or address that the server listens on. */
  readonly host: string;
  /** The operator's base_url, when it is set. */
  readonly publicUrl: string | undefined;
  /** The operator's own pair, PEM; undefined: the local authority. */
  readonly files: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Certificates that are stored elsewhere; undefined: there are none. */
  readonly stored?: StoredCertificates | undefined;
}

/** Certificates that a certificate authority issues while the service runs. */
export interface StoredCertificates {
  /** Returns the newest pair, in PEM; undefined while there is none. */
  load(): Promise<ChallengePair | undefined>;
  /** Returns the certificate that answers the authority's challenge for a host. */
  challengeOf(host: string): Promise<ChallengePair | undefined>;
}

export interface TlsDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

interface TlsCounts extends WatcherCounts {
  /** Calls over plain HTTP to the TLS port; they get no answer at all. */
  readonly plainHttp: number;
  /** Other handshakes that failed. */
  readonly failedHandshakes: number;
}

/** TLS for a server, kept up to date until closed. */
export interface Tls {
  /** Options for https.createServer, always with the certificate served now. */
  readonly options: SecureContextOptions & { readonly minVersion: 'TLSv1.2' };
  readonly source: 'local' | 'files' | 'acme';
  /** SHA-256 of the certificate that people compare: the local authority's, or the operator's. */
  readonly fingerprint: string;
  /** The authority's certificate for clients to trust; undefined with files of the operator. */
  readonly caPath: string | undefined;
  /** The time from which the served certificate is valid, in milliseconds since the epoch. */
  readonly beginsAt: number;
  /** The time at which the served certificate ends, in milliseconds since the epoch. */
  readonly endsAt: number;
  readonly counts: TlsCounts;
  /** Gives the server every later certificate; its connections stay open. */
  attach(server: Server): void;
  /** Looks for another certificate now, for SIGHUP. @returns whether one is served. */
  reload(): Promise<boolean>;
  close(): void;
}

// ECDHE and AEAD only (ASVS 5.0 12.1.2). TLS 1.3 stays on only when its cipher suites are listed.
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/**
 * Loads the certificate to serve: the operator's, or the local authority's, which is made at first start.
 * @throws CertificateError when there is none that can be served.
 */
export async function loadTls(source: TlsSource, deps: TlsDeps): Promise<Tls> {
  const servers: Server[] = [];
  const apply = (pair: KeyPair): void => {
    for (const server of servers) server.setSecureContext(optionsOf(pair));
  };
  const origin = await originOf(source, deps);
  const { watched, fingerprint, caPath } = origin;
  const watcher = watchCertificate({ ...deps, ...watched, apply });
  const handshakes = { plainHttp: 0, failedHandshakes: 0 };
  return {
    get options() {
      return optionsOf(watcher.pair);
    },
    source: source.stored ? 'acme' : source.files ? 'files' : 'local',
    get fingerprint() {
      return fingerprint(watcher);
    },
    caPath,
    get beginsAt() {
      return watcher.pair.leaf.validFromDate.getTime();
    },
    get endsAt() {
      return watcher.pair.leaf.validToDate.getTime();
    },
    get counts() {
      return { ...watcher.counts, ...handshakes };
    },
    attach(server) {
      servers.push(server);
      server.setSecureContext(optionsOf(watcher.pair));
      if (source.stored) answerChallenges(server, source.stored.challengeOf, noteUnanswered(deps));
      server.on('tlsClientError', (error, { remoteAddress: ip }) => {
        const isPlain = 'code' in error && error.code === 'ERR_SSL_HTTP_REQUEST';
        handshakes[isPlain ? 'plainHttp' : 'failedHandshakes'] += 1;
        // Others may have read a credential in it: the address tells the operator who sent it.
        if (isPlain) deps.log.warn({ ip }, 'call over plain HTTP dropped unread');
      });
    },
    reload: watcher.reload,
    close: watcher.close,
  };
}

const optionsOf = ({ cert, key }: KeyPair): Tls['options'] => ({
  cert,
  key,
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
});

/** A source of certificates. */
interface Origin {
  readonly watched: {
    readonly first: KeyPair;
    readonly load: () => Promise<KeyPair>;
    readonly files: readonly string[];
  };
  readonly fingerprint: (watcher: CertificateWatcher) => string;
  readonly caPath: string | undefined;
}

function originOf(source: TlsSource, deps: TlsDeps): Promise<Origin> {
  if (source.stored) return useStored(source, source.stored, deps);
  return source.files ? useFiles(source.files, source.publicUrl, deps) : useLocal(source, deps);
}

/** Serves the newest stored certificate, and one of the local authority until there is one. */
async function useStored(
  source: TlsSource,
  stored: StoredCertificates,
  deps: TlsDeps,
): Promise<Origin> {
  const local = await useLocal(source, deps);
  const load = async (): Promise<KeyPair> => {
    const pair = await stored.load();
    return pair ? parseKeyPair(pair.cert, pair.key) : local.watched.load();
  };
  return {
    watched: { first: await load(), load, files: [] },
    fingerprint: ({ pair }) => pair.leaf.fingerprint256,
    caPath: undefined,
  };
}

const noteUnanswered =
  ({ log }: TlsDeps) =>
  (err: unknown): void =>
    log.warn({ err }, 'a challenge of the certificate authority could not be answered');

async function useLocal(source: TlsSource, { clock, random, log }: TlsDeps): Promise<Origin> {
  const publicHost = source.publicUrl === undefined ? [] : [hostOf(source.publicUrl)];
  const names = { asked: [source.host, ...publicHost], hostName: hostname() };
  const ensure = (mayMakeAuthority: boolean): Promise<LocalCertificate> =>
    ensureLocalCertificate(source.dataDir, names, {
      now: clock.now(),
      random,
      log,
      mayMakeAuthority,
    });
  let local = await ensure(true);
  return {
    watched: {
      first: local.pair,
      load: async () => {
        local = await ensure(false);
        return local.pair;
      },
      files: [],
    },
    fingerprint: () => local.authority.fingerprint256,
    caPath: local.caPath,
  };
}

async function useFiles(
  files: { readonly certFile: string; readonly keyFile: string },
  publicUrl: string | undefined,
  { clock, log }: TlsDeps,
): Promise<Origin> {
  const load = async (): Promise<KeyPair> =>
    parseKeyPair(await readPem(files.certFile), await readPem(files.keyFile));
  const first = await load();
  // A certificate outside its dates is served all the same: the clock may be wrong, and a renewal is loaded at once.
  const problem = dateFault(first.leaf, clock.now());
  if (problem !== undefined) log.error({ certFile: files.certFile }, problem);
  const host = publicUrl === undefined ? undefined : hostOf(publicUrl);
  if (host !== undefined && !isFor(first, host)) {
    log.warn(
      { certFile: files.certFile, host },
      'certificate is not for the host of the public URL',
    );
  }
  return {
    watched: { first, load, files: [files.certFile, files.keyFile] },
    fingerprint: ({ pair }) => pair.leaf.fingerprint256,
    caPath: undefined,
  };
}

async function readPem(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    throw new CertificateError(`${path} cannot be read (${code}).`, { cause });
  }
}

/** The host name or address of a URL, without the brackets of IPv6. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');

const isFor = ({ leaf }: KeyPair, host: string): boolean =>
  (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined;
