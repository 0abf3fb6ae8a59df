import type { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { AcmeSettings } from '#config/settings.ts';
import { CertificateError, parseKeyPair } from '#http/key-pair.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import { AcmeError } from './acme-session.ts';
import { ATTEMPTS, CERTIFICATE, type Items, type PemPair } from './items.ts';
import { orderCertificate } from './order-certificate.ts';

const MINUTE_MS = 60_000;
/** After each failure, twice as long: authorities count failed attempts, and refuse further ones for hours. */
const FIRST_PAUSE_MS = 5 * MINUTE_MS;
const LONGEST_PAUSE_MS = 12 * 60 * MINUTE_MS;
/** A certificate is renewed when this part of its time is left, as Let's Encrypt recommends. */
const LEFT = 1 / 3;

export interface RenewDeps {
  readonly acme: AcmeSettings;
  readonly hosts: readonly string[];
  readonly items: Items;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/** Gets the first certificate, and each next one in time. @param onRenewed serves it */
export function renewCertificate(deps: RenewDeps, onRenewed: () => Promise<unknown>): Job {
  const { acme, hosts, items, clock, random, log } = deps;
  return {
    name: 'renew-certificate',
    everyMs: MINUTE_MS,
    async run() {
      const now = clock.now();
      const before = await items.readPair(CERTIFICATE);
      if (isFresh(before, hosts, now)) return;
      const attempts = await items.readAttempts();
      if (now < attempts.at + pauseAfter(attempts.failures) && now >= attempts.at) return;
      // Noted before: an attempt that ends the process counts as a failed one.
      await items.write(ATTEMPTS, { failures: attempts.failures + 1, at: now });
      try {
        const pair = await orderCertificate(acme, hosts, items, { now, random });
        requireBetter(pair, before, hosts);
        await items.write(CERTIFICATE, pair);
      } catch (error) {
        const next = new Date(now + pauseAfter(attempts.failures + 1)).toISOString();
        log.error({ err: wordsOf(error), hosts, next }, 'the certificate could not be renewed');
        return;
      }
      // With a clock that is ahead, the next one is not fresh either: it waits as after a failure.
      if (isFresh(await items.readPair(CERTIFICATE), hosts, now)) await items.remove(ATTEMPTS);
      log.info({ hosts }, 'certificate issued');
      await onRenewed();
    },
  };
}

const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);

/**
 * Requires a certificate that can be served for all hosts, and no shorter than the one whose place it takes.
 * @throws CertificateError, AcmeError
 */
export function requireBetter(
  pair: PemPair,
  before: PemPair | undefined,
  hosts: readonly string[],
): void {
  const { leaf } = parseKeyPair(pair.cert, pair.key);
  if (!isForAll(leaf, hosts)) {
    throw new AcmeError(
      `The authority sent a certificate for ${leaf.subjectAltName ?? 'no host'}.`,
    );
  }
  const old = before && leafOf(before);
  if (old && isForAll(old, hosts) && leaf.validToDate < old.validToDate) {
    throw new AcmeError(
      `The authority sent a certificate that ends ${leaf.validTo}, before the present one.`,
    );
  }
}

const isForAll = (leaf: X509Certificate, hosts: readonly string[]): boolean =>
  hosts.every((host) => leaf.checkHost(host) !== undefined);

/** Returns whether a certificate can be read, is for all hosts and need not be renewed yet. */
export function isFresh(pair: PemPair | undefined, hosts: readonly string[], now: number): boolean {
  const leaf = pair && leafOf(pair);
  if (leaf === undefined) return false;
  const [from, to] = [leaf.validFromDate.getTime(), leaf.validToDate.getTime()];
  return isForAll(leaf, hosts) && to - now > (to - from) * LEFT;
}

function leafOf({ cert, key }: PemPair): X509Certificate | undefined {
  try {
    return parseKeyPair(cert, key).leaf;
  } catch (error) {
    if (error instanceof CertificateError) return undefined;
    throw error;
  }
}

/** Returns what to log of an error: its message alone, since what went wrong is at the authority and not in the code. */
const wordsOf = (error: unknown): { readonly message: string } => ({
  message: error instanceof Error ? error.message : String(error),
});
