import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseBodyInput } from '#http/input.ts';
import { changeWebhook } from '#webhooks/change-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { requireWebhook } from '#webhooks/webhook-item.ts';
import { HookChangesBody, HookItem } from '#webhooks/webhooks.shapes.ts';
import { toHookItem } from './hook-item.ts';

/** PATCH /v2/webhooks/:id: changes a webhook, or turns it off and on. */
export const patchHook = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: '/v2/webhooks/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    body: 'json',
    doc: {
      summary: 'Change a webhook',
      tag: 'Webhooks',
      description: 'While a webhook is disabled, no events are queued for it.',
      body: HookChangesBody,
      responses: {
        200: { description: 'The new state.', schema: HookItem },
        404: 'no webhook in the account',
      },
    },
    async handle(request) {
      const { entityId, ...others } = parseBodyInput(HookChangesBody, request.body);
      const { accountId, userId } = request.principal;
      const actor = { ...actorOf(request, 'api'), userId };
      const { id } = request.params;
      const input = {
        ...others,
        ...(entityId !== undefined && { templateId: entityId?.toLowerCase() ?? null }),
      };
      const row = await deps.db.transaction(async (tx) => {
        await changeWebhook(deps, tx, actor, id, input, 'entityId');
        return requireWebhook(tx, accountId, id);
      });
      return { status: 200, body: toHookItem(row, deps.clock.now()) };
    },
  });
