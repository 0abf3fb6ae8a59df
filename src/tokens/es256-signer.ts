import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { signEs256InPool } from './sign-es256.ts';

/** So many signatures at once are worth a thread of their own. */
const MANY = 16;
/** Texts that are handed over together at most: each of them waits for all. */
const AT_ONCE = 8;
/** The thread ends when it had nothing to do for so long. */
const IDLE_MS = 10_000;
const THREAD = new URL('./es256-worker.ts', import.meta.url);

/** ES256 over ASCII text, as base64url. */
export type SignEs256 = (text: string) => Promise<string>;

/**
 * Signs beside the main thread. A single text goes to the pool. Under load it goes to a thread that takes many at a
 * time, since it costs the main thread more to wake another one for each than to sign (decision 34). Should that
 * thread break, the pool signs what it had, and all from then on.
 */
export function es256Signer(key: KeyObject, script: URL = THREAD): SignEs256 {
  let underWay = 0;
  let isBroken = false;
  let thread: SigningThread | undefined;
  const start = (): SigningThread =>
    new SigningThread(key, script, (error) => {
      thread = undefined;
      if (error === undefined) return;
      isBroken = true;
      process.emitWarning(`Tokens are signed slower: ${String(error)}`, 'SigningThreadWarning');
    });
  return async (text) => {
    underWay += 1;
    if (underWay >= MANY && !isBroken) thread ??= start();
    try {
      return (await thread?.sign(text)) ?? (await signEs256InPool(key, text));
    } finally {
      underWay -= 1;
    }
  };
}

interface Waiting {
  readonly text: string;
  /** With undefined when the thread has broken. */
  readonly settle: (signature: string | undefined) => void;
}

class SigningThread {
  readonly #worker: Worker;
  /** With what it broke of, unless it had nothing to do. */
  readonly #onEnd: (error?: unknown) => void;
  readonly #idle: NodeJS.Timeout;
  #isReady = false;
  #hasEnded = false;
  #next: Waiting[] = [];
  /** Handed over, in order. */
  readonly #handed: (readonly Waiting[])[] = [];

  constructor(key: KeyObject, script: URL, onEnd: (error?: unknown) => void) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(script, { workerData: key, env: {} });
    this.#worker.unref();
    this.#worker.once('online', () => {
      this.#isReady = true;
    });
    this.#worker.on('message', (signatures: readonly string[]) => this.#hear(signatures));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', (code) => this.#end(new Error(`the thread ended with ${code}`)));
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  /** Undefined for what it can't sign. */
  sign(text: string): Promise<string | undefined> | undefined {
    if (!this.#isReady || this.#hasEnded) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#next.push({ text, settle: resolve });
    // What else comes in this turn of the event loop goes along.
    if (this.#next.length === 1) setImmediate(() => this.#hand());
    if (this.#next.length >= AT_ONCE) this.#hand();
    return promise;
  }

  #hand(): void {
    if (this.#next.length === 0 || this.#hasEnded) return;
    const texts = this.#next.map(({ text }) => text);
    // A process doesn't end while somebody waits.
    if (this.#handed.length === 0) this.#worker.ref();
    this.#handed.push(this.#next);
    this.#next = [];
    this.#worker.postMessage(texts);
  }

  #hear(signatures: readonly string[]): void {
    const handed = this.#handed.shift() ?? [];
    for (const [at, { settle }] of handed.entries()) settle(signatures[at]);
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
