import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '#kernel/json.ts';
import { PNG } from '../attachments.ts';
import { adminBrowser } from '../browser.ts';
import { allowPublicLinks } from '../public-links.ts';
import { recordAssignments } from './assignments.ts';
import { recordDocument } from './documents.ts';
import type { Recorder } from './recorder.ts';
import { recordWhatPeopleMake } from './what-people-make.ts';

const INSPECTION: JsonObject = {
  title: 'Site inspection',
  pages: [
    {
      name: 'page1',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true, searchable: true },
        {
          type: 'dropdown',
          name: 'state',
          title: 'State',
          choices: [
            { value: 'good', text: 'Good' },
            { value: 'bad', text: 'Bad' },
          ],
        },
        { type: 'text', name: 'level', title: 'Water level', inputType: 'number' },
        { type: 'file', name: 'photo', title: 'Photos', allowMultiple: true },
      ],
    },
  ],
};

const QUEUE_POLLS = 200;
const POLL_MS = 50;

/** Templates, forms, files, exports, summaries and the people whom forms are for. */
export async function recordForms(recorder: Recorder): Promise<void> {
  const { instance, call } = recorder;
  const { account } = instance;
  const templateId = await recordTemplate(recorder);
  const ids = { id: templateId };
  await call('GET /v2/templates', 200, { query: '?name=site' });
  const template = await call('GET /v2/templates/{id}', 200, { ids });
  await call('GET /v2/templates/{id}', 404, {
    ids: { id: '01890a5d-ac96-774b-bcce-b302099a8057' },
  });
  await recordOneForm(recorder, templateId);
  for (const name of ['users', 'groups'] as const) {
    const narrowed = `?filter=${encodeURIComponent('email eq "alan@example.org"')}`;
    const query = name === 'users' ? narrowed : '?pageSize=2';
    const listed = await call(`GET /v2/${name}`, 200, { query });
    const id = String(listed.at(0, 'id') ?? account.userId);
    await call(`GET /v2/${name}/{id}`, 200, { ids: { id } });
  }
  await call('GET /v2/formz', 200, { query: '?status=draft&pageSize=2' });
  await call('GET /v2/formz', 400, { query: '?filter=colour%20eq%20blue' });
  await call('GET /v2/templates/{id}/blank-form', 200, { ids });
  await call('GET /v2/templates/{id}/formz', 200, { ids });
  await call('GET /v2/templates/{id}/answers', 200, { ids, query: '?sort=number' });
  const field = String(template.at('fields', 'state', 'id'));
  const query = `?fields=${field}`;
  await call('GET /v2/templates/{id}/summary', 200, { ids, query });
  await recordAssignments(recorder, templateId);
  await recordWhatPeopleMake(recorder, templateId);
  await recordLink(recorder);
}

/** Makes, changes and publishes a template, and returns its id. */
async function recordTemplate(recorder: Recorder): Promise<string> {
  const { call } = recorder;
  const body = { name: 'Site inspection', definition: INSPECTION };
  const made = await call('POST /v2/templates', 201, { body });
  const ids = { id: String(made.at('id')) };
  const broken = { elements: [{ type: 'unheard-of', name: 'site' }] };
  await call('POST /v2/templates', 422, { body: { ...body, definition: broken } });
  await call('GET /v2/templates/{id}/draft', 200, { ids });
  const changes = { namePattern: 'Inspection of {site}' };
  const headers = { 'if-match': '"1"' };
  await call('PATCH /v2/templates/{id}/draft', 200, { ids, body: changes, headers });
  await call('PATCH /v2/templates/{id}/draft', 412, { ids, body: changes, headers });
  const who = { ids: { ...ids, subject: 'everyone' } };
  const rights = { fill: true, see: 'own', edit: false, assign: false, manage: false };
  await call('PUT /v2/templates/{id}/rights/{subject}', 200, { ...who, body: rights });
  await call('GET /v2/templates/{id}/rights', 200, { ids });
  await call('DELETE /v2/templates/{id}/rights/{subject}', 204, who);
  await recordDocument(recorder, ids.id);
  const terms = { action: 'delete', days: 3650 };
  await call('POST /v2/templates/{id}/retention/trial', 200, { ids, body: terms });
  await call('PUT /v2/templates/{id}/retention', 200, { ids, body: terms });
  await call('GET /v2/templates/{id}/retention', 200, { ids });
  await call('POST /v2/templates/{id}/archive', 409, { ids });
  const mistake = await call('POST /v2/templates', 201, { body: { name: 'Mistake' } });
  const gone = { ids: { id: String(mistake.at('id')) } };
  await call('DELETE /v2/templates/{id}', 204, gone);
  await call('POST /v2/templates/{id}/publish', 200, { ids });
  await call('DELETE /v2/templates/{id}', 409, { ids });
  await call('POST /v2/templates/{id}/archive', 200, { ids });
  await call('POST /v2/templates/{id}/restore', 200, { ids });
  return ids.id;
}

