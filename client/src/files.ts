// Files of forms: attachments up and down, and forms as PDF.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, JsonReply } from './caller.ts';
import { FormsteadError, unexpected } from './formstead-error.ts';
import type { Attachment, QueueItem } from './generated/api.ts';
import type { FileBody, OperationOf, OptionsOf } from './operation-types.ts';
import { abortedError } from './retry.ts';

const ATTACHMENTS = '/v2/formz/{id}/attachments';
const EXPORTS = '/v2/formz/{id}/exports';
const FILE_OF_EXPORT = '/v2/formz/{id}/exports/{exportId}/file';
const QUEUE = '/v2/queue/{id}';
const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 5000;

export interface Upload {
  /** The name of the field that the file belongs to. */
  readonly field: string;
  /** The bytes, which are kept in memory to send them again if need be. */
  readonly body: FileBody;
  readonly contentType: OptionsOf<OperationOf<'post', typeof ATTACHMENTS>>['contentType'];
  readonly fileName?: string;
  /** A UUID of your own for the file. If omitted, the client makes one. */
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/** The id is chosen here, so that a repeated upload is the same file. */
export async function upload(
  { call }: Caller,
  formId: string,
  { field, body, contentType, fileName, id = randomUUID(), signal }: Upload,
): Promise<Attachment> {
  const reply = await call('post', ATTACHMENTS, {
    path: { id: formId },
    query: { id, field, fileName },
    body,
    contentType,
    isRepeatable: true,
    signal,
  });
  return reply.body;
}

export const download = (
  { open }: Caller,
  formId: string,
  attachmentId: string,
  signal?: AbortSignal,
): Promise<Response> =>
  open('get', `${ATTACHMENTS}/{attachmentId}`, {
    path: { id: formId, attachmentId },
    accept: '*/*',
    signal,
  });

/** Starts an export, waits until it is finished, and opens its file. */
export async function openPdf(
  caller: Caller,
  formId: string,
  signal?: AbortSignal,
): Promise<Response> {
  const path = { id: formId };
  const started = await caller.call('post', EXPORTS, { path, body: { type: 'pdf' }, signal });
  const exportId = await finished(caller, started, signal);
  return caller.open('get', FILE_OF_EXPORT, {
    path: { id: formId, exportId },
    accept: 'application/pdf',
    signal,
  });
}

/** @returns the id of the finished export */
async function finished(
  { call }: Caller,
  started: JsonReply,
  signal: AbortSignal | undefined,
): Promise<string> {
  let item = queueItemIn(`POST ${EXPORTS}`, started);
  for (let delay = FIRST_POLL_MS; ; delay = Math.min(MAX_POLL_MS, delay * 2)) {
    if (item.status === 'Completed' && item.resourceId !== undefined) return item.resourceId;
    if (item.status === 'Failed' || item.status === 'Cancelled') throw exportFailed(item);
    await pause(delay, signal);
    const asked = await call('get', QUEUE, { path: { id: item.id }, signal });
    item = queueItemIn(`GET ${QUEUE}`, asked);
  }
}

function queueItemIn(operation: string, { headers, body }: JsonReply): QueueItem {
  const { id, status, resourceId }: Readonly<Record<string, unknown>> = Object(body);
  const isItem = typeof id === 'string' && typeof status === 'string';
  const isWhole = status !== 'Completed' || typeof resourceId === 'string';
  if (isItem && isWhole) return body;
  throw unexpected(operation, 'the answer is no state of an export.', headers);
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal && { signal });
  } catch (cause) {
    throw abortedError(`POST ${EXPORTS}`, cause);
  }
}

const exportFailed = ({ status, reason, message = '' }: QueueItem): FormsteadError =>
  new FormsteadError({
    code: 'export-failed',
    operation: `POST ${EXPORTS}`,
    message: `The export ended with ${status} (${reason ?? 'unknown reason'}). ${message}`,
  });
