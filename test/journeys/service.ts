// The HTTPS requests of a journey, as the builder, an integrator and an exporting admin send them.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { JsonObject } from '#kernel/json.ts';
import type { Definition } from '#web/builder/definition.ts';
import type { Browser } from '../support/browser.ts';
import type { Answer, Instance } from '../support/instance.ts';
import { unzip } from '../support/unzip.ts';
import type { Upload } from './filled.ts';
import type { FileToSend } from './journey.ts';
import { storeList } from './kinds/list.ts';

export interface Service {
  readonly node: Instance;
  readonly admin: Browser;
  publish(name: string, definition: Definition): Promise<string>;
  create(templateId: string, fields?: JsonObject): Promise<Answer>;
  change(formId: string, fields: JsonObject): Promise<Answer>;
  /** Saves answers as the page of the form does. */
  save(formId: string, answers: JsonObject): Promise<Answer>;
  setStatus(formId: string, status: 'complete' | 'draft'): Promise<Answer>;
  read(formId: string): Promise<Answer>;
  /** Reads a form as its page does. */
  readPage(formId: string, locale: string): Promise<Answer>;
  upload(formId: string, question: string, file: FileToSend): Promise<Answer>;
  /** Returns a function that uploads correct files. */
  uploadTo(formId: string): Upload;
  /** Returns files by name; a file that is not an archive is returned alone. */
  export(kind: 'csv' | 'json' | 'pdf', templateId: string, locale: string): Promise<Exported>;
}

export type Exported = ReadonlyMap<string, Buffer>;

export const ok = async (call: Promise<Answer>): Promise<Answer> => {
  const answer = await call;
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  return answer;
};

export function serviceOf(node: Instance, admin: Browser): Service {
  const finished = async (path: string): Promise<Answer> => {
    for (let waited = 0; waited < 60_000; waited += 20) {
      const answer = await ok(admin.send('GET', path));
      if (answer.at('finishedAt') !== undefined) return answer;
      await setTimeout(20);
    }
    throw new Error(`${path} never ends`);
  };
  const upload: Service['upload'] = (formId, question, { name, type, bytes }) => {
    const query = new URLSearchParams({ field: question, fileName: name });
    const path = `/v2/formz/${formId}/attachments?${query}`;
    return node.request('POST', path, { body: bytes, headers: { 'content-type': type } });
  };
  return {
    node,
    admin,
    async publish(name, definition) {
      await storeList(node);
      const body = { name, definition, openToAll: true };
      const made = await ok(admin.send('POST', '/app/v1/templates', { body }));
      const id = String(made.at('id'));
      await ok(admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
      return id;
    },
    create: (templateId, fields = {}) =>
      node.request('POST', '/v2/formz', { body: { templateId, fields } }),
    change: (formId, fields) => node.request('PATCH', `/v2/formz/${formId}`, { body: { fields } }),
    async save(formId, answers) {
      const revision = (await ok(admin.send('GET', `/app/v1/forms/${formId}`))).at('revision');
      const body = { revision, answers };
      return await admin.send('PATCH', `/app/v1/forms/${formId}`, { body });
    },
    setStatus: (formId, status) =>
      node.request('POST', `/v2/formz/${formId}/status`, { body: { status } }),
    read: (formId) => node.request('GET', `/v2/formz/${formId}`),
    readPage: (formId, locale) =>
      admin.send('GET', `/app/v1/forms/${formId}?plain=true&locale=${locale}`),
    upload,
    uploadTo: (formId) => async (question, file) =>
      String((await ok(upload(formId, question, file))).at('id')),
    async export(kind, templateId, locale) {
      const body = { kind, templateId, locale };
      const begun = await ok(admin.send('POST', '/app/v1/exports', { body }));
      const job = await finished(String(begun.headers['location']));
      assert.deepEqual([job.at('state'), job.at('problems')], ['done', []], job.text);
      const file = await ok(admin.send('GET', String(job.at('files', 0, 'url'))));
      const name = String(job.at('files', 0, 'name'));
      return name.endsWith('.zip') ? unzip(file.bytes) : new Map([[name, file.bytes]]);
    },
  };
}
