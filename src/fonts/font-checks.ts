import { type AppError, fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import { createLoneProcess, ProcessEnded } from '#processes/lone-process.ts';
import type { FontFault, FontOrder, FontReply } from './font-messages.ts';

/** The maximum size of a font, in bytes. */
export const MAX_FONT_BYTES = 10 * 1_048_576;
export const FONT_TYPES: readonly string[] = ['font/ttf', 'font/otf', 'font/sfnt'];

const TIMEOUT_MS = 30_000;

export interface CheckedFont {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly characters: number;
}

export interface FontChecks {
  /**
   * Opens a font in a separate process and prints some of its characters there. The source, at most
   * {@link MAX_FONT_BYTES}, is received as a whole before it waits for its turn.
   * @throws AppError `unreadable-font`, `busy`, and the errors of the source
   */
  check(accountId: string, source: AsyncIterable<Uint8Array>): Promise<CheckedFont>;
  close(): Promise<void>;
}

export function createFontChecks(): FontChecks {
  const process = createLoneProcess<FontOrder, FontReply>({
    program: new URL('./font-program.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    shares: SHARES.fonts.shares,
    parse: parseReply,
  });
  const receiving = createFairGate(
    SHARES.receivingFonts.shares,
    'Other fonts of this organisation are being received. Try again in a moment.',
  );
  const run = async (accountId: string, bytes: Uint8Array): Promise<FontReply> => {
    const channel = await process.begin(accountId);
    let done = false;
    try {
      channel.send({ piece: bytes });
      channel.send({ check: true });
      const reply = await channel.receive();
      done = true;
      return reply;
    } catch (error) {
      // It took too much memory or time.
      if (error instanceof ProcessEnded) return { fault: 'damaged' };
      throw error;
    } finally {
      channel.end(done);
    }
  };
  return {
    check: (accountId, source) =>
      receiving.run(behalfIn(accountId), async () => {
        const pieces: Uint8Array[] = [];
        for await (const piece of source) pieces.push(piece);
        const bytes = Buffer.concat(pieces);
        const reply = await run(accountId, bytes);
        if ('fault' in reply) throw unreadable(reply.fault);
        return { bytes, ...reply };
      }),
    close: () => process.close(),
  };
}

function parseReply(message: unknown): FontReply {
  if (typeof message === 'object' && message !== null) {
    if ('name' in message && 'characters' in message) {
      const { name, characters } = message;
      if (typeof name === 'string' && typeof characters === 'number') return { name, characters };
    }
    if ('fault' in message && message.fault === 'format') return { fault: 'format' };
  }
  return { fault: 'damaged' };
}

const TEXTS: Readonly<Record<FontFault, string>> = {
  format:
    'The file is not a font in the format TTF or OTF. Web fonts and collections are not read.',
  damaged:
    'The font is damaged, or reading it takes too much memory or time. Use another file of it.',
};

const unreadable = (fault: FontFault): AppError =>
  fail('unreadable-font', TEXTS[fault], { at: 'font', because: { reason: `font-${fault}` } });
