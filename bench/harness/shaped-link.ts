import { createServer, connect as openSocket, type Socket } from 'node:net';

/** What a connection between a browser and a server is like. */
export interface Shape {
  /** Of a message and its answer, in milliseconds. */
  readonly roundTripMs: number;
  /** In each direction, shared by all connections. */
  readonly bitsPerSecond: number;
}

/** A port that leads to a server as if over such a line. TLS passes through it unread. */
export interface ShapedLink {
  readonly port: number;
  /** Ends all connections, as when a browser comes back later. */
  cut(): void;
  close(): Promise<void>;
}

/** About what a packet of a mobile network carries. */
const PIECE_BYTES = 1400;
/** What may wait in a direction of a connection before its sender is held back, as a receive window does. */
const WINDOW_BYTES = 64 * 1024;

export async function openShapedLink(port: number, shape: Shape): Promise<ShapedLink> {
  const up = new Lane(shape);
  const down = new Lane(shape);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = openSocket(port, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => sockets.delete(socket));
      // A browser resets connections that it no longer needs.
      socket.on('error', () => socket.destroy());
    }
    // Loopback opens a connection at once; a line takes a round trip for it.
    up.carry(client, target, shape.roundTripMs);
    down.carry(target, client, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the link has no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One direction of one connection. */
interface Flow {
  readonly from: Socket;
  readonly to: Socket;
  readonly pieces: Buffer[];
  waiting: number;
  hasEnded: boolean;
}

interface Delivery {
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  readonly to: Socket;
  /** Undefined: the connection ends. */
  readonly piece: Buffer | undefined;
}

/** One direction of the line: its connections take turns, a piece each. */
class Lane {
  readonly #delayMs: number;
  readonly #bytesPerMs: number;
  readonly #turns: Flow[] = [];
  /** In the order in which they were sent. */
  readonly #onTheWay: Delivery[] = [];
  /** When the line will have sent all that it has taken. */
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ roundTripMs, bitsPerSecond }: Shape) {
    this.#delayMs = roundTripMs / 2;
    this.#bytesPerMs = bitsPerSecond / 8 / 1000;
  }

  carry(from: Socket, to: Socket, openingMs: number): void {
    const opensAt = performance.now() + openingMs;
    const flow: Flow = { from, to, pieces: [], waiting: 0, hasEnded: false };
    const queue = () => {
      const wait = opensAt - performance.now();
      if (wait > 0) setTimeout(queue, wait);
      else this.#queue(flow);
    };
    from.on('data', (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        flow.pieces.push(chunk.subarray(at, at + PIECE_BYTES));
      }
      flow.waiting += chunk.length;
      if (flow.waiting > WINDOW_BYTES) from.pause();
      queue();
    });
    from.once('close', () => {
      flow.hasEnded = true;
      queue();
    });
  }

  #queue(flow: Flow): void {
    if (!this.#turns.includes(flow)) this.#turns.push(flow);
    this.#run();
  }

  #run(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    this.#freeAt = Math.max(this.#freeAt, now);
    // A timer may be late: what the line would have sent by now is sent together.
    while (this.#freeAt <= now && this.#turns.length > 0) this.#sendPiece();
    while ((this.#onTheWay[0]?.at ?? Number.POSITIVE_INFINITY) <= now) this.#deliver();
    const next = Math.min(
      this.#turns.length > 0 ? this.#freeAt : Number.POSITIVE_INFINITY,
      this.#onTheWay[0]?.at ?? Number.POSITIVE_INFINITY,
    );
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#run(), next - now);
  }

  #sendPiece(): void {
    const flow = this.#turns.shift();
    if (flow === undefined) return;
    const piece = flow.pieces.shift();
    this.#freeAt += (piece?.length ?? 0) / this.#bytesPerMs;
    if (piece !== undefined || flow.hasEnded) {
      this.#onTheWay.push({ at: this.#freeAt + this.#delayMs, to: flow.to, piece });
    }
    if (piece === undefined) return;
    flow.waiting -= piece.length;
    if (flow.waiting <= WINDOW_BYTES) flow.from.resume();
    if (flow.pieces.length > 0 || flow.hasEnded) this.#turns.push(flow);
  }

  #deliver(): void {
    const delivery = this.#onTheWay.shift();
    if (delivery?.piece === undefined) delivery?.to.destroySoon();
    else if (delivery.to.writable) delivery.to.write(delivery.piece);
  }
}
