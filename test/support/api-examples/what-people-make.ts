import { waitUntil } from '../wait-until.ts';
import { recordLook, recordRules } from './of-templates.ts';
import type { Recorder } from './recorder.ts';

/** What people otherwise make on pages: series, actions on many forms, dashboards and saved views. */
export async function recordWhatPeopleMake(
  { instance, call }: Recorder,
  templateId: string,
): Promise<void> {
  const template = { ids: { id: templateId } };
  const ofVersion = { ids: { ...template.ids, number: '1' } };
  await call('GET /v2/templates/{id}/versions/{number}', 200, ofVersion);
  const file = await call('GET /v2/templates/{id}/file', 200, template);
  await call('GET /v2/templates/{id}/xlsform', 200, template);
  await call('POST /v2/templates/import', 201, {
    query: '?name=Moved',
    body: file.text,
    headers: { 'content-type': 'application/json' },
  });
  await recordRules({ instance, call }, template);
  await recordLook({ call }, template);
  await call('GET /v2/holidays', 200);
  await call('GET /v2/assignments/people', 200);
  await call('GET /v2/templates/{id}/answers/sums', 200, template);
  await call('GET /v2/templates/{id}/answers/schema', 200, template);
  const body = {
    rule: { frequency: 'monthly', byMonthDay: [1] },
    start: '2090-01-01',
    time: '17:00',
    holidays: 'skip',
    assignee: { type: 'User', id: instance.account.userId },
    leadDays: 3,
  };
  const series = await call('POST /v2/templates/{id}/series', 201, { ...template, body });
  const ofSeries = { ids: { id: String(series.at('id')) } };
  await call('GET /v2/templates/{id}/series', 200, template);
  await call('GET /v2/series/{id}', 200, ofSeries);
  await call('PATCH /v2/series/{id}', 200, { ...ofSeries, body: { paused: true } });
  await call('DELETE /v2/series/{id}', 204, ofSeries);

  const read = await instance.request('GET', `/v2/templates/${templateId}`);
  const fields = { site: { text: 'Dam 7' } };
  const written = await instance.request('POST', '/v2/formz', { body: { templateId, fields } });
  const id = String(written.at('id'));
  const complete = await instance.request('POST', `/v2/formz/${id}/status`, {
    body: { status: 'complete' },
  });
  const revision = complete.at('revision');
  const ofField = { ids: { id, field: String(read.at('fields', 'site', 'id')) } };
  const corrected = { ...ofField, body: { value: 'Dam 8', revision } };
  await call('PUT /v2/formz/{id}/answers/{field}', 200, corrected);
  const listed = await call('GET /v2/formz/{id}/corrections', 200, ofField);
  const correction = String(listed.at('items', 0, 'id'));
  await call('GET /v2/formz/{id}/corrections/{correction}', 200, { ids: { id, correction } });
  await call('POST /v2/reviews/approve', 200, { body: { forms: [{ id, revision }] } });

  const weekly = { name: 'Every Monday', templateId, kind: 'csv', delivery: 'mail' };
  const when = { every: 'week', on: 1, time: '06:00' };
  const schedule = await call('POST /v2/scheduled-exports', 201, {
    body: { ...weekly, ...when },
  });
  const ofSchedule = { ids: { id: String(schedule.at('id')) } };
  await call('GET /v2/scheduled-exports', 200);
  await call('PATCH /v2/scheduled-exports/{id}', 200, { ...ofSchedule, body: { paused: true } });
  await call('DELETE /v2/scheduled-exports/{id}', 204, ofSchedule);

  const asked = { kind: 'csv', templateId, status: 'complete' };
  const exported = await call('POST /v2/exports', 202, { body: asked });
  const ofExport = { ids: { id: String(exported.at('id')) } };
  const state = () => instance.request('GET', `/v2/exports/${ofExport.ids.id}`);
  await waitUntil(async () => (await state()).at('state') === 'done');
  await call('GET /v2/exports', 200);
  await call('GET /v2/exports/{id}', 200, ofExport);
  const ofFile = { ids: { ...ofExport.ids, fileNumber: '0' } };
  await call('GET /v2/exports/{id}/files/{fileNumber}', 200, ofFile);
  await call('DELETE /v2/exports/{id}', 204, ofExport);

  const made = await call('POST /v2/formz', 201, { body: { templateId } });
  const forms = { ids: [String(made.at('id'))] };
  const deleting = { act: 'delete', forms, expected: 1 };
  const act = await call('POST /v2/bulk-acts', 202, { body: deleting });
  await call('POST /v2/bulk-acts', 409, {
    body: { ...deleting, forms: { list: { q: 'nobody' } } },
  });
  const ofAct = { ids: { id: String(act.at('id')) } };
  const progress = () => instance.request('GET', `/v2/bulk-acts/${ofAct.ids.id}`);
  await waitUntil(async () => (await progress()).at('state') === 'done');
  await call('GET /v2/bulk-acts', 200);
  await call('GET /v2/bulk-acts/{id}', 200, ofAct);
  await call('GET /v2/bulk-acts/{id}/forms', 200, ofAct);
  await call('DELETE /v2/bulk-acts/{id}', 204, ofAct);

  const tiles = [{ work: { figure: 'late', template: templateId, title: 'Late inspections' } }];
  const dashboard = await call('POST /v2/dashboards', 201, { body: { name: 'Monday', tiles } });
  const ofDashboard = { ids: { id: String(dashboard.at('id')) } };
  await call('GET /v2/dashboards', 200);
  await call('GET /v2/dashboards/{id}', 200, ofDashboard);
  await call('PUT /v2/dashboards/{id}', 200, { ...ofDashboard, body: { name: 'Every Monday' } });
  await call('DELETE /v2/dashboards/{id}', 204, ofDashboard);

  const shown = { status: 'draft', sort: 'createdDate' };
  const saved = { name: 'Begun', list: 'mine', state: shown };
  const view = await call('POST /v2/views', 201, { body: saved });
  const ofView = { ids: { id: String(view.at('id')) } };
  await call('GET /v2/views', 200);
  await call('PATCH /v2/views/{id}', 200, { ...ofView, body: { name: 'Not done yet' } });
  await call('DELETE /v2/views/{id}', 204, ofView);
}
