/** Files of forms: their upload, checks, storage and download. */
import type { Endpoint } from '#http/endpoint.ts';
import { deleteAttachment } from './app/delete-attachment.ts';
import { downloadAppAttachment, showAppAttachment } from './app/download-attachment.ts';
import { uploadAppAttachment } from './app/upload-attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { deleteApiAttachment } from './v2/delete-attachment.ts';
import { downloadAttachment } from './v2/download-attachment.ts';
import { listAttachments } from './v2/list-attachments.ts';
import { postAttachment } from './v2/post-attachment.ts';

export { ACCEPTED, AttachmentItem, UPLOAD_QUERY } from './attachment.shapes.ts';
export {
  attachmentsOf,
  dropAttachments,
  dropAttachmentsOf,
  dropSignatures,
  formsSignedBy,
} from './attachment.store.ts';
export { type Attachment, SIGNATURE_FIELD } from './attachment.ts';
export { toAttachmentItem } from './attachment-item.ts';
export type { AttachmentsDeps } from './attachments-deps.ts';
export { checkStoredFiles } from './check-files.ts';
export { cleanFiles } from './clean-up.ts';
export { ATTACHMENT_TYPES } from './content-type.ts';
export { readFileCheck } from './file-check.store.ts';
export { type FileOfForm, markDamaged, readDamage, readDamagedForms } from './file-damage.store.ts';
export { contentDisposition, toFileName } from './file-name.ts';
export { idsNamedIn } from './named-ids.ts';
export { openStored, pictureOf } from './open-stored.ts';
export { type Upload, type Uploaded, uploadAttachment } from './upload.ts';
export { uploadIn } from './upload-request.ts';

/** Returns the endpoints for files of forms. */
export const attachmentsEndpoints = (deps: AttachmentsDeps): readonly Endpoint[] => [
  uploadAppAttachment(deps),
  downloadAppAttachment(deps),
  showAppAttachment(deps),
  deleteAttachment(deps),
  postAttachment(deps),
  listAttachments(deps),
  downloadAttachment(deps),
  deleteApiAttachment(deps),
];
