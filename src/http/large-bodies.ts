import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import type { Endpoint } from './endpoint.ts';
import type { AnyPrincipal } from './principal.ts';

/** Bytes of a body from which on it is large: below, a request takes some milliseconds at the most. */
const LARGE = 131_072;
/** Requests with large bodies that are read and answered at once, of one account and of one caller in it. */
const AT_ONCE = 2;
const AT_ONCE_OF_CALLER = 1;
/** How many more of one caller may wait. */
const WAITING = 64;
/** Bytes a second. A body that comes more slowly is ended while another one waits; the first seconds don't count. */
const SLOWEST = 16_384;
const GRACE_MS = 5000;
/** However fast it comes, a body has so long while another caller waits: two of them are all places of an account. */
const LONGEST_MS = 20_000;
const LOOK_EVERY_MS = 1000;
const BUSY = 'Too many large requests of this account are under way. Send fewer at once.';

/** Whose body is read next. */
export interface LargeBodies {
  /**
   * Waits until the body of a request may be read. Forty bodies of megabytes at once would keep the thread from everybody
   * else; until then they stay where they are, on the network.
   * @returns undefined for a request that need not wait
   * @throws AppError `busy`
   */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    of: { readonly endpoint: Endpoint | undefined; readonly principal: AnyPrincipal | undefined },
  ): Promise<LargeBody | undefined>;
}

/** A request whose large body is being read. The next one follows when its client goes away before it has sent all of it. */
export interface LargeBody {
  /** From here on it goes on without its client, and the next one follows when it is done. */
  answering<T>(work: () => Promise<T>): Promise<T>;
}

export function createLargeBodies(): LargeBodies {
  const unbounded = { atOnce: Number.POSITIVE_INFINITY, queue: Number.POSITIVE_INFINITY };
  const ofCaller = createFairGate({
    ...unbounded,
    share: AT_ONCE_OF_CALLER,
    queueShare: WAITING,
    busy: BUSY,
  });
  // Each caller brings one at the most, so that nobody waits here for more than one of each other one.
  const ofAccount = createFairGate({
    ...unbounded,
    share: AT_ONCE,
    queueShare: Number.POSITIVE_INFINITY,
    busy: BUSY,
  });
  return {
    async enter(request, { raw }, { endpoint, principal }) {
      // What is streamed waits for nobody: it is a picture over a slow network, and takes the thread piece by piece.
      if (!principal || endpoint?.body === 'bytes' || !isLarge(request)) return undefined;
      const { accountId, userId, credentialId } = principal;
      const caller = credentialId ?? userId;
      const entered = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      const leave = () => over.resolve();
      if (raw.closed) leave();
      else raw.once('close', leave);
      const awaited = {
        byOthers: () => ofAccount.isAwaited(accountId),
        byAnybody: () => ofCaller.isAwaited(caller) || ofAccount.isAwaited(accountId),
      };
      const stay = async () => {
        entered.resolve();
        const looking = setInterval(endWhenSlow(request, awaited), LOOK_EVERY_MS);
        await over.promise;
        clearInterval(looking);
      };
      ofCaller.run(caller, () => ofAccount.run(accountId, stay)).catch(entered.reject);
      await entered.promise;
      return {
        answering(work) {
          raw.removeListener('close', leave);
          return work().finally(leave);
        },
      };
    },
  };
}

/** A body without an announced length may have any. */
function isLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > LARGE;
}

interface Awaited {
  readonly byOthers: () => boolean;
  readonly byAnybody: () => boolean;
}

/** Else a few bodies that never end would keep the others of the account waiting until they time out. */
function endWhenSlow({ raw }: FastifyRequest, awaited: Awaited): () => void {
  const { socket } = raw;
  const before = socket.bytesRead;
  let lookedMs = 0;
  return () => {
    lookedMs += LOOK_EVERY_MS;
    if (raw.complete || lookedMs < GRACE_MS) return;
    const isSlow = (socket.bytesRead - before) * 1000 < SLOWEST * lookedMs;
    const isAwaited = isSlow ? awaited.byAnybody() : lookedMs >= LONGEST_MS && awaited.byOthers();
    if (!isAwaited) return;
    // Who reads the body answers with it and closes the connection. Destroying the request would lose the answer.
    if (raw.listenerCount('error') > 0) {
      const text = 'The body came too slowly while other large requests waited. Send it again.';
      raw.emit('error', fail('request-timeout', text));
    }
  };
}
