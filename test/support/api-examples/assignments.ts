import type { Recorder } from './recorder.ts';

/** Work that a planning system sends to people, changes, and reads back. */
export async function recordAssignments(recorder: Recorder, templateId: string): Promise<void> {
  const { instance, call } = recorder;
  const assignee = { type: 'User', id: instance.account.userId };
  const body = {
    templateId,
    assignee,
    dueDate: '2027-01-31T17:00:00+01:00',
    instructions: 'The key is at the gate.',
    reference: 'order-4711',
    fields: { site: { text: 'Dam 7' } },
  };
  const sent = await call('POST /v2/assignments', 201, { body });
  const ids = { id: String(sent.at('assignments', 0, 'id')) };
  await call('POST /v2/assignments', 200, { body });
  const group = { ...body, assignee: { type: 'Group', id: instance.services.ids.next() } };
  await call('POST /v2/assignments', 400, { body: { ...group, reference: 'order-4712' } });
  await call('GET /v2/assignments', 200, { query: '?state=waiting,begun&dueTo=2027-01-31' });
  await call('GET /v2/assignments/figures', 200, { query: `?template=${templateId}` });
  await call('GET /v2/assignments/export', 200, { query: '?format=csv&overdue=true' });
  await call('GET /v2/assignments/{id}', 200, { ids });
  const later = { dueDate: '2027-02-01T17:00:00+01:00' };
  const headers = { 'if-match': '"1"' };
  await call('PATCH /v2/assignments/{id}', 200, { ids, body: later, headers });
  await call('PATCH /v2/assignments/{id}', 412, { ids, body: later, headers });
  await call('POST /v2/assignments/{id}/form', 201, { ids });
  await call('POST /v2/assignments/{id}/form', 409, { ids });
  const second = await call('POST /v2/assignments', 201, {
    body: { ...body, reference: 'order-4713' },
  });
  const declined = { id: String(second.at('assignments', 0, 'id')) };
  await call('POST /v2/assignments/{id}/decline', 200, {
    ids: declined,
    body: { reason: 'The road is closed.' },
  });
  const third = await call('POST /v2/assignments', 201, {
    body: { ...body, reference: 'order-4714' },
  });
  const cancelled = { id: String(third.at('assignments', 0, 'id')) };
  await call('POST /v2/assignments/{id}/remind', 409, { ids: cancelled });
  await call('POST /v2/assignments/{id}/cancel', 200, { ids: cancelled });
}
