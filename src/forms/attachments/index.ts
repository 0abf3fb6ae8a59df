import type { Endpoint } from '#http/endpoint.ts';
import { deleteAttachment } from './app/delete-attachment.ts';
import { downloadAppAttachment, showAppAttachment } from './app/download-attachment.ts';
import { uploadAppAttachment } from './app/upload-attachment.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { deleteApiAttachment } from './v2/delete-attachment.ts';
import { downloadAttachment } from './v2/download-attachment.ts';
import { listAttachments } from './v2/list-attachments.ts';
import { postAttachment } from './v2/post-attachment.ts';

export type { AttachmentsDeps } from './attachments-deps.ts';

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
