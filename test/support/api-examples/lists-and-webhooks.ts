import type { Instance } from '../instance.ts';
import { LIST_SHAPE } from '../lists.ts';
import type { Recorder } from './recorder.ts';

const CSV = 'Code,Title,Region,Area (m²),Last check\nD7,Dam 7,North,12.5,2026-01-31\n';

/** Shared lists, webhooks and the audit log. */
export async function recordListsAndWebhooks(recorder: Recorder): Promise<void> {
  const { call } = recorder;
  await recordLists(recorder);
  const body = {
    eventTypes: ['form.completed', 'form.deleted'],
    targetUrl: 'https://hooks.example.org/formstead',
  };
  const hook = await call('POST /v2/webhooks', 201, { body });
  const ids = { id: String(hook.at('id')) };
  await call('POST /v2/webhooks', 400, { body: { ...body, eventTypes: ['form.exploded'] } });
  await call('GET /v2/webhooks', 200);
  await call('GET /v2/webhooks/{id}', 200, { ids });
  const changes = { description: 'Copies inspections', eventTypes: ['form.completed'] };
  await call('PATCH /v2/webhooks/{id}', 200, { ids, body: changes });
  const overlap = { overlapSeconds: 86_400 };
  await call('POST /v2/webhooks/{id}/rotate-secret', 200, { ids, body: overlap });
  await recordDeliveries(recorder, ids.id);
  await call('DELETE /v2/webhooks/{id}', 204, { ids });
  // Events are linked within seconds: before the call, so that they always are.
  await recorder.instance.services.chains.linkPending();
  await call('GET /v2/audit-events', 200, { query: '?action=webhook&pageSize=1' });
}

async function recordDeliveries({ instance, call }: Recorder, webhookId: string): Promise<void> {
  const ids = { id: webhookId };
  const deliveryId = await makeDelivery(instance, webhookId);
  await call('GET /v2/webhooks/{id}/deliveries', 200, { ids });
  const one = { ...ids, deliveryId };
  await call('POST /v2/webhooks/{id}/deliveries/{deliveryId}/resend', 204, { ids: one });
  await call('POST /v2/webhooks/{id}/test', 202, { ids });
  await call('PATCH /v2/webhooks/{id}', 200, { ids, body: { state: 'disabled' } });
  await call('POST /v2/webhooks/{id}/test', 409, { ids });
}

/** Puts a delivery on record, as if it had been sent: what a receiver answers would differ each time. */
async function makeDelivery({ services, account }: Instance, webhookId: string): Promise<string> {
  const { db, ids } = services;
  const key = { account_id: account.accountId };
  const id = `msg_${ids.next()}`;
  const at = Date.UTC(2026, 0, 31);
  const data = JSON.stringify({ id: ids.next() });
  await db.transaction(async (tx) => {
    const event = { type: 'form.completed', at, data, attempts: 1, next_at: null };
    await tx
      .insertInto('webhook_deliveries')
      .values({ ...key, id, webhook_id: webhookId, state: 'delivered', ...event })
      .execute();
    const attempt = { at, ms: 84, status: 204, error: null, answer: null };
    await tx
      .insertInto('webhook_attempts')
      .values({ ...key, id: ids.next(), delivery_id: id, ...attempt })
      .execute();
  });
  return id;
}

async function recordLists({ call }: Recorder): Promise<void> {
  const made = await call('POST /v2/lists', 201, { body: { name: 'Dams', ...LIST_SHAPE } });
  const ids = { id: String(made.at('id')) };
  await call('POST /v2/lists', 422, { body: { name: 'Dams', ...LIST_SHAPE, keyColumn: 'colour' } });
  await call('GET /v2/lists', 200);
  await call('GET /v2/lists/{id}', 200, { ids });
  const rows = [{ code: 'D8', title: 'Dam 8', region: 'South', area: 30 }];
  await call('POST /v2/lists/{id}/rows', 200, { ids, body: { rows } });
  await call('POST /v2/lists/{id}/rows', 412, { ids, body: { rows, version: 99 } });
  await call('POST /v2/lists/{id}/rows', 422, { ids, body: { rows: [{ title: 'No code' }] } });
  const file = { ids, body: CSV, headers: { 'content-type': 'text/csv' } };
  await call('PUT /v2/lists/{id}/rows', 200, file);
  await call('GET /v2/lists/{id}/rows', 200, { ids, query: '?q=dam' });
  await call('GET /v2/lists/{id}/changes', 200, { ids, query: '?seq=0' });
  await call('PATCH /v2/lists/{id}', 200, { ids, body: { name: 'Dams and weirs' } });
  await call('PATCH /v2/lists/{id}', 412, { ids, body: { name: 'Weirs', revision: 99 } });
  const shown = { columns: ['code', 'title'] };
  await call('PUT /v2/lists/{id}/public-columns', 200, { ids, body: shown });
  await call('GET /v2/lists/{id}/versions', 200, { ids });
  await call('DELETE /v2/lists/{id}', 204, { ids });
}
