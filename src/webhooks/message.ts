import type { JsonObject } from '#kernel/json.ts';
import { TEST_EVENT, type WebhookEvent } from './webhook.ts';

/** Where what an event is about is read. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  template: 'templates',
  assignment: 'assignments',
};

/** Returns the stored data of an event: all that its message needs except the public URL, which may change. */
export function dataOf(event: WebhookEvent): string {
  const { id, templateId, revision, assignment, review, dueAt, reference, correction } = event;
  return JSON.stringify({
    id,
    templateId,
    ...(revision !== undefined && { revision }),
    ...(assignment !== undefined && { assignment }),
    ...(review !== undefined && { review }),
    ...(dueAt !== undefined && { dueDate: new Date(dueAt).toISOString() }),
    ...(reference !== undefined && { reference }),
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
  const [noun = ''] = type.split('.');
  const url = `${publicUrl}/v2/${COLLECTIONS[noun] ?? 'formz'}/${id}`;
  return JSON.stringify({ type, timestamp, data: { ...kept, url }, Item: { Id: id } });
}
