import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * Returns the connections that have not sent a request yet, the oldest first. Browsers open such connections in
 * advance, and Node counts them as busy.
 */
export function watchSilent(server: HttpServer | HttpsServer): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  const isTls = 'setSecureContext' in server;
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('request', ({ socket }) => silent.delete(socket));
  return silent;
}

/**
 * Limits the open connections to `most`. When the limit is reached, a new connection is dropped and the connection
 * that has waited longest without a request is closed; if there is none, those that wait for a next request are.
 */
export function boundConnections(
  server: HttpServer | HttpsServer,
  silent: ReadonlySet<Socket>,
  most: number,
): void {
  // A connection in its TLS handshake is about to be silent: while there is one, no idle connection is closed.
  let greeting = 0;
  if ('setSecureContext' in server) {
    server.on('connection', () => {
      greeting += 1;
    });
    for (const end of ['secureConnection', 'tlsClientError'] as const) {
      server.on(end, () => {
        greeting -= 1;
      });
    }
  }
  server.maxConnections = most;
  server.on('drop', () => {
    const [oldest] = silent;
    if (oldest) oldest.destroy();
    else if (greeting === 0) server.closeIdleConnections();
  });
}
