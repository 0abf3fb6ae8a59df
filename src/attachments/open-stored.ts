import type { Readable } from 'node:stream';
import { fileState, openChecked, type StoredFacts } from '#files/files.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Attachment } from './attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { type FileOfForm, markDamaged, markIntact } from './file-damage.store.ts';

type ReadDeps = Pick<AttachmentsDeps, 'db' | 'files' | 'clock'>;

/** A stored file of a form, with its key, what is known of its bytes, and whether they are damaged. */
export interface KnownFile extends FileOfForm, StoredFacts {
  readonly storageKey: string;
  readonly isDamaged: boolean;
}

/** Returns what was uploaded, as it is stored. */
export const uploadOf = (accountId: string, attachment: Attachment): KnownFile => ({
  ...attachment,
  ...{ accountId, what: 'file' },
});

/** Returns the stored picture of an attachment; undefined if it has none. */
export const pictureOf = (accountId: string, { id, picture }: Attachment): KnownFile | undefined =>
  picture && { ...picture, ...{ accountId, id, what: 'picture' } };

/**
 * Opens a stored file, whose bytes are compared with its SHA-256 while they are read (`openChecked`). A damaged one is
 * marked, and from then on read to its end before an answer begins. One that is right again loses its mark.
 * @throws AppError `file-damaged`, `storage-unavailable`
 */
export async function openStored(
  { db, files, clock }: ReadDeps,
  file: KnownFile,
): Promise<Readable> {
  const { storageKey, isDamaged } = file;
  if (isDamaged) {
    if ((await fileState(await files.open(storageKey), file)) !== 'intact') throw damaged();
    if (!db.isReadOnly) await markIntact(db.reader, file);
  }
  return openChecked(await files.open(storageKey), file, async () => {
    if (!db.isReadOnly) await markDamaged(db.reader, file, clock.now());
    return damaged();
  });
}

const damaged = (): AppError =>
  fail(
    'file-damaged',
    'The stored file is missing or its bytes have changed. Ask an admin to restore it from a backup, or attach it again.',
  );
