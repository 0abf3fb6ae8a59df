import { Worker } from 'node:worker_threads';
import { systemRandom } from '#kernel/ids.ts';
import { type FromThread, READY, type WritingKeys, writerInPool } from './write-token.ts';

/** From this number of concurrent tokens, a thread for writing them pays off. */
const MANY = 16;
/** The most claims in one message; each token waits for all of its message. */
const AT_ONCE = 16;
/** The thread ends after this time without work. */
const IDLE_MS = 60_000;
const THREAD = new URL('./token-writer-thread.ts', import.meta.url);

/** Signs and encrypts claims, and returns the token. */
export type WriteToken = (claims: object) => Promise<string>;

/**
 * Returns a function that writes tokens with little work on the main thread. A single token is signed in libuv's pool
 * and encrypted here. Under load, claims go to a thread in batches, because waking a pool thread for each token costs
 * the main thread more than signing (decision 34). If the thread breaks, the pool writes its tokens and all later ones.
 */
export function createTokenWriter(keys: WritingKeys, script: URL = THREAD): WriteToken {
  const writeInPool = writerInPool(keys, systemRandom);
  let underWay = 0;
  let isBroken = false;
  let thread: WritingThread | undefined;
  const start = (): WritingThread =>
    new WritingThread(keys, script, (error) => {
      thread = undefined;
      if (error === undefined) return;
      isBroken = true;
      const why = error instanceof Error ? error.message : 'unknown';
      process.emitWarning(`Tokens are written slower: ${why}`, 'TokenThreadWarning');
    });
  return async (claims) => {
    const text = JSON.stringify(claims);
    underWay += 1;
    if (underWay >= MANY && !isBroken) thread ??= start();
    try {
      return (await thread?.write(text)) ?? (await writeInPool(text));
    } finally {
      underWay -= 1;
    }
  };
}

interface Waiting {
  readonly claims: string;
  /** Called with undefined when the thread has broken. */
  readonly settle: (token: string | undefined) => void;
}

class WritingThread {
  readonly #worker: Worker;
  /** Called with the error that the thread broke with; without one when it ended because it was idle. */
  readonly #onEnd: (error?: unknown) => void;
  readonly #idle: NodeJS.Timeout;
  #isReady = false;
  #hasEnded = false;
  #next: Waiting[] = [];
  /** Batches that the thread is working on, in order. */
  readonly #handed: (readonly Waiting[])[] = [];

  constructor(keys: WritingKeys, script: URL, onEnd: (error?: unknown) => void) {
    this.#onEnd = onEnd;
    const { signing, encryption } = keys;
    const workerData: WritingKeys = {
      signing: { kid: signing.kid, privateKey: signing.privateKey },
      encryption: { kid: encryption.kid, secretKey: encryption.secretKey },
    };
    this.#worker = new Worker(script, { workerData, env: {} });
    this.#worker.on('message', (received: FromThread) => {
      if (received === READY) this.#isReady = true;
      else this.#receive(received);
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', (code) => this.#end(new Error(`the thread ended with ${code}`)));
    // Adding a listener refs the worker again, so unref comes last.
    this.#worker.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  /** Returns undefined when the thread can't write the token. */
  write(claims: string): Promise<string | undefined> | undefined {
    if (!this.#isReady || this.#hasEnded) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#next.push({ claims, settle: resolve });
    // The other claims of this turn of the event loop go into the same message.
    if (this.#next.length === 1) setImmediate(() => this.#hand());
    if (this.#next.length >= AT_ONCE) this.#hand();
    return promise;
  }

  #hand(): void {
    if (this.#next.length === 0 || this.#hasEnded) return;
    const texts = this.#next.map(({ claims }) => claims);
    // The process must not end while a caller waits.
    if (this.#handed.length === 0) this.#worker.ref();
    this.#handed.push(this.#next);
    this.#next = [];
    this.#worker.postMessage(texts);
  }

  #receive(tokens: readonly string[]): void {
    const handed = this.#handed.shift() ?? [];
    for (const [at, { settle }] of handed.entries()) settle(tokens[at]);
    this.#idle.refresh();
    if (this.#handed.length === 0) this.#worker.unref();
  }

  #end(error?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#idle);
    this.#onEnd(error);
    for (const { settle } of [...this.#handed.flat(), ...this.#next]) settle(undefined);
    void this.#worker.terminate();
  }
}
