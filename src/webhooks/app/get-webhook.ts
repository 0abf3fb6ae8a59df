import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem } from '#webhooks/webhook-item.ts';
import { Webhook } from '#webhooks/webhooks.shapes.ts';

export const getWebhook = ({ db, clock }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/webhooks/:id',
    role: 'admin',
    doc: {
      summary: 'Read a webhook',
      tag: 'Webhooks',
      responses: {
        200: { description: 'The webhook, without its secret.', schema: Webhook },
        404: 'no webhook',
      },
    },
    async handle({ principal: { accountId }, params }) {
      const id = params.id;
      return { status: 200, body: await readWebhookItem(db.reader, accountId, id, clock.now()) };
    },
  });
