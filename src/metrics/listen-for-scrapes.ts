import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from '#http/node-http.ts';
import type { Collector } from './collector.ts';
import { CONTENT_TYPE } from './meter.ts';
import { createTokenCheck } from './token-check.ts';

/** Nobody outside of the machine reaches it, so it needs no certificate. */
const HOST = '127.0.0.1';
/** Names of this machine. A web page that leads its own name here (DNS rebinding) sends another one. */
const LOCAL = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i;
const TIMEOUT_MS = 10_000;

export interface ScrapeListener {
  readonly port: number;
  close(): Promise<void>;
}

interface ListenOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Required from callers; undefined: everybody on this machine may read. */
  readonly token: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** Serves GET /metrics over plain HTTP to this machine. @throws when the port is taken */
export async function listenForScrapes(
  collector: Collector,
  { port, token, onError }: ListenOptions,
): Promise<ScrapeListener> {
  const isRight = token === undefined ? () => true : createTokenCheck(token);
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, maxHeaderSize: 8192 },
    (request, response) => {
      const refused = statusOf(request, isRight);
      if (refused !== undefined) return answer(response, refused, '');
      collector.text().then(
        (text) => answer(response, 200, request.method === 'HEAD' ? '' : text),
        (error: unknown) => {
          onError(error);
          answer(response, 500, '');
        },
      );
    },
  );
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, HOST, listening.resolve);
  await listening.promise;
  server.off('error', listening.reject);
  server.on('error', onError);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

/** Returns the status with which a request is refused; undefined if it may read. */
function statusOf(
  { method, url, headers }: IncomingMessage,
  isRight: (header: string | undefined) => boolean,
): number | undefined {
  if (!LOCAL.test(headers.host ?? '')) return 403;
  if (url?.split('?')[0] !== '/metrics') return 404;
  if (method !== 'GET' && method !== 'HEAD') return 405;
  return isRight(headers.authorization) ? undefined : 401;
}

function answer(response: ServerResponse, status: number, text: string): void {
  const challenge = status === 401 && { 'www-authenticate': 'Bearer realm="formstead metrics"' };
  response.writeHead(status, {
    'content-type': CONTENT_TYPE,
    'cache-control': 'no-store',
    ...challenge,
  });
  response.end(text);
}
