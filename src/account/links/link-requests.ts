import { networkOf } from '#kernel/addresses.ts';
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
/** Requests that wait on this node, and of these those of one network; more are dropped. */
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
  let waiting = new Map<string, LinkRequest>();
  let ofNetwork = new Map<string, number>();

  const answerAll = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    ofNetwork = new Map();
    const turns = createFairQueue<() => Promise<void>>();
    const failures: unknown[] = [];
    // What is wrong with one request keeps nobody else from their letter.
    const note = (error: unknown) => void failures.push(error);
    for (const request of batch.values()) {
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
    take(request) {
      const network = networkOf(request.ip);
      const key = `${network} ${fold(request.userName)}`;
      const before = ofNetwork.get(network) ?? 0;
      if (waiting.has(key) || waiting.size >= MOST_WAITING || before >= MOST_OF_NETWORK) return;
      ofNetwork.set(network, before + 1);
      waiting.set(key, request);
    },
    ...createFlusher(answerAll, FLUSH_EVERY_MS, onError),
  };
}
