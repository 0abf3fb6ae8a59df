// Example webhooks with their deliveries: one that fails, and one that is off.
import type { Services } from '#services.ts';

const MINUTE_MS = 60_000;

/** Creates them in an organisation that has forms; nothing is sent. */
export async function makeWebhookLog(
  { db, ids, clock }: Pick<Services, 'db' | 'ids' | 'clock'>,
  accountId: string,
): Promise<void> {
  const now = clock.now();
  const make = async (description: string, isOff: boolean): Promise<string> => {
    const id = ids.next();
    const off = { state: 'disabled', disabled_reason: 'gone', disabled_at: now } as const;
    const on = { state: 'active', disabled_reason: null, disabled_at: null } as const;
    await db.reader
      .insertInto('webhooks')
      .values({
        account_id: accountId,
        id,
        target_url: 'https://erp.hooks.invalid/formstead/events',
        event_types: '["form.completed","form.reopened"]',
        template_id: null,
        description,
        secret: 'x',
        previous_secret: 'x',
        previous_until: now + 60 * MINUTE_MS,
        failing_since: now - 40 * MINUTE_MS,
        created_by: accountId,
        created_at: now - 9000 * MINUTE_MS,
        ...(isOff ? off : on),
      })
      .execute();
    return id;
  };
  const send = async (webhookId: string, state: 'waiting' | 'delivered' | 'failed') => {
    const id = `msg_${ids.next()}`;
    const at = now - 40 * MINUTE_MS;
    const next = state === 'waiting' ? now + 20 * MINUTE_MS : null;
    const event = { type: 'form.completed', data: '{"id":"x"}', attempts: 1, next_at: next };
    await db.reader
      .insertInto('webhook_deliveries')
      .values({ account_id: accountId, id, webhook_id: webhookId, at, state, ...event })
      .execute();
    const isFine = state === 'delivered';
    await db.reader
      .insertInto('webhook_attempts')
      .values({
        account_id: accountId,
        id: ids.next(),
        delivery_id: id,
        at,
        ms: 84,
        status: isFine ? 204 : 503,
        error: null,
        answer: isFine ? null : '{"error":"the queue is full"}',
      })
      .execute();
  };
  const failing = await make('Enterprise resource planning', false);
  for (const state of ['delivered', 'failed', 'waiting'] as const) await send(failing, state);
  await make('Old archive', true);
}
