import type { Static } from 'typebox';
import type { HookItem } from '#webhooks/webhooks.shapes.ts';
import type { WebhookRow } from '#webhooks/webhooks.store.ts';

/** Returns a webhook in the reference service's shape. */
export function toHookItem(row: WebhookRow): Static<typeof HookItem> {
  const eventTypes: Static<typeof HookItem>['eventTypes'] = JSON.parse(row.event_types);
  return {
    id: row.id,
    eventType: eventTypes[0] ?? '',
    eventTypes,
    targetUrl: row.target_url,
    ...(row.template_id !== null && { entityId: row.template_id }),
    state: row.state,
  };
}
