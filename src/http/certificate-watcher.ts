import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '#kernel/clock.ts';
import { CertificateError, dateFault, type KeyPair } from './key-pair.ts';

export interface WatcherOptions {
  /** The pair that is served at first. */
  readonly first: KeyPair;
  /** Reads the current pair. @throws when it cannot be served. */
  readonly load: () => Promise<KeyPair>;
  /** Serves a new pair. */
  readonly apply: (pair: KeyPair) => void;
  /** A change in the folder of one of these files is noticed within a second; any other change within a minute. */
  readonly files: readonly string[];
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface WatcherCounts {
  readonly swapped: number;
  readonly rejected: number;
}

export interface CertificateWatcher {
  /** The pair that is served now. */
  readonly pair: KeyPair;
  readonly counts: WatcherCounts;
  /** Checks now. @returns whether a new pair is served. Never rejects: an error is logged. */
  reload(): Promise<boolean>;
  close(): void;
}

const POLL_MS = 60_000;
// Certificate and key are written one after the other: a read between the two writes would find a mismatch.
const SETTLE_MS = 500;
const DAY_MS = 86_400_000;

/** Serves new certificates as they appear. A pair that cannot be served is logged, and the old one stays. */
export function watchCertificate(options: WatcherOptions): CertificateWatcher {
  const { load, apply, clock, log } = options;
  const warnOfExpiry = createExpiryAlarm(clock, log);
  let pair = options.first;
  let counts: WatcherCounts = { swapped: 0, rejected: 0 };
  let known = '';
  let closed = false;
  let queue = Promise.resolve(false);

  const replace = async (): Promise<boolean> => {
    const next = await load();
    known = '';
    if (closed || (next.cert === pair.cert && next.key === pair.key)) return false;
    const fault = dateFault(next.leaf, clock.now());
    if (fault !== undefined) throw new CertificateError(fault);
    apply(next);
    pair = next;
    counts = { ...counts, swapped: counts.swapped + 1 };
    log.info(
      { fingerprint: next.leaf.fingerprint256, validTo: next.leaf.validTo },
      'certificate replaced',
    );
    return true;
  };
  const check = async (): Promise<boolean> => {
    let swapped = false;
    const before = known;
    try {
      swapped = await replace();
    } catch (error) {
      known = String(error);
      // Logged once, not every minute until somebody repairs it.
      if (known !== before) {
        counts = { ...counts, rejected: counts.rejected + 1 };
        log.error({ err: error }, 'certificate not replaced: the one before keeps serving');
      }
    }
    warnOfExpiry(pair);
    return swapped;
  };
  const reload = (): Promise<boolean> => {
    queue = queue.then(check);
    return queue;
  };

  const look = (): void => void reload();
  const timer = setInterval(look, POLL_MS).unref();
  const stopWatching = watchFiles(options.files, look, log);
  warnOfExpiry(pair);
  return {
    get pair() {
      return pair;
    },
    get counts() {
      return counts;
    },
    reload,
    close() {
      closed = true;
      clearInterval(timer);
      stopWatching();
    },
  };
}

/** Watches the folders, because renewals replace files and Kubernetes swaps a link beside them. */
function watchFiles(
  files: readonly string[],
  changed: () => void,
  log: Pick<Logger, 'warn'>,
): () => void {
  let settling: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(settling);
    settling = setTimeout(changed, SETTLE_MS).unref();
  };
  const watchers = [...new Set(files.map(dirname))].flatMap((folder): readonly FSWatcher[] => {
    const polled = (error: unknown): void =>
      log.warn({ err: error, folder }, 'folder cannot be watched: its files are read every minute');
    try {
      return [watch(folder, { persistent: false }, settle).on('error', polled)];
    } catch (error) {
      polled(error);
      return [];
    }
  });
  return () => {
    clearTimeout(settling);
    for (const watcher of watchers) watcher.close();
  };
}

/** Warns once per stage that a certificate is about to expire: 30, 7 and 1 days before, and at its end. */
function createExpiryAlarm(
  clock: Clock,
  log: Pick<Logger, 'warn' | 'error'>,
): (pair: KeyPair) => void {
  let lastReported = '';
  return ({ leaf }) => {
    const days = (leaf.validToDate.getTime() - clock.now()) / DAY_MS;
    const stage = [0, 1, 7, 30].find((limit) => days <= limit);
    const current = stage === undefined ? '' : `${leaf.fingerprint256} ${stage}`;
    if (current !== '' && current !== lastReported) {
      const text = stage === 0 ? 'certificate has expired' : 'certificate expires soon';
      const report = { validTo: leaf.validTo, days: Math.max(0, Math.floor(days)) };
      log[stage === 0 || stage === 1 ? 'error' : 'warn'](report, text);
    }
    lastReported = current;
  };
}
