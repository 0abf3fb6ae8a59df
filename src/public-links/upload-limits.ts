import type { Settings } from '#config/settings.ts';
import { type CountClient, consumeEach, countAttempts } from '#http/quota.ts';
import { networkOf, siteRangeOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { type LinkLimit, tooMany } from './too-many.ts';

const WINDOW_SECONDS = 600;
/** As long as a file is kept that no form names. */
const DAY_SECONDS = 86_400;
/** The share of what a link takes that is kept for sites that have used none or little of it. */
export const RESERVE = 1 / 4;
/** The largest files of one site that the reserve is for. */
const FIRST_FILES = 2;

/**
 * Limits of the files that visitors upload before they send their form. The link's own limit per day counts only files
 * whose form was sent. Those that wait have to be bounded too, because they take space for a day: by site, and for the
 * link by the same amount again.
 */
export interface UploadLimits {
  /**
   * Counts a file that is about to be read.
   * @param bytes its announced length; undefined: it may be as long as files may be
   * @returns a function to call with the bytes that were stored, 0 when none were
   * @throws AppError `too-many-requests`
   */
  countUpload(
    linkId: string,
    ip: string,
    bytes: number | undefined,
  ): Promise<(stored: number) => Promise<void>>;
  /** Takes files out of those that wait for their form, because it was sent. */
  endWaiting(linkId: string, bytes: number): Promise<void>;
}

export function createUploadLimits(
  { limits, files, quotas }: Pick<Settings, 'limits' | 'files' | 'quotas'>,
  deps: { readonly clock: Clock; readonly client: CountClient | undefined },
): UploadLimits {
  const { linkUploadsPerAddress, linkSiteShare } = limits;
  const { uploadBytesPerDay: perDay } = quotas;
  const largest = files.maxAttachmentBytes;
  const refusal = (name: LinkLimit, quota: number, endsAt: number, windowSeconds: number) =>
    tooMany({ name, quota, windowSeconds }, endsAt, deps.clock.now());
  const byAddress = consumeEach(
    { name: 'link-uploads-address', quota: linkUploadsPerAddress, windowSeconds: WINDOW_SECONDS },
    deps,
  );
  const countAddress = async (ip: string) => {
    const { isOver, usage } = await byAddress(networkOf(ip));
    if (!isOver) return;
    throw refusal('link-uploads-address', linkUploadsPerAddress, usage.endsAt, WINDOW_SECONDS);
  };
  if (perDay === undefined) {
    return {
      async countUpload(_, ip) {
        await countAddress(ip);
        return async () => undefined;
      },
      endWaiting: async () => undefined,
    };
  }
  // One file fits in any case.
  const share = Math.max(Math.ceil((perDay * linkSiteShare) / 100), Math.min(largest, perDay));
  const open = perDay - Math.floor(perDay * RESERVE);
  const ofDay = (name: LinkLimit, quota: number) =>
    countAttempts({ name, quota, windowSeconds: DAY_SECONDS }, deps);
  const bySite = ofDay('link-uploads-site', share);
  const waiting = ofDay('link-uploads', perDay);
  return {
    async countUpload(linkId, ip, bytes = largest) {
      await countAddress(ip);
      const site = await bySite(`${linkId} ${siteRangeOf(ip)}`, bytes);
      if (site.isOver) {
        await site.giveBack();
        throw refusal('link-uploads-site', share, site.usage.endsAt, DAY_SECONDS);
      }
      const all = await waiting(linkId, bytes);
      const isFirst = share - site.usage.remaining <= FIRST_FILES * largest;
      if (all.isOver || (all.usage.remaining < perDay - open && !isFirst)) {
        await site.giveBack();
        await all.giveBack();
        throw refusal('link-uploads', perDay, all.usage.endsAt, DAY_SECONDS);
      }
      return async (stored) => {
        if (stored === bytes) return;
        await site.giveBack(bytes - stored);
        await all.giveBack(bytes - stored);
      };
    },
    async endWaiting(linkId, bytes) {
      if (bytes > 0) await waiting(linkId, -bytes);
    },
  };
}
