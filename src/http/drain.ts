import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

const SWEEP_MS = 50;

/**
 * Ends a server without cutting a request off: running requests are finished, connections that wait for a next
 * request are closed, and the rest is cut when the caller says so.
 */
export interface Drain {
  /**
   * From now on, closes each connection after its answer. Those that wait for a next request stay: a request may be on its
   * way, and would be lost.
   */
  begin(): void;
  /**
   * Closes the connections that wait for a next request, too.
   * @param closing settles when the last connection is closed
   * @param cut closes all that are still open
   */
  run(closing: Promise<void>, cut?: AbortSignal): Promise<void>;
}

/** @param silent the connections without a request, which would hold up a restart */
export function createDrain(server: HttpServer | HttpsServer, silent: ReadonlySet<Socket>): Drain {
  let isLeaving = false;
  server.prependListener('request', (_request, response) => {
    if (isLeaving) response.shouldKeepAlive = false;
  });
  return {
    begin() {
      isLeaving = true;
    },
    async run(closing, cut) {
      for (const socket of silent) socket.destroy();
      // A request that is finished from now on leaves its connection open for the next one.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const cutAll = (): void => server.closeAllConnections();
      cut?.addEventListener('abort', cutAll);
      try {
        await closing;
      } finally {
        clearInterval(sweep);
        cut?.removeEventListener('abort', cutAll);
      }
    },
  };
}
