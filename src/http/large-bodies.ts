import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFairGate } from '#kernel/fair-gate.ts';
import type { Endpoint } from './endpoint.ts';

/** Bytes of a body from which on it is large: below, a request takes some milliseconds at the most. */
const LARGE = 131_072;
/** Requests of one account with large bodies that are read and answered at once. */
const AT_ONCE = 2;
/** How many more of them may wait. */
const WAITING = 64;

/** Whose body is read next. */
export interface LargeBodies {
  /**
   * Waits until the body of a request may be read. Forty bodies of megabytes at once would keep the thread from everybody
   * else; until then they stay where they are, on the network.
   * @throws AppError `busy`
   */
  enter(
    request: FastifyRequest,
    reply: FastifyReply,
    of: { readonly endpoint: Endpoint | undefined; readonly accountId: string | undefined },
  ): Promise<void>;
}

export function createLargeBodies(): LargeBodies {
  const gate = createFairGate({
    atOnce: Number.POSITIVE_INFINITY,
    share: AT_ONCE,
    queue: Number.POSITIVE_INFINITY,
    queueShare: WAITING,
    busy: 'Too many large requests of this account are under way. Send fewer at once.',
  });
  return {
    async enter(request, { raw }, { endpoint, accountId }) {
      // What is streamed waits for nobody: it is a picture over a slow network, and takes the thread piece by piece.
      if (accountId === undefined || endpoint?.body === 'bytes' || !isLarge(request)) return;
      const { promise: entered, resolve, reject } = Promise.withResolvers<void>();
      const over = new Promise<void>((end) => void raw.once('close', end));
      gate
        .run(accountId, async () => {
          resolve();
          if (!raw.closed) await over;
        })
        .catch(reject);
      await entered;
    },
  };
}

/** A body without an announced length may have any. */
function isLarge({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > LARGE;
}
