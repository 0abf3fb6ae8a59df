// A load balancer of TCP connections, which asks each node for /readyz, as one in front of a deployment does.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const ASKED_EVERY_MS = 100;

/** A node behind the balancer. */
export interface Backend {
  readonly port: number;
  /** @throws if nothing listens */
  isReady(): Promise<boolean>;
}

export interface Balancer {
  readonly port: number;
  add(backend: Backend): void;
  remove(backend: Backend): void;
  /** Waits until the balancer gives connections to this node, or no longer. */
  waitFor(backend: Backend, isUsed: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const backends = new Map<Backend, boolean>();
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((socket) => {
    const usable = [...backends].filter(([, isUsed]) => isUsed).map(([backend]) => backend);
    turn += 1;
    const chosen = usable[turn % usable.length];
    if (chosen === undefined) {
      socket.destroy();
      return;
    }
    const onward = connect(chosen.port, '127.0.0.1');
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.end();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let isClosing = false;
  const asking = (async () => {
    while (!isClosing) {
      for (const backend of backends.keys()) {
        const isUsed = await backend.isReady().catch(() => false);
        if (backends.has(backend)) backends.set(backend, isUsed);
      }
      await sleep(ASKED_EVERY_MS);
    }
  })();
  return {
    port: (server.address() as AddressInfo).port,
    add: (backend) => void backends.set(backend, false),
    remove: (backend) => void backends.delete(backend),
    async waitFor(backend, isUsed) {
      while (backends.get(backend) !== isUsed) await sleep(ASKED_EVERY_MS);
    },
    async close() {
      isClosing = true;
      await asking;
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
