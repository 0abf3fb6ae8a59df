import type { Directory } from '#directory/index.ts';
import { readForm } from '#form-records/index.ts';
import type { Letter } from '#mail/mailer.ts';
import { type Drawing, drawFormPdf } from './write-pdf.ts';

/** Mail servers take about 10 MB, and base64 makes a third more of it. */
const MAX_BYTES = 5 * 1024 ** 2;
/** Less than a node keeps a mail that it sends. */
const MAX_MS = 60_000;

export interface AttachPdfDeps {
  readonly work: Drawing['work'] & {
    readonly directory: Pick<Directory, 'readUser' | 'groupIdsOf' | 'memberIdsOf'>;
  };
  readonly onError: (error: unknown) => void;
}

/**
 * Attaches the PDF that a letter asks for: drawn when the letter is sent, with the rights that its reader has then. A letter
 * whose PDF is too large, or can't be drawn, goes without it, and its text says so.
 */
export const attachPdf =
  ({ work, onError }: AttachPdfDeps) =>
  async (accountId: string, letter: Letter): Promise<Letter> => {
    const { pdf: wanted, ...rest } = letter;
    if (!wanted) return letter;
    const reader = work.db.reader;
    const user = await work.directory.readUser(reader, accountId, wanted.as, 'all');
    if (!user?.active) return rest;
    const viewer = { accountId, userId: wanted.as, role: user.role };
    const form = await readForm(work)(reader, viewer, wanted.form);
    if (!form) return rest;
    const signal = AbortSignal.timeout(MAX_MS);
    const drawing = { work, signal, miss: () => undefined, locale: letter.language ?? 'en' };
    try {
      const file = await drawFormPdf(drawing, form, async ({ name, type }, pieces) => {
        const bytes = await readUpTo(pieces, MAX_BYTES);
        return bytes && { name, type, bytes };
      });
      return { ...rest, ...(file && { file }) };
    } catch (error) {
      onError(error);
      return rest;
    }
  };

/** Returns all bytes; undefined if there are more than `most`. */
async function readUpTo(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > most) return undefined;
    read.push(piece);
  }
  return Buffer.concat(read);
}
