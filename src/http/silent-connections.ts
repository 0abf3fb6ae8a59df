import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

/**
 * The connections that have not asked for anything yet, the oldest first. Node counts them as busy: a browser opens such
 * ones in advance.
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
 * Lets no more than `most` connections be open. When there are as many, whoever has waited longest without a request makes
 * room, and where nobody is silent, whoever waits for a next one.
 */
export function boundConnections(
  server: HttpServer | HttpsServer,
  silent: ReadonlySet<Socket>,
  most: number,
): void {
  // Those that are still proving who they are to each other are about to be silent: nobody who has asked makes room for them.
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
