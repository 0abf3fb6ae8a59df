import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { requireCallable, requireText, requireVisibleTemplate } from './make-webhook.ts';
import { turnOn } from './turn-on.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { requireWebhook } from './webhook-item.ts';
import type { WebhookChangeBody } from './webhooks.shapes.ts';
import { turnOff, updateWebhook } from './webhooks.store.ts';

interface WebhookChange extends Omit<WebhookChangeBody, 'state'> {
  readonly state?: 'active' | 'disabled';
}

/**
 * Changes a webhook, for /app and /v2, which name the template field differently. null removes a member. After a change
 * of the address, the events or the template, it tells of the forms that the actor may see.
 * @throws AppError `not-found`, `invalid-value`, `forbidden`
 */
export async function changeWebhook(
  deps: WebhookDeps,
  tx: Tx,
  actor: Actor & { readonly userId: string },
  id: string,
  input: WebhookChange,
  templateField: 'templateId' | 'entityId' = 'templateId',
): Promise<void> {
  const { audit, clock, outbound } = deps;
  const { accountId } = actor;
  const { targetUrl, eventTypes, templateId, description, state } = input;
  if (targetUrl !== undefined) requireCallable(outbound, targetUrl);
  requireText(description);
  const row = await requireWebhook(tx, accountId, id);
  const isTold = [targetUrl, eventTypes, templateId].some((value) => value !== undefined);
  const template = templateId === undefined ? row.template_id : templateId;
  if (isTold && template !== null) {
    await requireVisibleTemplate(deps, tx, actor, template, templateField);
  }
  const change = {
    // The person who decides what the receiver learns may let it learn no more than they may see.
    ...(isTold && { created_by: actor.userId }),
    ...(targetUrl !== undefined && { target_url: targetUrl }),
    // How long the address before has failed would soon turn off the new one.
    ...(targetUrl !== undefined && targetUrl !== row.target_url && { failing_since: null }),
    ...(eventTypes !== undefined && { event_types: JSON.stringify(eventTypes) }),
    ...(templateId !== undefined && { template_id: templateId }),
    ...(description !== undefined && { description }),
  };
  if (Object.keys(change).length > 0) await updateWebhook(tx, accountId, id, change);
  if (state === 'disabled') await turnOff(tx, row, 'admin', clock.now());
  const changed = Object.keys(input).filter((name) => !(name === 'state' && state === 'active'));
  if (changed.length > 0) {
    await audit.append(tx, actor, {
      action: 'webhook.change',
      targetType: 'Webhook',
      targetId: id,
      detail: { changed, ...(targetUrl !== undefined && { targetUrl }) },
    });
  }
  if (state === 'active') await turnOn(deps, tx, actor, row);
}
