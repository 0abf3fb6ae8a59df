import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import type { JsonObject } from '#kernel/json.ts';
import { splitReason } from '#kernel/reasoned-text.ts';
import { isAttemptFailure } from '#webhooks/attempt.ts';
import {
  type AttemptRow,
  type DeliveryRow,
  selectAttempts,
  selectDeliveries,
} from '#webhooks/deliveries.store.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';
import {
  WEBHOOK_QUERY,
  type WebhookDelivery,
  WebhookDeliveryList,
} from '#webhooks/webhooks.shapes.ts';

const MOST_ATTEMPTS = 20;

export const listDeliveries = ({ db, seal }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/webhooks/:id/deliveries',
    role: 'admin',
    doc: {
      summary: 'List the deliveries of a webhook',
      tag: 'Webhooks',
      description: 'Lists the deliveries of the last 30 days.',
      query: WEBHOOK_QUERY,
      responses: {
        200: { description: 'Newest first.', schema: WebhookDeliveryList },
        404: { description: 'There is no such webhook.' },
      },
    },
    async handle({ principal: { accountId }, query, params }) {
      const webhookId = params.id;
      const { limit = DEFAULT_LIMIT, cursor } = parseQueryInput(WEBHOOK_QUERY, query);
      await requireWebhook(db.reader, accountId, webhookId);
      const context: ListContext = { list: 'deliveries', accountId, terms: [webhookId] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const page = { before, limit: limit + 1 };
      const rows = await selectDeliveries(db.reader, { accountId, webhookId }, page);
      const ids = rows.map(({ id }) => id);
      const attempts = Map.groupBy(
        await selectAttempts(db.reader, accountId, ids),
        ({ delivery_id }) => delivery_id,
      );
      const body = toPage(seal, context, rows, limit, {
        positionOf: ({ id }) => [id],
        toItem: (row) => toItem(row, attempts.get(row.id) ?? []),
      });
      return { status: 200, body };
    },
  });

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
