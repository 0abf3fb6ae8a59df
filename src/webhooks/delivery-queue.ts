import type { AfterCommit } from '#db/after-commit.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import { currentSpan } from '#kernel/on-behalf.ts';
import { insertDeliveries, MESSAGE_PREFIX, resend, type WebhookKey } from './deliveries.store.ts';
import { dataOf } from './message.ts';
import { isWanted, RULE_EVENT, type SeersOf, TEST_EVENT, type WebhookEvent } from './webhook.ts';
import { requireWebhook } from './webhook-item.ts';
import { selectListeners } from './webhooks.store.ts';

/** The delivery queue of webhooks. Deliveries are written in the transaction of their event, so that none is lost. */
export interface DeliveryQueue {
  append(tx: Tx, event: WebhookEvent): Promise<void>;
  /** Queues a test event for one webhook, which is delivered like any other. @returns the id of its delivery. */
  appendTest(tx: Tx, to: WebhookKey): Promise<string>;
  /**
   * Queues what a rule has to say to one webhook.
   * @param data what {@link AnswersFor} completes when it is sent: `id` and `templateId` of the form, and `fields`
   * @returns the id of its delivery
   * @throws AppError `not-found`, `webhook-disabled`
   */
  appendForRule(tx: Tx, to: WebhookKey, data: JsonObject): Promise<string>;
  /** @throws AppError `not-found`, `webhook-disabled` */
  requireFor(db: Reader, to: WebhookKey): Promise<void>;
  /** @returns false if the webhook has no such delivery. */
  resend(tx: Tx, of: WebhookKey, deliveryId: string): Promise<boolean>;
  /** Has the listener check the webhook once the transaction is durable. */
  remind(tx: Tx, of: WebhookKey): void;
  /** Registers the function that is called, after the commit, for each webhook with something to deliver. */
  listen(onDue: (of: WebhookKey) => void): void;
}

export interface DeliveryQueueDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly afterCommit: AfterCommit;
  readonly seersOf: SeersOf;
}

export function createDeliveryQueue({
  clock,
  ids,
  afterCommit,
  seersOf,
}: DeliveryQueueDeps): DeliveryQueue {
  let listener: ((of: WebhookKey) => void) | undefined;

  const remind: DeliveryQueue['remind'] = (tx, of) => afterCommit.add(tx, () => listener?.(of));
  const write = async (
    tx: Tx,
    event: { readonly accountId: string; readonly type: string; readonly at: number },
    webhookIds: readonly string[],
    data: string,
  ): Promise<readonly string[]> => {
    const { accountId, type, at } = event;
    const trace = currentSpan()?.traceparent ?? null;
    const rows = webhookIds.map((webhookId) => ({
      account_id: accountId,
      id: `${MESSAGE_PREFIX}${ids.next()}`,
      webhook_id: webhookId,
      type,
      at,
      data,
      state: 'waiting' as const,
      attempts: 0,
      next_at: clock.now(),
      trace,
    }));
    await insertDeliveries(tx, rows);
    for (const webhookId of webhookIds) remind(tx, { accountId, webhookId });
    return rows.map(({ id }) => id);
  };

  /** Returns the ids of the webhooks whose creator may know of the event: all admins know the templates. */
  const entitled = async (
    tx: Tx,
    { accountId, type, templateId }: WebhookEvent,
    webhooks: Awaited<ReturnType<typeof selectListeners>>,
  ): Promise<readonly string[]> => {
    if (webhooks.length === 0 || type === 'template.published') return webhooks.map(({ id }) => id);
    const creators = webhooks.map(({ created_by }) => created_by);
    const seers = await seersOf(tx, accountId, templateId, creators);
    return webhooks.filter(({ created_by }) => seers.has(created_by)).map(({ id }) => id);
  };

  const requireFor: DeliveryQueue['requireFor'] = async (db, { accountId, webhookId }) => {
    const { state } = await requireWebhook(db, accountId, webhookId);
    if (state === 'active') return;
    throw fail(
      'webhook-disabled',
      'The webhook is turned off. Turn it on, so that rules can call it.',
    );
  };
  return {
    remind,
    requireFor,
    async appendForRule(tx, to, data) {
      await requireFor(tx, to);
      const event = { accountId: to.accountId, type: RULE_EVENT, at: clock.now() };
      const [id = ''] = await write(tx, event, [to.webhookId], JSON.stringify(data));
      return id;
    },
    async append(tx, event) {
      const listeners = await selectListeners(tx, event.accountId);
      const subscribed = listeners.filter(
        ({ template_id, event_types }) =>
          (template_id === null || template_id === event.templateId) &&
          isWanted(JSON.parse(event_types), event.type),
      );
      const told = await entitled(tx, event, subscribed);
      if (told.length > 0) await write(tx, event, told, dataOf(event));
    },
    async appendTest(tx, { accountId, webhookId }) {
      const event = { accountId, type: TEST_EVENT, at: clock.now() };
      const [id = ''] = await write(tx, event, [webhookId], JSON.stringify({ webhookId }));
      return id;
    },
    async resend(tx, of, deliveryId) {
      const found = await resend(tx, of, deliveryId, clock.now());
      if (found) remind(tx, of);
      return found;
    },
    listen(onDue) {
      listener = onDue;
    },
  };
}
