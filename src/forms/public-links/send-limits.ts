import type { LimitSettings } from '#config/limits.ts';
import { type CountClient, consumeEach, countAttempts, type Usage } from '#http/quota.ts';
import { networkOf, siteOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { type AppError, fail } from '#kernel/errors.ts';

const WINDOW_SECONDS = 600;
/** Wrong codes for one link from one address, and from all addresses, in ten minutes. */
const CODES_BY_ADDRESS = 10;
const CODES_BY_LINK = 300;
/** Beyond those of all addresses: first attempts of the networks of one site, which may have 65,536 of them. */
const FIRST_CODES_BY_SITE = 10;

/** Limits of what anybody can do who has a link, on all nodes together. Each throws AppError `too-many-requests`. */
export interface SendLimits {
  /** Counts a form that is about to be checked. */
  countSend(linkId: string, ip: string): Promise<void>;
  /** Counts a file that is about to be read. */
  countUpload(ip: string): Promise<void>;
  /** Counts an attempt to type the code. @returns a function to call if the code is right: only wrong ones count. */
  countCode(linkId: string, ip: string): Promise<() => Promise<void>>;
}

type Settings = Pick<
  LimitSettings,
  'linkSendsPerAddress' | 'linkSendsPerLink' | 'linkUploadsPerAddress'
>;

export function createSendLimits(
  { linkSendsPerAddress, linkSendsPerLink, linkUploadsPerAddress }: Settings,
  deps: { readonly clock: Clock; readonly client: CountClient | undefined },
): SendLimits {
  const tooManyOf = ({ policy: { quota }, endsAt }: Usage) =>
    tooMany(quota, Math.ceil((endsAt - deps.clock.now()) / 1000));
  const limit = (name: string, quota: number) => {
    const consume = consumeEach({ name, quota, windowSeconds: WINDOW_SECONDS }, deps);
    return async (key: string): Promise<void> => {
      const { isOver, usage } = await consume(key);
      if (isOver) throw tooManyOf(usage);
    };
  };
  const sendsByAddress = limit('link-sends-address', linkSendsPerAddress);
  const sendsByLink = limit('link-sends', linkSendsPerLink);
  const uploadsByAddress = limit('link-uploads-address', linkUploadsPerAddress);
  const attempts = (name: string, quota: number) =>
    countAttempts({ name, quota, windowSeconds: WINDOW_SECONDS }, deps);
  const codesByAddress = attempts('link-codes-address', CODES_BY_ADDRESS);
  const codesByLink = attempts('link-codes', CODES_BY_LINK);
  const firstCodesBySite = attempts('link-codes-site', FIRST_CODES_BY_SITE);
  return {
    async countSend(linkId, ip) {
      await sendsByAddress(networkOf(ip));
      await sendsByLink(linkId);
    },
    countUpload: (ip) => uploadsByAddress(networkOf(ip)),
    async countCode(linkId, ip) {
      // The address first: somebody who guesses uses up their own attempts before those of everybody.
      const own = await codesByAddress(`${linkId} ${networkOf(ip)}`);
      if (own.isOver) throw tooManyOf(own.usage);
      const all = await codesByLink(linkId);
      const counted = [own, all];
      if (all.isOver) {
        // Wrong codes from elsewhere must not close the link to an address that has typed none.
        if (own.usage.remaining < CODES_BY_ADDRESS - 1) throw tooManyOf(all.usage);
        const site = await firstCodesBySite(`${linkId} ${siteOf(ip)}`);
        if (site.isOver) throw tooManyOf(site.usage);
        counted.push(site);
      }
      return async () => {
        for (const each of counted) await each.giveBack();
      };
    },
  };
}

function tooMany(limit: number, wait: number): AppError {
  const retrySeconds = Math.max(1, wait);
  return fail(
    'too-many-requests',
    `The limit is ${limit} requests in ${WINDOW_SECONDS} seconds. Try again in ${retrySeconds} seconds.`,
    {
      headers: { 'retry-after': String(retrySeconds) },
      because: { reason: 'per-period', limit, seconds: WINDOW_SECONDS, retrySeconds },
    },
  );
}