async function recordOneForm(recorder: Recorder, templateId: string): Promise<void> {
  const { instance, call } = recorder;
  const id = instance.services.ids.next();
  const ids = { id };
  const body = {
    id,
    templateId,
    dueDate: '2027-01-31T17:00:00+01:00',
    fields: { site: { text: 'Dam 7' }, level: { value: 12.5 } },
  };
  await call('POST /v2/formz', 201, { body });
  await call('POST /v2/formz', 200, { body });
  await call('POST /v2/formz', 422, { body: { templateId, fields: { colour: { text: 'blue' } } } });
  const other = await instance.addUser('dorothy', 'admin');
  await call('POST /v2/formz', 409, { body, token: other.token });
  await call('GET /v2/formz/{id}', 200, { ids });
  await call('GET /v2/formz/{id}/documents', 200, { ids });
  const changes = { fields: { state: { value: 'good' } } };
  await call('PATCH /v2/formz/{id}', 200, { ids, body: changes, headers: { 'if-match': '"1"' } });
  await call('PATCH /v2/formz/{id}', 412, { ids, body: changes, headers: { 'if-match': '"1"' } });
  const nobody = { assignment: { type: 'User', id: instance.services.ids.next() } };
  await call('PATCH /v2/formz/{id}', 400, { ids, body: nobody });
  await recordFiles(recorder, id);
  await recordExport(recorder, id);
  await call('POST /v2/formz/{id}/status', 200, { ids, body: { status: 'complete' } });
  await call('PATCH /v2/formz/{id}', 409, { ids, body: changes });
  const empty = await call('POST /v2/formz', 201, { body: { templateId } });
  const draft = { id: String(empty.at('id')) };
  await call('POST /v2/formz/{id}/status', 422, { ids: draft, body: { status: 'complete' } });
  const more = await call('POST /v2/formz', 201, { body: { templateId } });
  const gone = { ids: { id: String(more.at('id')) } };
  await call('DELETE /v2/formz/{id}', 204, gone);
  await call('POST /v2/formz/{id}/restore', 200, gone);
  await call('DELETE /v2/formz/{id}', 204, gone);
  await recordReview(recorder);
}

async function recordReview({ instance, call }: Recorder): Promise<void> {
  const group = await instance.request('POST', '/scim/v2/Groups', {
    body: { displayName: 'Quality' },
  });
  const review = { steps: [{ by: 'group', group: String(group.at('id')) }], own: true };
  const definition = { ...INSPECTION, review };
  const made = await instance.request('POST', '/v2/templates', {
    body: { name: 'Reviewed inspection', definition },
  });
  const templateId = String(made.at('id'));
  await instance.request('POST', `/v2/templates/${templateId}/publish`);
  const body = { templateId, fields: { site: { text: 'Dam 7' } } };
  const form = await instance.request('POST', '/v2/formz', { body });
  const ids = { id: String(form.at('id')) };
  await instance.request('POST', `/v2/formz/${ids.id}/status`, { body: { status: 'complete' } });
  const back = { decision: 'send-back', fields: [{ field: 'level', remark: 'Measure it again.' }] };
  await call('POST /v2/formz/{id}/review', 400, { ids, body: { decision: 'send-back' } });
  await call('POST /v2/formz/{id}/review', 200, { ids, body: back });
}

