// What both routes that take a file share.

import type { Request, SessionPrincipal, UserPrincipal } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Lists } from '#lists/index.ts';
import { type FileRules, withRuleNotes } from '#template-files/file-rules.ts';
import { readImport } from '#template-files/import-file.ts';
import { type ImportReader, MAX_IMPORT_BYTES } from '#template-files/import-reader.ts';
import type { ImportedFile } from '#template-files/read-file.ts';
import type { TemplatesDeps } from '#templates/index.ts';

export interface ImportsDeps extends TemplatesDeps {
  readonly imports: Pick<ImportReader, 'read' | 'readTable'>;
  /** Passed in, because rules are a domain above. */
  readonly fileRules: FileRules;
  readonly lists: Pick<Lists, 'createList' | 'importRows' | 'removeList'>;
}

/** Browsers name the types of workbooks and JSON files differently, so the content decides. */
export const IMPORT_TYPES: readonly string[] = [
  'application/octet-stream',
  'application/json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];

export const fileTooLarge = (): AppError =>
  fail('body-too-large', `A file to import has at most ${MAX_IMPORT_BYTES} bytes.`, {
    extra: { limit: MAX_IMPORT_BYTES },
  });

export const readUpload = async (
  { engine, imports, fileRules }: ImportsDeps,
  {
    principal: { accountId },
    bytes,
  }: Pick<Request<SessionPrincipal | UserPrincipal>, 'principal' | 'bytes'>,
): Promise<ImportedFile> => {
  const reading = { accountId, imports, engine: engine.of(accountId) };
  return withRuleNotes(await readImport(reading, bytes ?? nothing()), fileRules);
};

export async function* nothing(): AsyncIterable<Uint8Array> {}
