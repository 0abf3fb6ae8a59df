import { normaliseId, type Viewer } from '#form-basics/index.ts';
import { requireForm } from '#form-records/index.ts';
import { ifNoneMatch } from '#http/conditional.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { findAttachment } from './attachment.store.ts';
import type { Attachment } from './attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { isImage } from './content-type.ts';
import { contentDisposition } from './file-name.ts';
import { type KnownFile, openStored, pictureOf, uploadOf } from './open-stored.ts';

/** The parameters of the path of a file. */
type FileParam = 'id' | 'attachmentId';

/** Returns a file of a form that the viewer may see. @throws AppError `not-found`. */
export async function takeAttachment(
  { db, directory }: Pick<AttachmentsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  { id, attachmentId }: Readonly<Record<FileParam, string>>,
): Promise<Attachment> {
  const form = await requireForm({ directory })(db.reader, viewer, id);
  const known = normaliseId(attachmentId);
  const { accountId } = viewer;
  const found = known && (await findAttachment(db.reader, accountId, known));
  if (!found || found.formId !== form.id) throw noFile();
  return found;
}

/** The stored bytes of a file: either the upload or the picture that is shown. */
interface Content extends KnownFile {
  readonly type: string;
  readonly etag: string;
}

const asUploaded = (accountId: string, attachment: Attachment): Content => {
  const { type, sha256 } = attachment;
  return { ...uploadOf(accountId, attachment), type, etag: `"${sha256}"` };
};

/** Returns the decoded picture; for other files, the upload. */
export const asShown = (accountId: string, attachment: Attachment): Content => {
  const shown = pictureOf(accountId, attachment);
  const { picture, sha256 } = attachment;
  if (!shown || !picture) return asUploaded(accountId, attachment);
  return { ...shown, type: picture.type, etag: `"${sha256}-shown"` };
};

/**
 * Returns the bytes of a file. No browser runs them as a page of Formstead: they have the type that was checked, are in
 * a sandbox, and only images are shown inline.
 * @throws AppError `not-found`, `file-damaged`
 */
export async function replyWithFile(
  deps: AttachmentsDeps,
  { principal, params, headers }: Request<Viewer, FileParam>,
  contentOf = asUploaded,
): Promise<Reply> {
  const attachment = await takeAttachment(deps, principal, params);
  const content = contentOf(principal.accountId, attachment);
  const { type, etag } = content;
  // The browser may cache the file, but must ask each time whether the user may still see it.
  const kept = { etag, 'cache-control': 'private, no-cache' };
  if (ifNoneMatch(headers['if-none-match'], etag)) return { status: 304, headers: kept };
  const body = await openStored(deps, content);
  const kind = isImage(type) ? 'inline' : 'attachment';
  return {
    status: 200,
    headers: {
      ...kept,
      'content-type': type,
      'content-length': String(content.size),
      'content-disposition': contentDisposition(kind, attachment.name),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    },
    body,
  };
}

const noFile = () => fail('not-found', 'There is no file with this id.');
