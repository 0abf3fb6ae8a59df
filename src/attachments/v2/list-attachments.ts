import { Type } from 'typebox';
import { AttachmentItem } from '#attachments/attachment.shapes.ts';
import { attachmentsOf } from '#attachments/attachment.store.ts';
import { toAttachmentItem } from '#attachments/attachment-item.ts';
import type { AttachmentsDeps } from '#attachments/attachments-deps.ts';
import { requireForm } from '#form-records/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';

/** GET /v2/formz/:id/attachments: returns the files of a form by id, at most a hundred. */
export const listAttachments = (deps: AttachmentsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/formz/:id/attachments',
    protocol: 'problem',
    access: { right: 'forms.read' },
    limit: 'api',
    doc: {
      summary: 'List the files of a form',
      tag: 'Forms',
      responses: {
        200: { description: 'A bare array.', schema: Type.Array(AttachmentItem) },
        404: 'no form seen',
      },
    },
    async handle({ principal, params }) {
      const { db, directory } = deps;
      const { id } = await requireForm({ directory })(db.reader, principal, params.id);
      const found = await attachmentsOf(db.reader, principal.accountId, id);
      const base = `${deps.publicUrl()}/v2/formz/${id}`;
      return { status: 200, body: found.map((each) => toAttachmentItem(each, base)) };
    },
  });
