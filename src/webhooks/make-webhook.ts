import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import type { Outbound } from '#outbound/outbound.ts';
import { newSecret } from './sign.ts';
import { webhookContext } from './webhook.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import type { NewWebhookBody } from './webhooks.shapes.ts';
import {
  countWebhooks,
  insertWebhook,
  selectTemplateName,
  type WebhookRow,
} from './webhooks.store.ts';

export const MOST_WEBHOOKS = 1000;

/**
 * Creates a webhook, for /app and /v2, which name the template field differently. It tells only of forms that its creator
 * may see. @throws AppError `invalid-value`, `forbidden`, `too-many`.
 */
export async function makeWebhook(
  deps: WebhookDeps,
  tx: Tx,
  actor: Actor & { readonly userId: string },
  input: NewWebhookBody,
  templateField: 'templateId' | 'entityId' = 'templateId',
): Promise<{ readonly row: WebhookRow; readonly secret: string }> {
  const { clock, ids, random, seal, audit } = deps;
  const { accountId } = actor;
  const { targetUrl, eventTypes, templateId, description } = input;
  requireCallable(deps.outbound, targetUrl);
  requireText(description);
  if (templateId !== undefined) {
    await requireVisibleTemplate(deps, tx, actor, templateId, templateField);
  }
  await lockAccount(tx, accountId);
  if ((await countWebhooks(tx, accountId)) >= MOST_WEBHOOKS) {
    throw fail(
      'too-many',
      `An account can have at most ${MOST_WEBHOOKS} webhooks. Delete one first.`,
      {
        because: { reason: 'most-items', limit: MOST_WEBHOOKS },
      },
    );
  }
  const id = ids.next();
  const secret = newSecret(random);
  const row: WebhookRow = {
    account_id: accountId,
    id,
    target_url: targetUrl,
    event_types: JSON.stringify(eventTypes),
    template_id: templateId ?? null,
    description: description ?? null,
    secret: seal.seal(webhookContext(accountId, id), secret),
    previous_secret: null,
    previous_until: null,
    state: 'active',
    disabled_reason: null,
    disabled_at: null,
    failing_since: null,
    created_by: actor.userId,
    created_at: clock.now(),
  };
  await insertWebhook(tx, row);
  await audit.append(tx, actor, {
    action: 'webhook.create',
    targetType: 'Webhook',
    targetId: id,
    detail: { targetUrl, eventTypes, ...(templateId !== undefined && { templateId }) },
  });
  return { row, secret };
}

/** @throws AppError `invalid-value` for a URL that would never be called. */
export function requireCallable(outbound: Outbound, targetUrl: string): void {
  // A URL parser drops white space and control characters, so the stored URL would differ from the given one.
  if (/[\s\p{Cc}]/u.test(targetUrl)) throw notCallable('it contains white space');
  const url = URL.parse(targetUrl);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') {
    throw notCallable('it must be an https address without a user name, password or fragment');
  }
  try {
    outbound.checkUrl(targetUrl);
  } catch (error) {
    throw notCallable(error instanceof Error ? error.message : 'Formstead can not call it');
  }
}

const notCallable = (why: string) =>
  fail('invalid-value', `Webhooks can't be sent to this address: ${why}.`, {
    because: { reason: 'webhook-address' },
    at: 'targetUrl',
  });

/** @throws AppError `invalid-value` for text that can't be stored. */
export function requireText(description: string | null | undefined): void {
  if (description === undefined || description === null || isStorable(description)) return;
  throw fail('invalid-value', "The description contains characters that can't be stored.", {
    at: 'description',
    because: { reason: 'not-storable' },
  });
}

/**
 * @throws AppError `invalid-value` if the account has no such template, `forbidden` if the admin may not see its forms
 * and would therefore never be told of them.
 */
export async function requireVisibleTemplate(
  { seersOf }: Pick<WebhookDeps, 'seersOf'>,
  tx: Tx,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  id: string,
  at: string,
): Promise<void> {
  if (isStorable(id) && (await selectTemplateName(tx, accountId, id)) !== undefined) {
    if ((await seersOf(tx, accountId, id, [userId])).has(userId)) return;
    throw fail(
      'forbidden',
      'You have no right to see the answers of this template. Take the rights on it first, or choose another template.',
      { at, because: { reason: 'right-see' } },
    );
  }
  throw fail('invalid-value', 'There is no template with this id.', {
    at,
    because: { reason: 'unknown-template' },
  });
}
