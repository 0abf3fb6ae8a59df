import { SHARES } from '#kernel/shares.ts';
import { createLoneProcess } from '#processes/lone-process.ts';
import type { PdfDocument, PdfMessage, PdfOrder } from './pdf-document.ts';

/** A process that sends nothing for this long is ended, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** Returns the bytes of an image of a form, or of a font of the account, by its id. */
export type ImageSource = (id: string) => Promise<Uint8Array | undefined>;

export interface Printing {
  readonly accountId: string;
  readonly images: ImageSource;
  readonly fonts: ImageSource;
  readonly signal: AbortSignal;
  /** Called at the end with the code points that no font has, in the order of the text. */
  readonly onMissing: (codePoints: readonly number[]) => void;
}

/** Draws PDFs in separate processes, which end when there is nothing to draw. */
export interface Pdfs {
  /**
   * Yields a PDF of a form, piece by piece. Iterating throws ProcessEnded when the drawing takes too much memory or
   * time, and Error when it fails.
   */
  render(document: PdfDocument, printing: Printing): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export function createPdfs(): Pdfs {
  const process = createLoneProcess<PdfOrder, PdfMessage>({
    program: new URL('./pdf-program.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    // A form with many photos takes minutes; others do not wait for it.
    shares: SHARES.pdfs.shares,
    parse: parseMessage,
  });
  return {
    async *render(document, printing) {
      const { accountId, signal, onMissing } = printing;
      const channel = await process.begin(accountId);
      let done = false;
      try {
        channel.send({ document });
        while (!done) {
          const message = await channel.receive(signal);
          if ('piece' in message) yield message.piece;
          else if ('wanted' in message) {
            channel.send({ bytes: await printing[message.of](message.wanted) });
          } else {
            const missing = missingIn(message);
            done = true;
            if (missing.length > 0) onMissing(missing);
          }
        }
      } finally {
        channel.end(done);
      }
    },
    close: () => process.close(),
  };
}

/** @throws Error if the drawing failed */
function missingIn(
  message: Extract<PdfMessage, { readonly missing: unknown } | { readonly error: unknown }>,
): readonly number[] {
  if ('error' in message) throw new Error(message.error);
  return message.missing;
}

const isCodePoint = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0x10ffff;

function parseMessage(message: unknown): PdfMessage {
  if (typeof message === 'object' && message !== null) {
    if ('piece' in message && message.piece instanceof Uint8Array) return { piece: message.piece };
    if ('wanted' in message && 'of' in message) return wantedIn(message);
    if ('missing' in message && Array.isArray(message.missing)) {
      return { missing: message.missing.filter(isCodePoint) };
    }
    if ('error' in message && typeof message.error === 'string') return { error: message.error };
  }
  return NONSENSE;
}

function wantedIn({ wanted, of }: { wanted: unknown; of: unknown }): PdfMessage {
  const isKnown = of === 'images' || of === 'fonts';
  return isKnown && typeof wanted === 'string' ? { wanted, of } : NONSENSE;
}

const NONSENSE = { error: 'the drawing said what nobody understands' };
