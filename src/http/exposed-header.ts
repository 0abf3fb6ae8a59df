import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseAddress } from '#kernel/addresses.ts';

/** An Authorization header that came where others could read it. */
export interface ExposedHeader {
  readonly authorization: string;
  /** The peer's address: what a header says of it is not believed. */
  readonly ip: string;
  readonly agent: string | undefined;
  readonly path: string;
}

export interface ExposureWatch {
  /** Returns at once: the answer must not tell, by its time either, what was found. */
  heard(raw: IncomingMessage): void;
  /** Resolves when all that was heard is dealt with. */
  settle(): Promise<void>;
}

/** So many headers are looked at at once; more are let go, and the client's next call is heard again. */
const MAX_AT_ONCE = 4;
/** So many headers are remembered, so that a client that goes on calling is judged once. */
const MAX_REMEMBERED = 1000;

/**
 * Looks at the credentials of calls over plain HTTP. Only headers are there: the body of such a call is
 * never read.
 */
export function createExposureWatch(deps: {
  /** Finds out whether the credential is good, and what becomes of it. */
  readonly judge: (sent: ExposedHeader) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): ExposureWatch {
  const judged = new Set<string>();
  const running = new Set<Promise<void>>();

  const judge = async (digest: string, sent: ExposedHeader): Promise<void> => {
    try {
      await deps.judge(sent);
    } catch (error) {
      judged.delete(digest);
      deps.onError(error);
    }
  };
  return {
    heard({ headers, socket, url = '/' }) {
      const { authorization, 'user-agent': agent } = headers;
      if (authorization === undefined || running.size >= MAX_AT_ONCE) return;
      // Beside the header also the endpoint: a client secret is good at the token endpoint alone.
      const path = url.split('?', 1)[0] ?? '/';
      const digest = hash('sha256', `${path.startsWith('/connect/')} ${authorization}`);
      if (judged.has(digest)) return;
      const [oldest] = judged;
      if (judged.size >= MAX_REMEMBERED && oldest !== undefined) judged.delete(oldest);
      judged.add(digest);
      const ip = parseAddress(socket.remoteAddress ?? '')?.text ?? '';
      const work = judge(digest, { authorization, ip, agent, path }).finally(() =>
        running.delete(work),
      );
      running.add(work);
    },
    async settle() {
      await Promise.all(running);
    },
  };
}
