import type { JsonObject } from '#kernel/json.ts';
import { TEST_EVENT, type WebhookEvent } from './webhook.ts';

/** Returns the stored data of an event: all that its message needs except the public URL, which may change. */
export function dataOf(event: WebhookEvent): string {
  const { id, templateId, revision, assignment, review, dueAt, correction } = event;
  return JSON.stringify({
    id,
    templateId,
    ...(revision !== undefined && { revision }),
    ...(assignment !== undefined && { assignment }),
    ...(review !== undefined && { review }),
    ...(dueAt !== undefined && { dueDate: new Date(dueAt).toISOString() }),
    ...(correction !== undefined && { correction }),
  });
}

/**
 * Returns the body that is sent: `{ type, timestamp, data }` (Standard Webhooks 1.0.0). It contains no answers on
 * purpose: the receiver fetches `data.url` with its own credential and sees only what that may read. Clients of the
 * reference service read `Item.Id`, which is therefore added.
 */
export function messageOf(
  { type, at, data }: { readonly type: string; readonly at: number; readonly data: string },
  publicUrl: string,
): string {
  const kept: JsonObject = JSON.parse(data);
  const id = typeof kept['id'] === 'string' ? kept['id'] : undefined;
  const timestamp = new Date(at).toISOString();
  if (id === undefined || type === TEST_EVENT) {
    return JSON.stringify({ type, timestamp, data: kept });
  }
  const collection = type.startsWith('template.') ? 'templates' : 'formz';
  const url = `${publicUrl}/v2/${collection}/${id}`;
  return JSON.stringify({ type, timestamp, data: { ...kept, url }, Item: { Id: id } });
}
