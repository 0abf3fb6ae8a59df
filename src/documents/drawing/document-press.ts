import { SHARES } from '#kernel/shares.ts';
import { createLoneProcess } from '#processes/lone-process.ts';
import { type DocumentMessage, type DocumentOrder, parseMessage } from './document-messages.ts';
import type { AnnexEntry, DrawnDocument, FilledDocument } from './filled-document.ts';

/** A process that sends nothing for this long is ended, in milliseconds. */
const TIMEOUT_MS = 30_000;

type Source = (id: string) => Promise<Uint8Array | undefined>;

/** Where the drawing of a document gets what it needs. */
export interface DocumentSources {
  readonly accountId: string;
  /** The images of the form and the fonts of the organisation, by id. */
  readonly images: Source;
  readonly fonts: Source;
  readonly base: () => Promise<Uint8Array | undefined>;
  /** Returns a PDF of the answers that do not fit on the paper. */
  readonly annex: (entries: readonly AnnexEntry[]) => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

/** Draws documents in separate processes, which end when there is nothing to draw. */
export interface DocumentPress {
  /**
   * Returns the PDF of a document, and what became of the answers.
   * @throws ProcessEnded when the drawing takes too much memory or time, and Error when it fails
   */
  render(
    document: FilledDocument,
    sources: DocumentSources,
  ): Promise<{ readonly bytes: Uint8Array; readonly drawn: DrawnDocument }>;
  close(): Promise<void>;
}

export function createDocumentPress(): DocumentPress {
  const process = createLoneProcess<DocumentOrder, DocumentMessage>({
    program: new URL('./document-program.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    shares: SHARES.pdfs.shares,
    parse: parseMessage,
  });
  return {
    async render(document, sources) {
      const { accountId, signal } = sources;
      const channel = await process.begin(accountId);
      let done = false;
      try {
        channel.send({ document });
        for (;;) {
          const message = await channel.receive(signal);
          if ('annex' in message) channel.send({ bytes: await sources.annex(message.annex) });
          else if ('wanted' in message) {
            channel.send({ bytes: await sources[message.of](message.wanted) });
          } else {
            done = true;
            if ('error' in message) throw new Error(message.error);
            return message;
          }
        }
      } finally {
        channel.end(done);
      }
    },
    close: () => process.close(),
  };
}
