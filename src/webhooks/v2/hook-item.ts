import type { Static } from 'typebox';
import type { HookItem } from '#webhooks/webhooks.shapes.ts';
import type { WebhookRow } from '#webhooks/webhooks.store.ts';

/** Returns a webhook in the reference service's shape. */
export function toHookItem(row: WebhookRow, now: number): Static<typeof HookItem> {
  const { previous_until: until } = row;
  const eventTypes: Static<typeof HookItem>['eventTypes'] = JSON.parse(row.event_types);
  return {
    id: row.id,
    eventType: eventTypes[0] ?? '',
    eventTypes,
    targetUrl: row.target_url,
    ...(row.template_id !== null && { entityId: row.template_id }),
    ...(row.description !== null && { description: row.description }),
    state: row.state,
    ...(row.disabled_reason !== null && { disabledReason: row.disabled_reason }),
    ...(until !== null && now < until && { previousSecretUntil: new Date(until).toISOString() }),
  };
}