async function recordFiles({ instance, call }: Recorder, form: string): Promise<void> {
  const ids = { id: form };
  const fileId = instance.services.ids.next();
  const query = `?id=${fileId}&field=photo&fileName=dam.png`;
  const file = { ids, query, body: PNG, headers: { 'content-type': 'image/png' } };
  await call('POST /v2/formz/{id}/attachments', 201, file);
  await call('POST /v2/formz/{id}/attachments', 200, file);
  const empty = { ...file, query: '?field=photo', body: Buffer.alloc(0) };
  await call('POST /v2/formz/{id}/attachments', 400, empty);
  await call('GET /v2/formz/{id}/attachments', 200, { ids });
  const one = { id: form, attachmentId: fileId };
  await call('GET /v2/formz/{id}/attachments/{attachmentId}', 200, { ids: one });
  const named = { body: { fields: { photo: { files: [{ id: fileId }] } } } };
  await call('PATCH /v2/formz/{id}', 200, { ids, ...named });
  await call('DELETE /v2/formz/{id}/attachments/{attachmentId}', 409, { ids: one });
  await call('PATCH /v2/formz/{id}', 200, { ids, body: { fields: { photo: null } } });
  await call('DELETE /v2/formz/{id}/attachments/{attachmentId}', 204, { ids: one });
}

async function recordExport({ instance, call }: Recorder, form: string): Promise<void> {
  const ids = { id: form };
  await call('POST /v2/formz/{id}/exports', 202, { ids, body: { type: 'pdf' } });
  const next = await call('POST /v2/formz/{id}/exports', 202, { ids, body: { type: 'pdf' } });
  const queue = { id: String(next.headers['location']?.split('/').at(-1)) };
  // A waiting one is in this or that state, so the example is a finished one.
  for (let poll = 0; poll < QUEUE_POLLS; poll += 1) {
    const state = (await instance.request('GET', `/v2/queue/${queue.id}`)).at('status');
    if (state === 'Completed') break;
    await setTimeout(POLL_MS);
  }
  await call('GET /v2/queue/{id}', 200, { ids: queue });
  const one = { id: form, exportId: queue.id };
  await call('GET /v2/formz/{id}/exports/{exportId}', 200, { ids: one });
  await call('GET /v2/formz/{id}/exports/{exportId}/file', 200, { ids: one });
}

async function recordLink({ instance, call }: Recorder): Promise<void> {
  await allowPublicLinks(instance);
  const browser = await adminBrowser(instance);
  const act = (path: string, body: object) =>
    browser.send('POST', `/app/v1/templates${path}`, { body });
  const definition = { elements: [{ type: 'text', name: 'site' }] };
  const template = await act('', { name: 'Report a defect', definition });
  const id = String(template.at('id'));
  await act(`/${id}/publish`, {});
  const path = { ids: { id } };
  const body = { name: 'Poster at the gate', maxAnswers: 500 };
  const link = await call('POST /v2/templates/{id}/links', 201, { ...path, body });
  await call('GET /v2/templates/{id}/links', 200, path);
  const ids = { id: String(link.at('id')) };
  const answers = { site: 'Gate 7' };
  await call('POST /v2/public-links/{id}/prefill', 200, { ids, body: { answers } });
  await call('PATCH /v2/public-links/{id}', 200, { ids, body: { state: 'paused' } });
  await call('PATCH /v2/public-links/{id}', 412, { ids, body: { name: 'Gate', revision: 99 } });
  await call('GET /v2/links/{id}', 200, { ids });
}
