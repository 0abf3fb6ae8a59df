import type { Reader } from '#db/database.ts';
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
import type { WebhookDelivery } from './webhooks.shapes.ts';

const MOST_ATTEMPTS = 20;

/** Returns deliveries of a webhook with their attempts, newest first, as pages and /v2 show them. */
export async function readDeliveries(
  db: Reader,
  of: WebhookKey,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly WebhookDelivery[]> {
  const rows = await selectDeliveries(db, of, page);
  const ids = rows.map(({ id }) => id);
  const attempts = Map.groupBy(
    await selectAttempts(db, of.accountId, ids),
    ({ delivery_id }) => delivery_id,
  );
  return rows.map((row) => toItem(row, attempts.get(row.id) ?? []));
}

function toItem(row: DeliveryRow, attempts: readonly AttemptRow[]): WebhookDelivery {
  const data: JsonObject = JSON.parse(row.data);
  const objectId = data['id'];
  return {
    id: row.id,
    type: row.type,
    at: new Date(row.at).toISOString(),
    ...(typeof objectId === 'string' && { objectId }),
    state: row.state,
    ...(row.next_at !== null && { nextAttemptAt: new Date(row.next_at).toISOString() }),
    attempts: attempts.slice(-MOST_ATTEMPTS).map(({ id, at, ms, status, error, answer }) => ({
      id,
      at: new Date(at).toISOString(),
      ms,
      ...(status !== null && { status }),
      ...(error !== null && errorOf(error)),
      ...(answer !== null && { answer }),
    })),
  };
}

function errorOf(stored: string) {
  const { reason, text } = splitReason(stored, isAttemptFailure);
  return { error: text, ...(reason !== undefined && { reason }) };
}
