import { networkOf, siteOf } from '#kernel/addresses.ts';
import { createFairQueue } from '#kernel/fair-queue.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';
import { onBehalfOf } from '#kernel/on-behalf.ts';
import { fold } from '#kernel/text.ts';
import {
  type AnswerDeps,
  answerLinkRequest,
  createRequestQuotas,
  type LinkRequest,
} from './answer-link-request.ts';

/** Requests gather for so long, so that nothing about their answers can tell whom they mean. */
const FLUSH_EVERY_MS = 2000;
/**
 * Requests that wait on this node, and of these those of one network; more are dropped. When all places are taken, whoever
 * has most of them loses one to whoever has fewer: somebody with a /48 of IPv6 would else keep everybody from their letters.
 */
const MOST_WAITING = 1000;
const MOST_OF_NETWORK = 20;

export interface LinkRequestsDeps extends Omit<AnswerDeps, 'quotas'> {
  readonly rateLimits: Parameters<typeof createRequestQuotas>[1];
  /** Hears of a request that could not be answered; nobody is told, and the person asks again. */
  readonly onError: (error: unknown) => void;
}

/** People who forgot their password and ask for a link by mail. */
export interface LinkRequests extends Flusher {
  /** Takes a request and tells nothing of it: what comes of it is found out later. */
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
    // What is wrong with one request keeps nobody else from their letter.
    const note = (error: unknown) => void failures.push(error);
    for (const request of batch) {
      const found = await deps.directory.findSignIn(deps.db.reader, request.userName).catch(note);
      const place = found?.place;
      if (!place) continue;
      const { accountId } = place;
      turns.push(accountId, () =>
        onBehalfOf(accountId, () => answerLinkRequest({ ...deps, quotas }, place, request)),
      );
    }
    for (let next = turns.shift(); next; next = turns.shift()) await next().catch(note);
    if (failures.length > 0) throw new AggregateError(failures, 'Requests were not answered.');
  };
  return {
    take: (request) => waiting.take(request),
    ...createFlusher(answerAll, FLUSH_EVERY_MS, onError),
  };
}

/** What gathers until the next flush. */
function createWaiting() {
  const ofNetwork = new Map<string, number>();
  const sites = new Map<string, Map<string, LinkRequest>>();
  let size = 0;

  /** @returns whether there is a place for one who would have so many */
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
