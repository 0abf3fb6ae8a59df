import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { type Files, fileKey, openChecked } from '#files/files.ts';
import { forgetLoose, recordLoose } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';

/** The largest file that a zip archive can contain and that object storage accepts in one request, in bytes. */
const MAX_RESULT_BYTES = 4 * 1024 ** 3 - 1;

const tooLarge = () =>
  fail('export-too-large', 'The result is larger than 4 GiB. Export fewer forms at a time.');

/** Stores a result. It stays recorded as loose until the export is done, so that a failed export leaves no files. */
export async function storeResult(
  { work, owner }: ExportContext,
  { name, type }: Pick<ExportFile, 'name' | 'type'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ExportFile> {
  const storageKey = fileKey(owner.accountCode, work.ids.next());
  const recordResult = () =>
    recordLoose(work.db.reader, owner.accountId, [storageKey], work.clock.now());
  await recordResult();
  const room = await work.quotas.requireRoom(work.db.reader, owner.accountId, 'fileBytes', 1);
  const limits =
    room.amount < MAX_RESULT_BYTES
      ? { maxBytes: room.amount, tooLarge: room.full }
      : { maxBytes: MAX_RESULT_BYTES, tooLarge };
  const stored = await work.files.put(storageKey, bytes, limits);
  // Recorded again, because writing may have taken hours and loose files are cleaned up by age.
  await recordResult();
  return { name, type, ...stored, storageKey };
}

/** Removes a result that was only an intermediate step. */
export async function dropResult(
  { work, owner }: ExportContext,
  { storageKey }: ExportFile,
): Promise<void> {
  await work.files.delete(storageKey);
  await forgetLoose(work.db.reader, owner.accountId, storageKey);
}

/** Opens a stored result. @throws AppError `file-damaged`, also from the stream */
export const openResult = async (
  files: Pick<Files, 'open'>,
  result: ExportFile,
): Promise<Readable> =>
  openChecked(await files.open(result.storageKey), result, async () => damaged());

const damaged = () =>
  fail('file-damaged', 'The stored result is missing or its bytes have changed. Export again.');

/** A result that is written piece by piece, in parallel with others. */
export interface OpenResult {
  write(text: string): Promise<void>;
  end(): Promise<ExportFile>;
  /** Discards the result. */
  destroy(): Promise<void>;
}

export function beginResult(
  context: ExportContext,
  file: Pick<ExportFile, 'name' | 'type'>,
): OpenResult {
  const pipe = new PassThrough();
  const stored = storeResult(context, file, pipe);
  // `write` and `end` report the failure. Without a handler here, its rejection could end the process.
  const broken = stored.then(() => undefined);
  broken.catch(() => undefined);
  pipe.on('error', () => undefined); // `stored` reports the error
  return {
    async write(text) {
      if (pipe.write(text)) return;
      await Promise.race([once(pipe, 'drain'), broken]);
    },
    end() {
      pipe.end();
      return stored;
    },
    async destroy() {
      pipe.destroy(new Error('the export was given up'));
      await stored.catch(() => undefined);
    },
  };
}
