import { Worker } from 'node:worker_threads';
import { systemRandom } from '#kernel/ids.ts';
import { type FromThread, READY, type WritingKeys, writerInPool } from './write-token.ts';

/** So many tokens at once are worth a thread of their own. */
const MANY = 16;
/** Claims that are handed over together at most: each of them waits for all. */
const AT_ONCE = 16;
/** The thread ends when it had nothing to do for so long. */
const IDLE_MS = 60_000;
const THREAD = new URL('./token-writer-thread.ts', import.meta.url);

/** Makes the token of claims: signed, then encrypted. */
export type WriteToken = (claims: object) => Promise<string>;

/**
 * Writes tokens beside the main thread. A single one is signed in the pool and encrypted here. Under load the claims go
 * to a thread that takes many at a time, since it costs the main thread more to wake another one for each than to sign
 * (decision 34). Should that thread break, the pool does what it had, and all from then on.
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
  /** With undefined when the thread has broken. */
  readonly settle: (token: string | undefined) => void;
}

class WritingThread {
  readonly #worker: Worker;
  /** With what it broke of, unless it had nothing to do. */
  readonly #onEnd: (error?: unknown) => void;
  readonly #idle: NodeJS.Timeout;
  #isReady = false;
  #hasEnded = false;
  #next: Waiting[] = [];
  /** Handed over, in order. */
  readonly #handed: (readonly Waiting[])[] = [];

  constructor(keys: WritingKeys, script: URL, onEnd: (error?: unknown) => void) {
    this.#onEnd = onEnd;
    const { signing, encryption } = keys;
    const workerData: WritingKeys = {
      signing: { kid: signing.kid, privateKey: signing.privateKey },
      encryption: { kid: encryption.kid, secretKey: encryption.secretKey },
    };
    this.#worker = new Worker(script, { workerData, env: {} });
    this.#worker.on('message', (said: FromThread) => {
      if (said === READY) this.#isReady = true;
      else this.#hear(said);
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', (code) => this.#end(new Error(`the thread ended with ${code}`)));
    // Listening to it counts as waiting for it.
    this.#worker.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  /** Undefined for what it can't write. */
  write(claims: string): Promise<string | undefined> | undefined {
    if (!this.#isReady || this.#hasEnded) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#next.push({ claims, settle: resolve });
    // What else comes in this turn of the event loop goes along.
    if (this.#next.length === 1) setImmediate(() => this.#hand());
    if (this.#next.length >= AT_ONCE) this.#hand();
    return promise;
  }

  #hand(): void {
    if (this.#next.length === 0 || this.#hasEnded) return;
    const texts = this.#next.map(({ claims }) => claims);
    // A process doesn't end while somebody waits.
    if (this.#handed.length === 0) this.#worker.ref();
    this.#handed.push(this.#next);
    this.#next = [];
    this.#worker.postMessage(texts);
  }

  #hear(tokens: readonly string[]): void {
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
