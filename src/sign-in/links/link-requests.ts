import { networkOf, siteOf } from '#kernel/addresses.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';
import { onBehalfOf } from '#kernel/on-behalf.ts';
import { onlyReads } from '#kernel/only-reads.ts';
import { fold } from '#kernel/text.ts';
import {
  answerLinkRequest,
  createRequestQuotas,
  type LinkAnswerDeps,
  type LinkRequest,
} from './answer-link-request.ts';

/** Requests are gathered for this long, so that response times don't tell whether the user exists. */
const FLUSH_EVERY_MS = 2000;
/**
 * Most requests that wait on this node, and most of one network; further ones are dropped. When the queue is full, the
 * site with the most requests loses one to a site with fewer. Otherwise somebody with a /48 of IPv6 addresses could
 * keep everybody from receiving mail.
 */
const MOST_WAITING = 1000;
const MOST_OF_NETWORK = 20;

export interface LinkRequestsDeps extends Omit<LinkAnswerDeps, 'quotas'> {
  readonly rateLimits: Parameters<typeof createRequestQuotas>[1];
  /** Called when a request could not be answered. The person is not told, and has to request a link again. */
  readonly onError: (error: unknown) => void;
}

/** The queue of requests for a link by mail from people who forgot their password. */
export interface LinkRequests extends Flusher {
  /**
   * Accepts a request. It returns nothing, because the request is answered later.
   * @throws AppError `read-only`
   */
  take(request: LinkRequest): void;
}

export function createLinkRequests({
  rateLimits,
  onError,
  ...deps
}: LinkRequestsDeps): LinkRequests {
  const quotas = createRequestQuotas(deps.clock, rateLimits);
  let waiting = createWaiting();

  const answerAll = async (): Promise<void> => {
    const batch = waiting.all();
    waiting = createWaiting();
    const turns = createFairQueue<() => Promise<void>>();
    const failures: unknown[] = [];
    // A failure of one request must not keep others from receiving their mail.
    const collectFailure = (error: unknown) => void failures.push(error);
    for (const request of batch) {
      const found = await deps.directory
        .findSignIn(deps.db.reader, request.userName)
        .catch(collectFailure);
      const account = found?.account;
      if (!account) continue;
      const { accountId } = account;
      const owner = { account: accountId, person: account.user?.userId ?? '' };
      turns.push(owner, () =>
        onBehalfOf(owner, () => answerLinkRequest({ ...deps, quotas }, account, request)),
      );
    }
    for (let next = turns.begin(); next; next = turns.begin()) {
      await next.item().catch(collectFailure);
      turns.end(next.owner);
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Requests were not answered.');
  };
  return {
    take(request) {
      if (deps.db.isReadOnly) throw onlyReads();
      waiting.take(request);
    },
    ...createFlusher(answerAll, FLUSH_EVERY_MS, onError),
  };
}

/** Creates the requests that wait for the next flush. */
function createWaiting() {
  const ofNetwork = new Map<string, number>();
  const sites = new Map<string, Map<string, LinkRequest>>();
  let size = 0;

  /** @returns whether there is room for a site that would then have `count` requests */
  const makeRoomFor = (count: number): boolean => {
    if (size < MOST_WAITING) return true;
    const largest = [...sites.values()].reduce((a, b) => (b.size > a.size ? b : a));
    const [first] = largest.keys();
    if (largest.size <= count || first === undefined) return false;
    largest.delete(first);
    size -= 1;
    return true;
  };
  return {
    all: (): readonly LinkRequest[] => [...sites.values()].flatMap((own) => [...own.values()]),
    take(request: LinkRequest): void {
      const [network, site] = [networkOf(request.ip), siteOf(request.ip)];
      const own = sites.get(site) ?? new Map<string, LinkRequest>();
      const key = `${network} ${fold(request.userName)}`;
      const before = ofNetwork.get(network) ?? 0;
      if (own.has(key) || before >= MOST_OF_NETWORK || !makeRoomFor(own.size + 1)) return;
      ofNetwork.set(network, before + 1);
      sites.set(site, own.set(key, request));
      size += 1;
    },
  };
}
