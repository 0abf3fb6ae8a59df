import type { Static } from 'typebox';
import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { fail } from '#kernel/errors.ts';
import { makeWebhook } from '#webhooks/make-webhook.ts';
import type { WebhookDeps } from '#webhooks/webhook-deps.ts';
import { NewHookBody, type NewWebhookBody, ShownHook } from '#webhooks/webhooks.shapes.ts';
import { toHookItem } from './hook-item.ts';

export const subscribeHook = (deps: WebhookDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/webhooks',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'webhooks', role: 'admin' },
    body: 'json',
    doc: {
      summary: 'Subscribe a webhook',
      tag: 'Webhooks',
      description:
        'Subscribes to one event (`eventType`) or to several (`eventTypes`). The section "webhooks" of this document describes what Formstead sends, signed according to Standard Webhooks 1.0.0. `webhook-id` is the same for every attempt.',
      idempotent: true,
      body: NewHookBody,
      responses: {
        201: { description: 'Created. The secret is shown only once.', schema: ShownHook },
      },
    },
    async handle(request) {
      const sent = parseInput(NewHookBody, request.body);
      const { targetUrl, entityId, description } = sent;
      const actor = { ...actorOf(request, 'api'), userId: request.principal.userId };
      const input = {
        eventTypes: eventTypesOf(sent),
        targetUrl,
        ...(description !== undefined && { description }),
        ...(entityId !== undefined && { templateId: entityId.toLowerCase() }),
      };
      // Kept out of the result, which a repeated request gets: a secret is never in a second answer.
      let secret: string | undefined;
      const row = await deps.idempotency.once(request, 'POST /v2/webhooks', async (tx) => {
        const made = await makeWebhook(deps, tx, actor, input, 'entityId');
        secret = made.secret;
        return made.row;
      });
      const item = toHookItem(row, deps.clock.now());
      return { status: 201, body: { ...item, ...(secret !== undefined && { secret }) } };
    },
  });

/** @throws AppError `invalid-value` unless there is one of the two members. */
function eventTypesOf({
  eventType,
  eventTypes,
}: Static<typeof NewHookBody>): NewWebhookBody['eventTypes'] {
  if (eventTypes !== undefined && eventType === undefined) return eventTypes;
  if (eventType !== undefined && eventTypes === undefined) return [eventType];
  throw fail('invalid-value', 'Send either eventTypes or eventType.', {
    at: 'eventTypes',
    because: { reason: eventType === undefined ? 'missing' : 'conflict' },
  });
}
