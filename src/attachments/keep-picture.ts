import { Readable } from 'node:stream';
import { type Files, fileKey } from '#files/files.ts';
import { recordLoose } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { isDecodable } from '#pictures/index.ts';
import type { StoredPicture } from './attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';

/**
 * Decodes a picture that was just stored, and stores the result as the picture that is shown. Only the separate picture
 * process ever decodes uploaded bytes (decision 46).
 * @returns undefined for a file of another type.
 * @throws AppError `unreadable-picture`, `storage-unavailable`.
 */
export async function keepPicture(
  { db, files, pictures, clock, ids }: AttachmentsDeps,
  by: { readonly accountId: string; readonly accountCode: string },
  { type, storageKey }: { readonly type: string; readonly storageKey: string },
): Promise<StoredPicture | undefined> {
  if (!isDecodable(type)) return undefined;
  const shown = await pictures.decode(by.accountId, bytesOf(files, storageKey));
  const key = fileKey(by.accountCode, ids.next());
  await recordLoose(db.reader, by.accountId, [key], clock.now());
  const bytes = Readable.from([shown.bytes]);
  const { size, sha256 } = await files.put(key, bytes, { maxBytes: shown.bytes.length });
  return { storageKey: key, type: shown.type, size, sha256, isDamaged: false };
}

/** Opens the file once its bytes are asked for, so that a picture that is refused before leaves no file open. */
async function* bytesOf(files: Files, storageKey: string): AsyncGenerator<Uint8Array> {
  const stored = await files.open(storageKey);
  if (!stored) throw fail('storage-unavailable', 'The file could not be read. Try again shortly.');
  yield* stored.stream;
}
