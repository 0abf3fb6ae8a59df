import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { fileKey, type PutLimits } from '#files/files.ts';
import { normaliseId } from '#form-basics/index.ts';
import { forgetLoose, recordLoose } from '#form-records/index.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { type FileFacts, faultOfFile } from '#questionnaires/answers/answer-faults.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import type { Rules } from '#questionnaires/answers/question-rules.ts';
import { findVersion } from '#templates/index.ts';
import {
  bytesOf,
  countAttachments,
  findAttachment,
  insertAttachment,
  keysOf,
  renewDay,
} from './attachment.store.ts';
import { type Attachment, MAX_ATTACHMENTS } from './attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { checkContent } from './check-content.ts';
import { nameOfType } from './content-type.ts';
import { type FileField, fileFieldsOf } from './file-fields.ts';
import { toFileName } from './file-name.ts';
import { keepPicture } from './keep-picture.ts';
import type { UploadForm, UploadTarget } from './upload-target.ts';

/** A file that is being uploaded to a form. */
export interface Upload {
  readonly formId: string;
  /** A UUID from the client, which may then repeat the upload; by default a new id. */
  readonly id: string | undefined;
  readonly field: string;
  readonly fileName: string;
  /** In lower case, without parameters, and one of the allowed types. */
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The announced number of bytes; undefined when it is only known at the end. */
  readonly length: number | undefined;
}

export interface Uploaded {
  readonly attachment: Attachment;
  /** False when an earlier attempt has already stored the file. */
  readonly created: boolean;
}

/** Who uploads: a user, or a public link. */
export interface Uploader {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  /** Its uploads count for the day when a form comes of them, or strangers could use up those of the link. */
  readonly isLink?: boolean;
  /** Names the site of the visitor without its address. */
  readonly site?: string;
}

/**
 * Stores a file of a draft. The bytes are stored before the row that names them: every listed file can be read, and an
 * interrupted upload leaves nothing behind (decision 28).
 * @throws AppError `not-found`, `forbidden`, `form-state`, `invalid-attachment`, `invalid-answers`, `attachment-exists`,
 * `unreadable-picture`, `body-too-large`, `files-full`, `uploads-full`.
 */
export async function uploadAttachment(
  deps: AttachmentsDeps,
  by: Uploader,
  upload: Upload,
  target: UploadTarget,
): Promise<Uploaded> {
  const { db, files, clock, ids } = deps;
  const { accountId } = by;
  const id = upload.id === undefined ? ids.next() : requireId(upload.id);
  const name = nameOfType(toFileName(upload.fileName), upload.type);
  const form = await target.find();
  const { rules } = target.field ?? (await requireField(deps, form, upload.field));
  requireFit(rules, { field: upload.field, name, type: upload.type, size: 0 });
  const known = await findAttachment(db.reader, accountId, id);
  const file = { name, type: upload.type, field: upload.field };
  const place = { formId: form.id, field: upload.field };
  const bytes = fitting(rules, file, checkContent(upload.type, upload.bytes));
  if (known) {
    const again = sentAgain(known, form.id, upload, await digestOf(bytes));
    await db.transaction((tx) => keepOn(tx, deps, by, again.attachment, target));
    return again;
  }
  if ((await countAttachments(db.reader, accountId, place)) >= MAX_ATTACHMENTS) throw tooMany();
  const room = await requireRoom(deps, by, upload.length ?? 1);

  const storageKey = fileKey(by.accountCode, ids.next());
  const keys = [storageKey];
  await recordLoose(db.reader, accountId, keys, clock.now());
  try {
    const stored = await files.put(storageKey, bytes, room);
    const picture = await keepPicture(deps, by, { type: upload.type, storageKey });
    if (picture) keys.push(picture.storageKey);
    const attachment: Attachment = {
      id,
      formId: form.id,
      field: upload.field,
      name,
      type: upload.type,
      ...stored,
      storageKey,
      picture,
      isDamaged: false,
      createdBy: by.userId,
      createdAt: clock.now(),
    };
    const isNew = await db.transaction((tx) => storeAttachment(tx, deps, by, attachment, target));
    if (isNew) return { attachment, created: true };
    const first = await findAttachment(db.reader, accountId, id);
    if (!first) throw taken();
    const again = sentAgain(first, form.id, upload, stored.sha256);
    await discard(deps, accountId, keys);
    return again;
  } catch (error) {
    // After other errors, the row may be committed and need the bytes. If it is not, they stay recorded as loose.
    if (error instanceof AppError) await discard(deps, accountId, keys);
    throw error;
  }
}

