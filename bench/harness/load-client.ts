// The client of every measurement, in its own process. It implements just enough HTTP/1.1 over TLS to need less CPU
// time than the server: requests are prepared text, and of a response it parses only the status and the end.
import { connect, type TLSSocket } from 'node:tls';

/** Placeholder in a request for a number that differs in each request sent, with as many digits. */
export const SERIAL = '{serial}';

export interface LoadOrder {
  readonly port: number;
  readonly ca: string;
  /** Complete requests as text, sent in turn, with {@link SERIAL} where they must differ. */
  readonly requests: readonly string[];
  readonly connections: number;
}

export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time of the client, in microseconds. */
  readonly cpuUs: number;
  /** The beginning of the first response that was not a 2xx. */
  readonly failure?: string;
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

export type ToClient =
  | { readonly order: LoadOrder }
  | { readonly runMs: number }
  | { readonly close: true };

interface Answer {
  readonly status: number;
  /** Bytes of head and body together. */
  readonly length: number;
}

interface Run {
  readonly endsAt: number;
  readonly latencies: number[];
  failure: string | undefined;
  readonly statuses: Map<number, number>;
}

interface Connection {
  /** Sends one request after the other until the run ends. */
  work(run: Run): Promise<void>;
  end(): void;
}

/** Returns the first response in the received bytes; undefined while it is incomplete. */
function answerIn(bytes: Buffer): Answer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const total = headEnd + 4 + Number(length);
    return bytes.length >= total ? { status, length: total } : undefined;
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return { status, length: headEnd + 4 };
  return bytes.toString('latin1', bytes.length - 5) === '0\r\n\r\n'
    ? { status, length: bytes.length }
    : undefined;
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status <= 299;

/** Calls back with each complete response, however it was split into chunks. */
function eachAnswer(take: (answer: Answer, bytes: Buffer) => void): (chunk: Buffer) => void {
  let arrived: Buffer | undefined;
  return (chunk) => {
    const bytes = arrived ? Buffer.concat([arrived, chunk]) : chunk;
    const answer = answerIn(bytes);
    arrived = answer ? undefined : bytes;
    if (answer) take(answer, bytes);
  };
}

/** Unique over all measurements. */
let serial = 0;
const nextSerial = (): string => {
  serial += 1;
  return String(serial).padStart(SERIAL.length, '0');
};

async function open(order: LoadOrder, first: number): Promise<Connection> {
  const { port, ca, connections } = order;
  const requests = order.requests.map((text) => text.split(SERIAL));
  const socket: TLSSocket = connect({ host: 'localhost', port, ca, ALPNProtocols: ['http/1.1'] });
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
  });
  let next = first;
  const send = (): void => {
    socket.write(requests[next % requests.length]?.join(nextSerial()) ?? '', 'latin1');
    next += connections;
  };
  return {
    work(run) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const onClose = (): void => reject(new Error('the server closed a connection'));
      let sentAt = performance.now();
      const onData = eachAnswer((answer, bytes) => {
        const now = performance.now();
        run.latencies.push(now - sentAt);
        run.statuses.set(answer.status, (run.statuses.get(answer.status) ?? 0) + 1);
        if (!isSuccess(answer)) run.failure ??= bytes.toString('utf8');
        sentAt = now;
        if (now < run.endsAt) send();
        else finish();
      });
      const finish = (): void => {
        socket.off('data', onData).off('close', onClose).off('error', reject);
        resolve();
      };
      socket.on('data', onData).on('close', onClose).on('error', reject);
      send();
      return promise;
    },
    end() {
      socket.on('error', () => undefined);
      socket.destroy();
    },
  };
}

async function work(connections: readonly Connection[], ms: number): Promise<LoadResult> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const run: Run = {
    endsAt: startedAt + ms,
    latencies: [],
    failure: undefined,
    statuses: new Map(),
  };
  await Promise.all(connections.map((connection) => connection.work(run)));
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = Float64Array.from(run.latencies).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    answers: sorted.length,
    seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpuUs: user + system,
    statuses: run.statuses,
    ...(run.failure !== undefined && { failure: run.failure.slice(0, 1000) }),
  };
}

let connections: readonly Connection[] = [];

async function obey(message: ToClient): Promise<LoadResult | 'done'> {
  if ('runMs' in message) return work(connections, message.runMs);
  for (const connection of connections) connection.end();
  connections = [];
  if ('order' in message) {
    const { order } = message;
    const indices = Array.from({ length: order.connections }, (_, index) => index);
    connections = await Promise.all(indices.map((index) => open(order, index)));
  }
  return 'done';
}

process.on('message', (message) => {
  obey(message as ToClient).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
