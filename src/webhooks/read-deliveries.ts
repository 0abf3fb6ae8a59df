import type { Database } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';
import { splitReason } from '#kernel/reasoned-text.ts';
import { isAttemptFailure } from './attempt.ts';
import {
  type AttemptRow,
  type DeliveryRow,
  selectAttempts,
  selectDeliveries,
  type WebhookKey,
} from './deliveries.store.ts';
import { mayKnowDelivery, templateOf } from './may-know.ts';
import type { SeersOf } from './webhook.ts';
import type { WebhookDelivery } from './webhooks.shapes.ts';

const MOST_ATTEMPTS = 20;

/**
 * Returns deliveries of a webhook with their attempts, newest first, as pages and /v2 show them to a user. Of a form
 * that they may not know of they read no id, nor what the receiver answered, which may repeat it.
 */
export async function readDeliveries(
  { db, seersOf }: { readonly db: Pick<Database, 'reader'>; readonly seersOf: SeersOf },
  of: WebhookKey,
  page: { readonly before: string | undefined; readonly limit: number },
  userId: string,
): Promise<readonly WebhookDelivery[]> {
  const { reader } = db;
  const rows = await selectDeliveries(reader, of, page);
  const ids = rows.map(({ id }) => id);
  const attempts = Map.groupBy(
    await selectAttempts(reader, of.accountId, ids),
    ({ delivery_id }) => delivery_id,
  );
  const known = new Map<string | undefined, boolean>();
  for (const row of rows) {
    const templateId = templateOf(row);
    if (!known.has(templateId))
      known.set(templateId, await mayKnowDelivery(seersOf, reader, row, userId));
  }
  const isKnown = (row: DeliveryRow): boolean => known.get(templateOf(row)) === true;
  return rows.map((row) => toItem(row, attempts.get(row.id) ?? [], isKnown(row)));
}

function toItem(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
  isKnown: boolean,
): WebhookDelivery {
  const data: JsonObject = JSON.parse(row.data);
  const objectId = data['id'];
  return {
    id: row.id,
    type: row.type,
    at: new Date(row.at).toISOString(),
    ...(isKnown && typeof objectId === 'string' && { objectId }),
    state: row.state,
    ...(row.next_at !== null && { nextAttemptAt: new Date(row.next_at).toISOString() }),
    attempts: attempts.slice(-MOST_ATTEMPTS).map(({ id, at, ms, status, error, answer }) => ({
      id,
      at: new Date(at).toISOString(),
      ms,
      ...(status !== null && { status }),
      ...(error !== null && errorOf(error)),
      ...(isKnown && answer !== null && { answer }),
    })),
  };
}

function errorOf(stored: string) {
  const { reason, text } = splitReason(stored, isAttemptFailure);
  return { error: text, ...(reason !== undefined && { reason }) };
}
