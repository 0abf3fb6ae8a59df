import type { Viewer } from '#forms/form.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { mediaTypeOf } from '#http/request-body.ts';
import { UPLOAD_QUERY } from './attachment.shapes.ts';
import { toAttachmentItem } from './attachment-item.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { uploadAttachment } from './upload.ts';

type Uploading = Request<Viewer & { readonly accountCode: string }, 'id'>;

/** Stores an upload and returns the response, for the web app and /v2. `base` returns the URL of a form. */
export async function replyToUpload(
  deps: AttachmentsDeps,
  { principal, params, query, headers, bytes }: Uploading,
  base: (formId: string) => string,
): Promise<Reply> {
  const { id, field, fileName = '' } = parseQueryInput(UPLOAD_QUERY, query);
  const { attachment, created } = await uploadAttachment(deps, principal, {
    formId: params.id,
    id,
    field,
    fileName,
    type: mediaTypeOf(headers) ?? '',
    bytes: bytes ?? nothing(),
    length: headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
  });
  const body = toAttachmentItem(attachment, base(attachment.formId));
  return { status: created ? 201 : 200, headers: { location: body.url }, body };
}

async function* nothing(): AsyncIterable<Uint8Array> {}
