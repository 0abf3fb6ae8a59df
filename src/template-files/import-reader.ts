import type { Files } from '#files/files.ts';
import { counted } from '#kernel/counted.ts';
import { type AppError, type Because, fail } from '#kernel/errors.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { isObject } from '#kernel/json.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import { createLoneProcess, ProcessEnded } from '#processes/lone-process.ts';
import type { ImportedFile } from './read-file.ts';
import type { SheetTable } from './read-table.ts';
import type { RefusedFile } from './refusal.ts';

/** The largest file that is imported, in bytes. */
export const MAX_IMPORT_BYTES = 10_485_760;
/** A process that needs longer for a file is ended, in milliseconds. */
const TIMEOUT_MS = 30_000;

export type ImportOrder = { readonly piece: Uint8Array } | { readonly read: 'template' | 'table' };

export type ImportMessage =
  | { readonly file: ImportedFile }
  | { readonly table: SheetTable }
  | { readonly refused: RefusedFile }
  | { readonly error: string };

/** Reads imported files in separate processes. Accounts take turns. */
export interface ImportReader {
  /**
   * Reads a file. It is received as a whole before it waits for its turn, so that one that comes slowly holds up no
   * other. @throws AppError `import-refused`, `busy`, `storage-unavailable`, and the errors of the source.
   */
  read(accountId: string, source: AsyncIterable<Uint8Array>): Promise<ImportedFile>;
  /** Reads the first sheet of a workbook, likewise. */
  readTable(accountId: string, source: AsyncIterable<Uint8Array>): Promise<SheetTable>;
  close(): Promise<void>;
}

export function createImportReader(files: Pick<Files, 'spool'>): ImportReader {
  const process = createLoneProcess<ImportOrder, ImportMessage>({
    program: new URL('./import-program.ts', import.meta.url),
    timeoutMs: TIMEOUT_MS,
    shares: SHARES.templateFiles.shares,
    parse: parseMessage,
  });
  const receiving = createFairGate(
    SHARES.receivingTemplateFiles.shares,
    'Other files of this organisation are being received. Try again in a moment.',
  );
  const readPieces = async (
    accountId: string,
    pieces: AsyncIterable<Uint8Array>,
    read: 'template' | 'table',
  ) => {
    const channel = await process.begin(accountId);
    let done = false;
    try {
      for await (const piece of pieces) channel.send({ piece });
      channel.send({ read });
      const message = await channel.receive();
      done = true;
      if ('refused' in message) throw refused(message.refused);
      if ('error' in message) throw new Error(message.error);
      return message;
    } catch (error) {
      if (error instanceof ProcessEnded) throw refused({ reason: 'import-effort' });
      throw error;
    } finally {
      channel.end(done);
    }
  };
  const readAs = (
    read: 'template' | 'table',
    accountId: string,
    source: AsyncIterable<Uint8Array>,
  ) =>
    receiving.run(behalfIn(accountId), () =>
      files.spool(source, { maxBytes: MAX_IMPORT_BYTES }, (pieces) =>
        readPieces(accountId, pieces, read),
      ),
    );
  return {
    async read(accountId, source) {
      const message = await readAs('template', accountId, source);
      if ('file' in message) return message.file;
      throw new Error(UNKNOWN);
    },
    async readTable(accountId, source) {
      const message = await readAs('table', accountId, source);
      if ('table' in message) return message.table;
      throw new Error(UNKNOWN);
    },
    close: () => process.close(),
  };
}

const UNKNOWN = 'the process sent an unknown message';

/** Parses a message. The process runs our code, so only the kind of a message and its main part are checked. */
function parseMessage(message: unknown): ImportMessage {
  if (isImportMessage(message)) return message;
  return { error: UNKNOWN };
}

const isImportMessage = (message: unknown): message is ImportMessage =>
  isObject(message) &&
  ((isObject(message['file']) && isObject(message['file']['definition'])) ||
    (isObject(message['table']) && Array.isArray(message['table']['rows'])) ||
    isObject(message['refused']) ||
    typeof message['error'] === 'string');

/** The English sentences of the reasons. */
function sentenceOf(why: RefusedFile): string {
  switch (why.reason) {
    case 'import-kind':
      return 'The file is no XLSForm (.xlsx or .xls) and no exported template (.json).';
    case 'import-damaged':
      return `The file is damaged: ${why.part} cannot be read. Save it again, then import it.`;
    case 'import-protected':
      return 'The workbook is protected with a password. Save it without one in your spreadsheet program, then import it.';
    case 'import-size':
      return `The content of the workbook has more than ${counted(why.limit, 'byte')}. Remove formatting and sheets that the form does not need.`;
    case 'import-rows':
      return `The sheets that are read have more than ${counted(why.limit, 'row')}.`;
    case 'import-definition':
      return `The template would be larger than ${counted(why.limit, 'byte')}. Split the form, or shorten its lists of choices.`;
    case 'import-no-survey':
      return 'The workbook has no sheet "survey" with a column "type", so it is no XLSForm.';
    case 'import-groups':
      return `Row ${why.row} of the sheet "survey": each group and repeat needs a beginning and an end, and at most 8 may lie within each other.`;
    case 'import-cycle':
      return `These fields depend on each other in a circle: ${why.names}. Change a condition or calculation of one of them.`;
    case 'import-version':
      return `The file has version ${why.value} of the format, which this Formstead does not know. Update it, or export the template again.`;
    case 'import-effort':
      return 'Reading the file takes too much memory or time. Remove sheets and rows that the form does not need.';
  }
}

function refused(why: RefusedFile): AppError {
  const because: Because = why;
  return fail('import-refused', sentenceOf(why), { because });
}
