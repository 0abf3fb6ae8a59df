import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { readDeliveries } from '#webhooks/read-deliveries.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';
import { WEBHOOK_QUERY, WebhookDeliveryList } from '#webhooks/webhooks.shapes.ts';

export const listDeliveries = ({ db, seal, seersOf }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/webhooks/:id/deliveries',
    role: 'admin',
    query: WEBHOOK_QUERY,
    doc: {
      summary: 'List the deliveries of a webhook',
      tag: 'Webhooks',
      description: 'Lists the deliveries of the last 30 days.',
      responses: {
        200: { description: 'Newest first.', schema: WebhookDeliveryList },
        404: 'no webhook',
      },
    },
    async handle({ principal: { accountId, userId }, query, params }) {
      const webhookId = params.id;
      const { limit = DEFAULT_LIMIT, cursor } = query;
      await requireWebhook(db.reader, accountId, webhookId);
      const context: ListContext = { list: 'deliveries', accountId, terms: [webhookId] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const page = { before, limit: limit + 1 };
      const of = { accountId, webhookId };
      const rows = await readDeliveries({ db, seersOf }, of, page, userId);
      const body = toPage(seal, context, rows, limit, {
        positionOf: ({ id }) => [id],
        toItem: (delivery) => delivery,
      });
      return { status: 200, body };
    },
  });
