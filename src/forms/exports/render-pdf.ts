import { Worker } from 'node:worker_threads';
import type { PdfDocument, PdfMessage, PdfOrder } from './pdf-document.ts';

/** A drawing thread that says nothing for so long is ended. */
const PATIENCE_MS = 60_000;
const MEMORY_MB = 512;

/** The bytes of an image of a form, by its id. */
export type ImageSource = (id: string) => Promise<Uint8Array | undefined>;

/**
 * A PDF of a form, piece by piece, drawn in a thread of its own that lives as long as that takes. Iterating
 * throws when the thread fails, runs out of memory or stands still.
 */
export async function* renderPdf(
  document: PdfDocument,
  images: ImageSource,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: {},
  });
  const tell = (order: PdfOrder): void => worker.postMessage(order);
  const inbox = createInbox(worker);
  try {
    tell({ document });
    for (;;) {
      const message = await inbox.next(signal);
      if ('piece' in message) yield message.piece;
      else if ('wanted' in message) tell({ image: await images(message.wanted) });
      else if ('done' in message) return;
      else throw new Error(message.error);
    }
  } finally {
    await worker.terminate();
  }
}

function createInbox(worker: Worker) {
  const waiting: PdfMessage[] = [];
  let wake: (() => void) | undefined;
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    wake?.();
  };
  worker.on('message', (message: PdfMessage) => {
    waiting.push(message);
    wake?.();
  });
  worker.on('error', (error: unknown) =>
    fail(error instanceof Error ? error : new Error('the thread failed')),
  );
  worker.on('exit', () => fail(new Error('the thread ended')));
  return {
    async next(signal: AbortSignal): Promise<PdfMessage> {
      for (;;) {
        signal.throwIfAborted();
        const first = waiting.shift();
        if (first) return first;
        if (failure) throw failure;
        await pause(signal);
      }
    },
  };

  async function pause(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const timer = setTimeout(() => fail(new Error('the thread stands still')), PATIENCE_MS);
    const stop = (): void => resolve();
    signal.addEventListener('abort', stop, { once: true });
    await promise;
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
  }
}
