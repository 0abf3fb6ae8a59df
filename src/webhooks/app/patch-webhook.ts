import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { requireCallable, requireTemplate, requireText } from '#webhooks/make-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { readWebhookItem, requireWebhook } from '#webhooks/webhook-item.ts';
import { Webhook, WebhookChangeBody } from '#webhooks/webhooks.shapes.ts';
import { turnOff, updateWebhook } from '#webhooks/webhooks.store.ts';

/** PATCH /app/v1/webhooks/:id: changes the URL or the events of a webhook, or turns it off. */
export const patchWebhook = ({ db, clock, audit, outbound, seersOf }: WebhookDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/webhooks/:id',
    role: 'admin',
    confirmed: true,
    body: WebhookChangeBody,
    doc: {
      summary: 'Change a webhook',
      tag: 'Webhooks',
      description: 'null removes a member. While the webhook is off, no events are queued for it.',
      responses: {
        200: { description: 'The current state.', schema: Webhook },
        404: { description: 'There is no such webhook.' },
      },
    },
    async handle(request) {
      const input = request.body;
      const { targetUrl, eventTypes, templateId, description, state } = input;
      if (targetUrl !== undefined) requireCallable(outbound, targetUrl);
      requireText(description);
      const { accountId } = request.principal;
      const id = request.params.id;
      const body = await db.transaction(async (tx) => {
        const row = await requireWebhook(tx, accountId, id);
        if (typeof templateId === 'string') {
          await requireTemplate({ seersOf }, tx, request.principal, templateId, 'templateId');
        }
        const change = {
          ...(targetUrl !== undefined && { target_url: targetUrl }),
          ...(eventTypes !== undefined && { event_types: JSON.stringify(eventTypes) }),
          ...(templateId !== undefined && { template_id: templateId }),
          ...(description !== undefined && { description }),
        };
        if (Object.keys(change).length > 0) await updateWebhook(tx, accountId, id, change);
        if (state !== undefined) await turnOff(tx, row, 'admin', clock.now());
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'webhook.change',
          targetType: 'Webhook',
          targetId: id,
          detail: { changed: Object.keys(input), ...(targetUrl !== undefined && { targetUrl }) },
        });
        return readWebhookItem(tx, accountId, id, clock.now());
      });
      return { status: 200, body };
    },
  });
