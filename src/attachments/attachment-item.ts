import type { AttachmentItem } from './attachment.shapes.ts';
import type { Attachment } from './attachment.ts';

/** Returns a file as the API shows it. `base` is the URL of its form. */
export const toAttachmentItem = (attachment: Attachment, base: string): AttachmentItem => ({
  id: attachment.id,
  name: attachment.name,
  type: attachment.type,
  size: attachment.size,
  field: attachment.field,
  url: `${base}/attachments/${attachment.id}`,
  ...(attachment.isDamaged && { damaged: true }),
  createdAt: new Date(attachment.createdAt).toISOString(),
});
