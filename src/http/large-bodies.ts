import type { FastifyReply, FastifyRequest } from 'fastify';
import { siteRangeOf } from '#kernel/addresses.ts';
import { fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { SHARES } from '#kernel/shares.ts';
import type { Endpoint } from './endpoint.ts';
import { callerOf } from './limits.ts';
import { type AnyPrincipal, ownerOf } from './principal.ts';

/** The size in bytes above which a body is large; a request with a smaller one takes some milliseconds at most. */
const LARGE = 131_072;
/** The number of further requests of one caller that may wait. */
const WAITING = 64;
/** Bytes a second. A slower body is ended while another one waits; the first seconds do not count. */
const SLOWEST = 16_384;
const GRACE_MS = 5000;
/**
 * The longest time for any body while another caller waits: two of them use up all that an account may have at once.
 */
const LONGEST_MS = 20_000;
const LOOK_EVERY_MS = 1000;
const BUSY = 'Too many large requests of this account are under way. Send fewer at once.';

/** Decides whose large body is read next. */
export interface LargeBodies {
  /**
   * Waits until the body of a request may be read. Forty bodies of megabytes at once would block the thread for
   * everybody else; bodies that wait stay unread on the network.
   * @returns undefined for a request that need not wait
   * @throws AppError `busy`
   */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    of: {
      readonly endpoint: Endpoint | undefined;
      readonly principal: AnyPrincipal | undefined;
      readonly ip: string;
    },
  ): Promise<LargeBody | undefined>;
}

/**
 * A request whose large body is being read. If its client disconnects before all of it is sent, the next one follows.
 */
export interface LargeBody {
  /** Finishes the request whether or not its client stays; the next one follows when `work` is done. */
  answering<T>(work: () => Promise<T>): Promise<T>;
}

export function createLargeBodies(): LargeBodies {
  const { shares } = SHARES.largeBodies;
  const ofCaller = createFairGate({ ...shares, ofAccount: 1, waitingOfAccount: WAITING }, BUSY);
  // Each caller brings one request at most, so that nobody waits here for more than one of each other caller.
  const ofAccount = createFairGate(shares, BUSY);
  return {
    async enter(request, { raw }, { endpoint, principal, ip }) {
      // A streamed body does not wait: it may be a picture over a slow network, and takes the thread piece by piece.
      if (!principal || endpoint?.body === 'bytes' || !isLarge(request)) return undefined;
      const { accountId } = principal;
      // One visitor of a public link may have many sessions, so that its sites take turns.
      const caller =
        principal.kind === 'link' ? `${principal.linkId} ${siteRangeOf(ip)}` : callerOf(principal);
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
      const own = { account: caller, person: '' };
      ofCaller.run(own, () => ofAccount.run(ownerOf(principal), stay)).catch(entered.reject);
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

/** A body without an announced length may have any length, so it counts as large. */
function isLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > LARGE;
}

interface Awaited {
  readonly byOthers: () => boolean;
  readonly byAnybody: () => boolean;
}

/** Without it, a few bodies that never end would keep the account's other requests waiting until they time out. */
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
    // The reader of the body answers with this error and closes the connection. Destroying the request would lose the
    // answer.
    if (raw.listenerCount('error') > 0) {
      const text = 'The body came too slowly while other large requests waited. Send it again.';
      raw.emit('error', fail('request-timeout', text));
    }
  };
}
