// Templates and forms in the states that routes of the audit matrix need, created as an admin does in a browser.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { DEFINITION } from './forms.ts';
import { JSON_BODIES } from './json-bodies.ts';
import { fresh } from './scim.ts';

const KINDS = [
  'published-template',
  'archived-template',
  'form',
  'form-of-another',
  'completed-form',
  'reviewed-form',
  'deleted-form',
  'export',
  'bulk-act',
  'assignment',
  'linkable-template',
  'public-link',
  'mailed-dashboard',
  'series',
  'rule',
] as const;
export type FormKind = (typeof KINDS)[number];
export const isFormKind = (kind: string): kind is FormKind => KINDS.some((each) => each === kind);

async function act(browser: Browser, path: string, body?: object): Promise<string> {
  const answer = await browser.send('POST', `/app/v1${path}`, body ? { body } : {});
  assert.ok(answer.status < 300, answer.text);
  return String(answer.at('id'));
}

export async function makeTemplate(browser: Browser): Promise<string> {
  const id = await act(browser, '/templates', { name: fresh(), definition: DEFINITION });
  await act(browser, `/templates/${id}/publish`, {});
  return id;
}

/** Creates a form in review, on which the admin may decide by their right on its template. */
async function makeReviewed(browser: Browser): Promise<string> {
  const group = await act(browser, '/groups', { displayName: fresh() });
  const definition = { ...DEFINITION, review: { steps: [{ by: 'group', group }], own: true } };
  const templateId = await act(browser, '/templates', { name: fresh(), definition });
  await act(browser, `/templates/${templateId}/publish`, {});
  const id = await act(browser, '/forms', { templateId, answers: { site: 'Dam' } });
  await act(browser, `/forms/${id}/complete`, {});
  return id;
}

/** Creates a finished export. */
async function makeExport(browser: Browser, templateId: string): Promise<string> {
  const id = await act(browser, '/exports', { kind: 'csv', templateId });
  for (let waited = 0; waited < 20_000; waited += 25) {
    const job = await browser.send('GET', `/app/v1/exports/${id}`);
    if (job.at('state') === 'done') return id;
    await setTimeout(25);
  }
  throw new Error('the export never ends');
}

/** Creates a dashboard that the admin gets by mail. */
async function makeMailedDashboard(browser: Browser): Promise<string> {
  const id = await act(browser, '/dashboards', { name: fresh() });
  const body = { every: 'day', hour: 8 };
  const answer = await browser.send('PUT', `/app/v1/dashboards/${id}/mail`, { body });
  assert.equal(answer.status, 200, answer.text);
  return id;
}

/** Creates a finished action on many forms. */
async function makeBulkAct(browser: Browser, formId: string): Promise<string> {
  const id = await act(browser, '/bulk-acts', {
    act: 'reopen',
    forms: { ids: [formId] },
    expected: 1,
  });
  for (let waited = 0; waited < 20_000; waited += 25) {
    const job = await browser.send('GET', `/app/v1/bulk-acts/${id}`);
    if (job.at('state') === 'done') return id;
    await setTimeout(25);
  }
  throw new Error('the bulk action never ends');
}

/** Sends work to the admin. */
async function makeAssignment(browser: Browser, templateId: string): Promise<string> {
  const me = await browser.send('GET', '/app/v1/session');
  const assignee = { type: 'User', id: me.at('user', 'id') };
  const body = { templateId, assignee };
  const answer = await browser.send('POST', '/app/v1/assignments', { body });
  assert.equal(answer.status, 201, answer.text);
  return String(answer.at('assignments', 0, 'id'));
}

const namesOneself = (kind: FormKind): kind is 'series' | 'rule' =>
  kind === 'series' || kind === 'rule';

/** Creates something of a template that names the user themselves. @returns its id */
async function makeForOneself(
  browser: Browser,
  templateId: string,
  kind: 'series' | 'rule',
): Promise<string> {
  const noun = kind === 'rule' ? 'rules' : kind;
  const { body } = await browser.send('GET', '/app/v1/me');
  const made = JSON_BODIES[`POST /app/v1/templates/:id/${noun}`]?.(String(Object(body).id));
  return act(browser, `/templates/${templateId}/${noun}`, made);
}

/** @returns its id */
async function makeForAudit(browser: Browser, kind: FormKind): Promise<string> {
  if (kind === 'mailed-dashboard') return makeMailedDashboard(browser);
  if (kind === 'reviewed-form') return makeReviewed(browser);
  const templateId = await makeTemplate(browser);
  if (kind === 'published-template') return templateId;
  if (kind === 'archived-template') return act(browser, `/templates/${templateId}/archive`);
  if (kind === 'linkable-template' || kind === 'public-link') {
    await browser.send('PATCH', '/app/v1/account', { body: { publicLinks: true } });
    const path = `/templates/${templateId}/links`;
    return kind === 'public-link' ? act(browser, path, { name: fresh() }) : templateId;
  }
  if (namesOneself(kind)) return makeForOneself(browser, templateId, kind);
  if (kind === 'assignment') return makeAssignment(browser, templateId);
  if (kind === 'export') return makeExport(browser, templateId);
  const id = await act(browser, '/forms', { templateId, answers: { site: 'Dam' } });
  if (kind === 'bulk-act') return makeBulkAct(browser, id);
  if (kind === 'form-of-another') {
    const assignee = await act(browser, '/users', { userName: fresh() });
    await act(browser, `/forms/${id}/assign`, { assignment: { type: 'User', id: assignee } });
  }
  if (kind === 'completed-form') await act(browser, `/forms/${id}/complete`, {});
  if (kind === 'deleted-form') await browser.send('DELETE', `/app/v1/forms/${id}`);
  return id;
}

/** Returns a path with the ids of a new form and of its first field. */
export async function pathToForm(browser: Browser, kind: FormKind, path: string): Promise<string> {
  const id = await makeForAudit(browser, kind);
  const own = path.replace(':id', id);
  if (!own.endsWith('/:field')) return own;
  const form = await browser.send('GET', `/app/v1/forms/${id}`);
  return own.replace(':field', String(form.at('fields', 0, 'id')));
}
