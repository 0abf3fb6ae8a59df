import { type Selectable, sql } from 'kysely';
import { addToCounter } from '#db/counters.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Form } from '#form-basics/index.ts';
import { forgetSignatures, recordLoose } from '#form-records/index.ts';
import { type Attachment, ORPHAN_MS, SIGNATURE_FIELD, type StoredPicture } from './attachment.ts';

export async function findAttachment(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Attachment | undefined> {
  const row = await db
    .selectFrom('attachments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toAttachment(row);
}

/** Returns all files that were uploaded to a form, by id. The number of files per form is limited. */
export async function attachmentsOf(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<readonly Attachment[]> {
  const rows = await db
    .selectFrom('attachments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .orderBy('id')
    .execute();
  return rows.map(toAttachment);
}

/** Counts the files of a form that answer questions, or those with which its reviewers sign. */
export async function countAttachments(
  db: Reader,
  accountId: string,
  { formId, field }: Pick<Attachment, 'formId' | 'field'>,
): Promise<number> {
  const row = await db
    .selectFrom('attachments')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .where('field_name', field === SIGNATURE_FIELD ? '=' : '<>', SIGNATURE_FIELD)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Stores a new row. @returns false, without storing anything, when the id is taken. */
export async function insertAttachment(
  tx: Tx,
  accountId: string,
  attachment: Attachment,
): Promise<boolean> {
  const row = await tx
    .insertInto('attachments')
    .values({
      account_id: accountId,
      id: attachment.id,
      form_id: attachment.formId,
      field_name: attachment.field,
      file_name: attachment.name,
      content_type: attachment.type,
      size: attachment.size,
      sha256: attachment.sha256,
      storage_key: attachment.storageKey,
      picture_key: attachment.picture?.storageKey ?? null,
      picture_type: attachment.picture?.type ?? null,
      picture_size: attachment.picture?.size ?? null,
      picture_sha256: attachment.picture?.sha256 ?? null,
      created_by: attachment.createdBy,
      created_at: attachment.createdAt,
      check_at: attachment.createdAt + ORPHAN_MS,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the storage keys of a file and its picture. */
export const keysOf = ({ storageKey, picture }: Attachment): readonly string[] =>
  picture ? [storageKey, picture.storageKey] : [storageKey];

/** Returns the bytes that a file and its picture use of the account's quota. */
export const bytesOf = ({ size, picture }: Pick<Attachment, 'size' | 'picture'>): number =>
  size + (picture?.size ?? 0);

/** Removes files from a form. Their bytes are removed after the transaction has committed. */
export async function dropAttachments(
  tx: Tx,
  accountId: string,
  dropped: readonly Attachment[],
  now: number,
): Promise<void> {
  if (dropped.length === 0) return;
  const keys = dropped.flatMap(keysOf);
  await recordLoose(tx, accountId, keys, now);
  const gone = await tx
    .deleteFrom('attachments')
    .where('account_id', '=', accountId)
    .where(
      isIn(
        tx,
        sql.ref('id'),
        dropped.map(({ id }) => id),
      ),
    )
    .returning(['size', 'picture_size'])
    .execute();
  // Only deleted rows count: another request may have removed some of the files and freed their bytes already.
  const bytes = gone.reduce((sum, row) => sum + Number(row.size) + Number(row.picture_size), 0);
  await addToCounter(tx, accountId, 'fileBytes', dropped[0]?.id ?? '', -bytes);
}

/** Removes all files of a form that is being purged. */
export async function dropAttachmentsOf(
  tx: Tx,
  accountId: string,
  formId: string,
  now: number,
): Promise<void> {
  await dropAttachments(tx, accountId, await attachmentsOf(tx, accountId, formId), now);
}

/** Removes files with which reviewers signed a form, also from its history. */
export async function dropSignatures(
  tx: Tx,
  { accountId, id }: Pick<Form, 'accountId' | 'id'>,
  files: readonly Attachment[],
  now: number,
): Promise<void> {
  if (files.length === 0) return;
  await dropAttachments(tx, accountId, files, now);
  await forgetSignatures(tx, accountId, id, new Set(files.map((file) => file.id)));
}

/** Returns the forms that a person has signed as a reviewer, each once, after one and in the order of their ids. */
export async function formsSignedBy(
  db: Reader,
  accountId: string,
  userId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('attachments')
    .select('form_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    // The index has these files only; with a bound value, SQLite would not know that it fits.
    .where('field_name', '=', sql.lit(SIGNATURE_FIELD))
    .where('form_id', '>', after)
    .orderBy('form_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.form_id);
}

/** A file whose form must be checked for files that no answer names. */
export interface DueAttachment {
  readonly accountId: string;
  readonly formId: string;
  readonly id: string;
}

export async function listDue(
  db: Reader,
  now: number,
  limit: number,
): Promise<readonly DueAttachment[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['account_id', 'form_id', 'id'])
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, formId: row.form_id, id: row.id }));
}

/** Returns the files of a form that were to be checked by now, by id, and locks them until the transaction ends. */
export async function lockDue(
  tx: Tx,
  accountId: string,
  formId: string,
  now: number,
): Promise<readonly Attachment[]> {
  const query = tx
    .selectFrom('attachments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .where('check_at', '<=', now)
    .orderBy('id');
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const rows = await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).execute();
  return rows.map(toAttachment);
}

/** Gives a file another day until an answer must name it. @returns whether it is still there */
export async function renewDay(
  tx: Tx,
  accountId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('attachments')
    .set({ check_at: now + ORPHAN_MS })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function postponeChecks(
  tx: Tx,
  accountId: string,
  formId: string,
  until: { readonly now: number; readonly next: number },
): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ check_at: until.next })
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .where('check_at', '<=', until.now)
    .execute();
}

function pictureOf(row: Selectable<Tables['attachments']>): StoredPicture | undefined {
  const { picture_key: storageKey, picture_type: type, picture_size: size } = row;
  if (storageKey === null || (type !== 'image/jpeg' && type !== 'image/png')) return undefined;
  return {
    ...{ storageKey, type, size: Number(size) },
    sha256: row.picture_sha256 ?? undefined,
    isDamaged: row.picture_damaged_at !== null,
  };
}

export function toAttachment(row: Selectable<Tables['attachments']>): Attachment {
  return {
    id: row.id,
    formId: row.form_id,
    field: row.field_name,
    name: row.file_name,
    type: row.content_type,
    size: Number(row.size),
    sha256: row.sha256,
    storageKey: row.storage_key,
    picture: pictureOf(row),
    isDamaged: row.damaged_at !== null,
    createdBy: row.created_by,
    createdAt: Number(row.created_at),
  };
}
