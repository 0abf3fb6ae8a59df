import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type AppError, fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import { createLoneProcess, ProcessEnded } from '#processes/lone-process.ts';
import {
  PAPER_FAULTS,
  PaperContent,
  type PaperFaultKind,
  type PaperOrder,
  type PaperReply,
} from './paper-messages.ts';

export const MAX_PAPER_BYTES = 20 * 1_048_576;
const TIMEOUT_MS = 30_000;

/** An uploaded PDF, what was read of it, and its base. */
export interface ReadPaper {
  readonly original: Uint8Array;
  readonly content: PaperContent;
  readonly base: Uint8Array;
}

export interface Papers {
  /**
   * Reads a PDF in a separate process and makes its base there. The source, at most
   * {@link MAX_PAPER_BYTES}, is received as a whole
   * before it waits for its turn.
   * @throws AppError `unreadable-pdf`, `busy`, and the errors of the source
   */
  read(accountId: string, source: AsyncIterable<Uint8Array>): Promise<ReadPaper>;
  close(): Promise<void>;
}

export function createPapers(): Papers {
  const process = createLoneProcess<PaperOrder, PaperReply>({
    program: new URL('./paper-program.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    shares: SHARES.papers.shares,
    parse: parseReply,
  });
  const receiving = createFairGate(
    SHARES.receivingPapers.shares,
    'Other PDFs of this organisation are being received. Try again in a moment.',
  );
  const run = async (accountId: string, bytes: Uint8Array): Promise<PaperReply> => {
    const channel = await process.begin(accountId);
    let done = false;
    try {
      channel.send({ piece: bytes });
      channel.send({ read: true });
      const reply = await channel.receive();
      done = true;
      return reply;
    } catch (error) {
      // It took too much memory or time.
      if (error instanceof ProcessEnded) return { fault: 'heavy' };
      throw error;
    } finally {
      channel.end(done);
    }
  };
  return {
    read: (accountId, source) =>
      receiving.run(behalfIn(accountId), async () => {
        const pieces: Uint8Array[] = [];
        for await (const piece of source) pieces.push(piece);
        const original = Buffer.concat(pieces);
        const reply = await run(accountId, original);
        if ('fault' in reply) throw unreadable(reply.fault);
        return { original, ...reply };
      }),
    close: () => process.close(),
  };
}

const Reply = Type.Object({ content: PaperContent });

function parseReply(message: unknown): PaperReply {
  if (typeof message !== 'object' || message === null) return { fault: 'damaged' };
  if (Check(Reply, message) && 'base' in message && message.base instanceof Uint8Array) {
    return { content: message.content, base: message.base };
  }
  const told = 'fault' in message ? message.fault : undefined;
  return { fault: PAPER_FAULTS.find((kind) => kind === told) ?? 'damaged' };
}

const PRINT = 'Open it in a PDF reader, print it into a new PDF, then upload that one.';

const TEXTS: Readonly<Record<PaperFaultKind, string>> = {
  format: 'The file is not a PDF. Save the document as PDF, then upload it.',
  damaged: `The PDF is damaged. ${PRINT}`,
  password:
    'The PDF asks for a password. Remove the password in a PDF reader, then upload the PDF again.',
  xfa: 'The pages of this PDF are made by a program inside it (dynamic XFA), which only Adobe Acrobat runs. Open it in Acrobat, print it into a new PDF, then upload that one.',
  pages: `Some pages of the PDF are missing or can not be read. ${PRINT}`,
  many: 'The PDF has more than 200 pages or 5,000 places of fields. Split it into several PDFs.',
  size: 'A page of the PDF is smaller than 10 points or larger than 14,400 points. Change the size of the paper.',
  heavy: `Reading the PDF takes too much memory or time. ${PRINT}`,
};

function unreadable(fault: PaperFaultKind): AppError {
  const isLarge = fault === 'many' || fault === 'size' || fault === 'heavy';
  const reason = isLarge ? 'pdf-too-large' : (`pdf-${fault}` as const);
  return fail('unreadable-pdf', TEXTS[fault], { at: 'document', because: { reason } });
}
