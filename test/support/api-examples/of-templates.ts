import { PNG } from '../attachments.ts';
import { waitUntil } from '../wait-until.ts';
import type { Recorder, Sent } from './recorder.ts';

/** Rules of a template, from their first trial to a run that is asked for once more. */
export async function recordRules(
  { instance, call }: Pick<Recorder, 'instance' | 'call'>,
  template: Required<Pick<Sent, 'ids'>>,
): Promise<void> {
  const templateId = template.ids['id'];
  const rule = {
    name: 'Hand on dams',
    trigger: 'begun',
    condition: "{site} = 'Dam 7'",
    actions: [{ type: 'hand-on', to: { type: 'User', id: instance.account.userId } }],
  };
  const fields = { site: { text: 'Weir 2' } };
  const begun = () => instance.request('POST', '/v2/formz', { body: { templateId, fields } });
  const formId = String((await begun()).at('id'));
  const trial = { ...template, body: { formId, rule } };
  await call('POST /v2/templates/{id}/rules/try', 200, trial);
  const made = await call('POST /v2/templates/{id}/rules', 201, { ...template, body: rule });
  const id = String(made.at('id'));
  await call('GET /v2/templates/{id}/rules', 200, template);
  const ordered = { ...template, body: { ids: [id] } };
  await call('PUT /v2/templates/{id}/rules/order', 204, ordered);
  await call('GET /v2/rules', 200, { query: `?names=${instance.account.userId}` });
  await begun();
  const runs = () => instance.request('GET', `/v2/templates/${templateId}/rule-runs`);
  await waitUntil(async () => (await runs()).at('items', 0) !== undefined);
  const listed = await call('GET /v2/templates/{id}/rule-runs', 200, template);
  const ofRun = { ids: { id: String(listed.at('items', 0, 'id')) } };
  await call('POST /v2/rule-runs/{id}/again', 202, ofRun);
  const ofRule = { ids: { id } };
  const { condition: _, ...always } = rule;
  await call('PUT /v2/rules/{id}', 200, { ...ofRule, body: { ...always, isOn: false } });
  await call('DELETE /v2/rules/{id}', 204, ofRule);
}

/** What the forms of a template look like, and a copy that looks the same. */
export async function recordLook(
  { call }: Pick<Recorder, 'call'>,
  template: Required<Pick<Sent, 'ids'>>,
): Promise<void> {
  const look = { accent: '#7d1f6b', footer: '{number}, page {page}' };
  await call('PUT /v2/templates/{id}/brand', 200, { ...template, body: look });
  const headers = { 'content-type': 'image/png' };
  await call('PUT /v2/templates/{id}/logo', 200, { ...template, body: PNG, headers });
  await call('GET /v2/templates/{id}/brand', 200, template);
  const copied = { ...template, body: { name: 'Dam inspection, north' } };
  await call('POST /v2/templates/{id}/duplicate', 201, copied);
}
