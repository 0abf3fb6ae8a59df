import type { Settings } from '#config/settings.ts';
import { type CountClient, consumeEach, countAttempts, type PolicyUsage } from '#http/quota.ts';
import { networkOf, siteRangeOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import type { AppError } from '#kernel/errors.ts';
import { type LinkLimit, tooMany } from './too-many.ts';
import { createUploadLimits, RESERVE, type UploadLimits } from './upload-limits.ts';

const WINDOW_SECONDS = 600;
/** Wrong codes for one link from one address, and from all addresses, in ten minutes. */
const CODES_BY_ADDRESS = 10;
const CODES_BY_LINK = 300;
/** Beyond those of all addresses: first attempts of the networks of one site, which may have 65,536 of them. */
const FIRST_CODES_BY_SITE = 10;
/** The forms of one site that the reserve is for: the first one, and what corrects it. */
const FIRST_SENDS_BY_SITE = 3;
/** Searches in shared lists for each form that may be sent. */
const SEARCHES_PER_FORM = 30;

/** Limits of what anybody can do who has a link, on all nodes together. Each throws AppError `too-many-requests`. */
export interface SendLimits extends UploadLimits {
  /** Counts a request to send for its address alone, before its proof is checked. */
  countSendRequest(ip: string): Promise<void>;
  /** Counts a form that is about to be checked, once its proof was valid: for the site, and for the link. */
  countSend(linkId: string, ip: string): Promise<void>;
  /** Counts a search in a shared list: for the site, and for the link. */
  countSearch(linkId: string, ip: string): Promise<void>;
  /** Counts an attempt to type the code. @returns a function to call if the code is right: only wrong ones count. */
  countCode(linkId: string, ip: string): Promise<() => Promise<void>>;
}

interface SendLimitsDeps {
  readonly clock: Clock;
  readonly client: CountClient | undefined;
}

export function createSendLimits(
  { limits, files, quotas }: Pick<Settings, 'limits' | 'files' | 'quotas'>,
  deps: SendLimitsDeps,
): SendLimits {
  const { linkSendsPerAddress, linkSendsPerLink, linkSiteShare } = limits;
  const policy = (name: LinkLimit, quota: number) =>
    ({ name, quota, windowSeconds: WINDOW_SECONDS }) as const;
  const refusalOf = (name: LinkLimit, { policy: { quota }, endsAt }: PolicyUsage): AppError =>
    tooMany(policy(name, quota), endsAt, deps.clock.now());
  const share = Math.ceil((linkSendsPerLink * linkSiteShare) / 100);
  const consume = (name: string, quota: number) =>
    consumeEach({ name, quota, windowSeconds: WINDOW_SECONDS }, deps);
  const sendsByAddress = consume('link-sends-address', linkSendsPerAddress);
  /**
   * Counts what a link takes, times `each`, for the site and for all sites together. A part is kept for the first `firsts`
   * of a site, so that a few sites cannot use up everything.
   */
  const shared = (what: 'sends' | 'searches', each: number, firsts: number) => {
    const [all, ofSite] = [`link-${what}`, `link-${what}-site`] as const;
    const quota = linkSendsPerLink * each;
    const reserve = Math.floor(quota * RESERVE);
    const bySite = consume(ofSite, Math.max(share, linkSendsPerAddress) * each);
    const byLink = consume(all, quota - reserve);
    const byFirst = consume(`${all}-first`, reserve);
    return async (linkId: string, ip: string): Promise<void> => {
      // The site first: what it does beyond its share must not count for everybody.
      const site = await bySite(`${linkId} ${siteRangeOf(ip)}`);
      if (site.isOver) throw refusalOf(ofSite, site.usage);
      const total = await byLink(linkId);
      if (!total.isOver) return;
      const { policy: of, remaining } = site.usage;
      const isFirst = of.quota - remaining <= firsts;
      if (!isFirst || reserve === 0 || (await byFirst(linkId)).isOver) {
        throw refusalOf(all, total.usage);
      }
    };
  };
  const attempts = (name: LinkLimit, quota: number) => countAttempts(policy(name, quota), deps);
  const codesByAddress = attempts('link-codes-address', CODES_BY_ADDRESS);
  const codesByLink = attempts('link-codes', CODES_BY_LINK);
  const firstCodesBySite = attempts('link-codes-site', FIRST_CODES_BY_SITE);
  return {
    ...createUploadLimits({ limits, files, quotas }, deps),
    async countSendRequest(ip) {
      const own = await sendsByAddress(networkOf(ip));
      if (own.isOver) throw refusalOf('link-sends-address', own.usage);
    },
    countSend: shared('sends', 1, FIRST_SENDS_BY_SITE),
    countSearch: shared('searches', SEARCHES_PER_FORM, SEARCHES_PER_FORM),
    async countCode(linkId, ip) {
      // The address first: somebody who guesses uses up their own attempts before those of everybody.
      const own = await codesByAddress(`${linkId} ${networkOf(ip)}`);
      if (own.isOver) throw refusalOf('link-codes-address', own.usage);
      const all = await codesByLink(linkId);
      const counted = [own, all];
      if (all.isOver) {
        // Wrong codes from elsewhere must not close the link to an address that has typed none.
        if (own.usage.remaining < CODES_BY_ADDRESS - 1) throw refusalOf('link-codes', all.usage);
        const site = await firstCodesBySite(`${linkId} ${siteRangeOf(ip)}`);
        if (site.isOver) throw refusalOf('link-codes-site', site.usage);
        counted.push(site);
      }
      return async () => {
        for (const each of counted) await each.giveBack();
      };
    },
  };
}
