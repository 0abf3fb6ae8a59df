import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

const SWEEP_MS = 50;

/**
 * Ends a server without cutting a request off: what runs is finished, connections that only wait for
 * a next request are closed, whatever is left is cut when told so.
 */
export interface Drain {
  /** From now on each answer closes its connection, and those that wait for a next request are closed. */
  begin(): void;
  /** @param closing settles when the last connection is gone; @param cut ends the patience */
  run(closing: Promise<void>, cut?: AbortSignal): Promise<void>;
}

/** @param silent the connections that would hold up a restart without a request */
export function createDrain(server: HttpServer | HttpsServer, silent: ReadonlySet<Socket>): Drain {
  let isLeaving = false;
  server.prependListener('request', (_request, response) => {
    if (isLeaving) response.shouldKeepAlive = false;
  });
  return {
    begin() {
      isLeaving = true;
      server.closeIdleConnections();
    },
    async run(closing, cut) {
      for (const socket of silent) socket.destroy();
      // A request that is finished from now on leaves its connection open for a next one.
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
