import type { Endpoint } from '#http/endpoint.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { deleteAttachment } from './delete-attachment.ts';
import {
  downloadAppAttachment,
  downloadAttachmentV2,
  showAppAttachment,
} from './download-attachment.ts';
import { listAttachments } from './list-attachments.ts';
import { uploadAppAttachment, uploadAttachmentV2 } from './upload-attachment.ts';

export type { AttachmentsDeps } from './attachments-deps.ts';

/** Returns the endpoints for files of forms. */
export const attachmentsEndpoints = (deps: AttachmentsDeps): readonly Endpoint[] => [
  uploadAppAttachment(deps),
  downloadAppAttachment(deps),
  showAppAttachment(deps),
  deleteAttachment(deps),
  uploadAttachmentV2(deps),
  listAttachments(deps),
  downloadAttachmentV2(deps),
];
