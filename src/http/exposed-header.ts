import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseAddress } from '#kernel/addresses.ts';

/** An Authorization header that was sent where others could read it. */
export interface ExposedHeader {
  readonly authorization: string;
  /** The peer's address; forwarding headers are not trusted here. */
  readonly ip: string;
  readonly agent: string | undefined;
  readonly path: string;
}

export interface ExposureWatch {
  /** Returns at once: not even the time that the answer takes may tell what was found. */
  observe(raw: IncomingMessage): void;
  /** Resolves when every header that was reported has been handled. */
  settle(): Promise<void>;
}

/** The number of headers checked at once. Further ones are dropped: the client's next call is checked again. */
const MAX_AT_ONCE = 4;
/** The number of headers remembered, so that a client that keeps calling is checked once. */
const MAX_REMEMBERED = 1000;

/**
 * Checks the credentials of calls over plain HTTP. Only headers are available: the body of such a call is never
 * read.
 */
export function createExposureWatch(deps: {
  /** Checks whether the credential is valid, and decides what happens to it. */
  readonly check: (sent: ExposedHeader) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): ExposureWatch {
  const checked = new Set<string>();
  const running = new Set<Promise<void>>();

  const check = async (digest: string, sent: ExposedHeader): Promise<void> => {
    try {
      await deps.check(sent);
    } catch (error) {
      checked.delete(digest);
      deps.onError(error);
    }
  };
  return {
    observe({ headers, socket, url = '/' }) {
      const { authorization, 'user-agent': agent } = headers;
      if (authorization === undefined || running.size >= MAX_AT_ONCE) return;
      // The digest also covers the endpoint: a client secret is valid at the token endpoint alone.
      const path = url.split('?', 1)[0] ?? '/';
      const digest = hash('sha256', `${path.startsWith('/connect/')} ${authorization}`);
      if (checked.has(digest)) return;
      const [oldest] = checked;
      if (checked.size >= MAX_REMEMBERED && oldest !== undefined) checked.delete(oldest);
      checked.add(digest);
      const ip = parseAddress(socket.remoteAddress ?? '')?.text ?? '';
      const work = check(digest, { authorization, ip, agent, path }).finally(() =>
        running.delete(work),
      );
      running.add(work);
    },
    async settle() {
      await Promise.all(running);
    },
  };
}
