// A network between a client and the service that loses an answer: the service does what it is asked, and the client
// does not hear of it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The address of the service by way of the proxy. */
  readonly baseUrl: string;
  /** Resets the connection when this many bytes of the next answer have passed. */
  loseNextAnswer(after?: number): void;
  /** How many answers were lost. */
  lost(): number;
  close(): Promise<void>;
}

export async function startCuttingProxy(baseUrl: string): Promise<CuttingProxy> {
  const target = new URL(baseUrl);
  const open = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let lost = 0;
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const each of [socket, onward]) {
      open.add(each);
      each.on('error', () => undefined);
    }
    socket.on('data', (chunk) => onward.write(chunk));
    onward.on('data', (chunk) => {
      left -= chunk.length;
      if (left >= 0) return void socket.write(chunk);
      left = Number.POSITIVE_INFINITY;
      lost += 1;
      socket.resetAndDestroy();
      onward.destroy();
    });
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`,
    loseNextAnswer: (after = 0) => {
      left = after;
    },
    lost: () => lost,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
