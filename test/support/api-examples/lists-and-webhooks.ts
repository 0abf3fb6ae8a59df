import { LIST_SHAPE } from '../lists.ts';
import type { Recorder } from './recorder.ts';

const CSV = 'Code,Title,Region,Area (m²),Last check\nD7,Dam 7,North,12.5,2026-01-31\n';

/** Shared lists, webhooks and the audit log. */
export async function recordListsAndWebhooks(recorder: Recorder): Promise<void> {
  const { call } = recorder;
  await recordLists(recorder);
  const body = { eventType: 'form.completed', targetUrl: 'https://hooks.example.org/formstead' };
  const hook = await call('POST /v2/webhooks', 201, { body });
  const ids = { id: String(hook.at('id')) };
  await call('POST /v2/webhooks', 400, { body: { ...body, eventType: 'form.exploded' } });
  await call('GET /v2/webhooks', 200);
  await call('GET /v2/webhooks/{id}', 200, { ids });
  await call('DELETE /v2/webhooks/{id}', 204, { ids });
  await call('GET /v2/audit-events', 200, { query: '?action=webhook&pageSize=1' });
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
  await call('DELETE /v2/lists/{id}', 204, { ids });
}
