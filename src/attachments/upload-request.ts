import type { Viewer } from '#form-basics/index.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { mediaTypeOf } from '#http/request-body.ts';
import { UPLOAD_QUERY } from './attachment.shapes.ts';
import { toAttachmentItem } from './attachment-item.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';
import { type Upload, uploadAttachment } from './upload.ts';
import { uploadsTo } from './upload-target.ts';

type Uploading = Request<Viewer & { readonly accountCode: string }, 'id'>;

/** Stores an upload and returns the response, for the web app and /v2. `base` returns the URL of a form. */
export async function replyToUpload(
  deps: AttachmentsDeps,
  request: Uploading,
  base: (formId: string) => string,
): Promise<Reply> {
  const { principal, params } = request;
  const upload = uploadIn(request, params.id);
  const { attachment, created } = await uploadAttachment(
    deps,
    principal,
    upload,
    uploadsTo(deps, principal, params.id, upload.field),
  );
  const body = toAttachmentItem(attachment, base(attachment.formId));
  return { status: created ? 201 : 200, headers: { location: body.url }, body };
}

/** Returns the file that a request uploads to a form. @throws AppError `invalid-parameter`. */
export function uploadIn(
  { query, headers, bytes }: Pick<Request<unknown>, 'query' | 'headers' | 'bytes'>,
  formId: string,
): Upload {
  const { id, field, fileName = '' } = parseQueryInput(UPLOAD_QUERY, query);
  return {
    formId,
    id,
    field,
    fileName,
    type: mediaTypeOf(headers) ?? '',
    bytes: bytes ?? nothing(),
    length: headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
  };
}

async function* nothing(): AsyncIterable<Uint8Array> {}
