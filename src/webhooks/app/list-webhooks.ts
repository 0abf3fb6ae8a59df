import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { toWebhookItems } from '#webhooks/webhook-item.ts';
import { WEBHOOK_QUERY, WebhookList } from '#webhooks/webhooks.shapes.ts';
import { selectWebhooks } from '#webhooks/webhooks.store.ts';

export const listWebhooks = ({ db, seal, clock }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/webhooks',
    role: 'admin',
    query: WEBHOOK_QUERY,
    doc: {
      summary: 'List webhooks',
      tag: 'Webhooks',
      responses: { 200: { description: 'Oldest first.', schema: WebhookList } },
    },
    async handle({ principal: { accountId }, query }) {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const context: ListContext = { list: 'webhooks', accountId, terms: [] };
      const [after] = openCursor(seal, context, cursor) ?? [];
      const rows = await selectWebhooks(db.reader, accountId, { after, limit: limit + 1 });
      const items = await toWebhookItems(db.reader, accountId, rows, clock.now());
      const body = toPage(seal, context, items, limit, {
        positionOf: ({ id }) => [id],
        toItem: (item) => item,
      });
      return { status: 200, body };
    },
  });
