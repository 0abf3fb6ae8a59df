// A server that receives webhooks: HTTPS on this machine, trusted by this process.
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { makePair } from './certificates.ts';

export interface Received {
  /** The path that was called. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly afterMs?: number;
}

export interface Receiver {
  readonly url: string;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  readonly received: readonly Received[];
  /** Sets the answer for paths with this beginning. */
  answer(path: string, answer: ReceiverAnswer): void;
  /** Waits until the path has received this many messages. */
  waitFor(path: string, count?: number): Promise<readonly Received[]>;
  /** Waits until no client is connected, so that everything sent has been received. */
  waitUntilIdle(): Promise<void>;
  close(): Promise<void>;
}

/** The settings with which a node can call it. */
export const RECEIVER_ENV = { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8' } as const;

/** @param hear called with each message before it is answered */
export async function startReceiver(
  hear: (message: Received) => void = () => undefined,
): Promise<Receiver> {
  const pair = await makePair(Date.now(), ['localhost', '127.0.0.1']);
  setDefaultCACertificates([...getCACertificates(), pair.ca]);
  const received: Received[] = [];
  const answers = new Map<string, ReceiverAnswer>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const message = { path, headers: request.headers, body: await text(request) };
    received.push(message);
    hear(message);
    const answer: ReceiverAnswer = answers.get(path) ?? { status: 204 };
    if ((answer.afterMs ?? 0) > 0) await setTimeout(answer.afterMs, undefined, { ref: false });
    response.writeHead(answer.status, answer.headers ?? {}).end(answer.body);
  };
  const server = createServer(pair, (request, response) => {
    take(request, response).catch((error: unknown) => response.destroy(Error(String(error))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const to = (path: string) => received.filter((one) => one.path === path);
  return {
    url: `https://localhost:${port}`,
    ca: pair.ca,
    received,
    answer: (path, answer) => void answers.set(path, answer),
    async waitFor(path, count = 1) {
      for (let waited = 0; waited < 15_000 && to(path).length < count; waited += 10) {
        await setTimeout(10);
      }
      if (to(path).length >= count) return to(path);
      throw new Error(`${to(path).length} of ${count} came to ${path}`);
    },
    async waitUntilIdle() {
      const { resolve, promise } = Promise.withResolvers<void>();
      const look = (): void => {
        server.getConnections((_, count) => (count === 0 ? resolve() : setImmediate(look)));
      };
      look();
      await promise;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @throws if the message was not signed with the secret just now */
export function verify(secret: string, { headers, body }: Received): unknown {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(headers[name] ?? ''),
    ]),
  );
  return new Webhook(secret).verify(body, signed);
}