async function storeAttachment(
  tx: Tx,
  deps: AttachmentsDeps,
  by: Uploader,
  attachment: Attachment,
  target: UploadTarget,
): Promise<boolean> {
  const { accountId } = by;
  await target.lock(tx);
  if ((await countAttachments(tx, accountId, attachment)) >= MAX_ATTACHMENTS) throw tooMany();
  if (!(await insertAttachment(tx, accountId, attachment))) return false;
  for (const key of keysOf(attachment)) await forgetLoose(tx, accountId, key);
  const { quotas } = deps;
  if (by.isLink !== true) await quotas.takeUpload(tx, by, attachment.size);
  // The last lock that an upload takes: its holder waits for no other lock, so that uploads cannot deadlock.
  await quotas.take(tx, accountId, 'fileBytes', bytesOf(attachment), attachment);
  return true;
}

/** A file that was sent again is there for another day. @throws AppError `busy` when it was removed meanwhile. */
async function keepOn(
  tx: Tx,
  { clock }: AttachmentsDeps,
  { accountId }: Uploader,
  { id }: Attachment,
  target: UploadTarget,
): Promise<void> {
  await target.lock(tx);
  if (await renewDay(tx, accountId, id, clock.now())) return;
  throw fail('busy', 'The file was just removed. Send it again.', {
    headers: { 'Retry-After': '1' },
  });
}

/** Checks quotas before any byte is read. @returns the upload's limits @throws AppError `files-full`, `uploads-full`. */
async function requireRoom(
  { db, quotas, settings }: AttachmentsDeps,
  by: Uploader,
  length: number,
): Promise<PutLimits> {
  const { accountId } = by;
  const { maxAttachmentBytes } = settings.files;
  await quotas.requireUploads(db.reader, by, length);
  const room = await quotas.requireRoom(db.reader, accountId, 'fileBytes', length);
  if (room.amount >= maxAttachmentBytes) return { maxBytes: maxAttachmentBytes };
  return { maxBytes: room.amount, tooLarge: room.full };
}

/** Removes bytes. Those that cannot be removed now stay recorded as loose. */
async function discard(
  { db, files }: AttachmentsDeps,
  accountId: string,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    await files.delete(key);
    await forgetLoose(db.reader, accountId, key);
  }
}

function sentAgain(
  known: Attachment,
  formId: string,
  { field, type }: Upload,
  sha256: string,
): Uploaded {
  const isSame =
    known.formId === formId &&
    known.field === field &&
    known.type === type &&
    known.sha256 === sha256;
  if (!isSame) throw taken();
  return { attachment: known, created: false };
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

function requireId(id: string): string {
  const known = normaliseId(id);
  if (known !== undefined) return known;
  throw fail('invalid-parameter', 'id must be a new UUID for this file.', {
    at: 'id',
    because: { reason: 'uuid' },
  });
}

async function requireField(
  { db }: AttachmentsDeps,
  form: UploadForm,
  field: string,
): Promise<FileField> {
  const version = await findVersion(db.reader, form.accountId, form.templateVersionId);
  const fields: ReadonlyMap<string, FileField> = version
    ? fileFieldsOf(version.definition)
    : new Map();
  const kind = fields.get(field);
  if (kind === undefined) {
    const names = [...fields.keys()].map((name) => JSON.stringify(name)).join(', ');
    const text = `The form has no file field with this name. Its file fields are: ${names || 'none'}.`;
    throw fail('invalid-attachment', text, { at: 'field', because: { reason: 'file-field' } });
  }
  return kind;
}

type Sent = FileFacts & { readonly field: string };

/** Checks a file against the rules of its question. @throws AppError `invalid-answers`. */
function requireFit(rules: Rules, file: Sent): void {
  const fault = faultOfFile(rules, file);
  const { field } = file;
  if (fault) throw invalidAnswers([{ at: field, field, ...fault }]);
}

/** Yields the bytes and checks the size so far with each piece, because the final size is not known before. */
async function* fitting(
  rules: Rules,
  file: Omit<Sent, 'size'>,
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    requireFit(rules, { ...file, size });
    yield piece;
  }
}

const taken = (): AppError =>
  fail('attachment-exists', 'Another file has this id. Create a new id for each file.', {
    at: 'id',
  });

const tooMany = (): AppError =>
  fail(
    'invalid-attachment',
    `A form may have at most ${MAX_ATTACHMENTS} files. Delete one first.`,
    { because: { reason: 'most-files', limit: MAX_ATTACHMENTS } },
  );
