// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { PNG } from '../../test/support/attachments.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { linesOfPdf } from '../../test/support/pdf-text.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

const DEFINITION: JsonObject = {
  elements: [
    { type: 'instructions', name: 'hint', content: 'Look twice.' },
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'text', name: 'remarks', title: 'Remarks' },
    { type: 'file', name: 'photo', title: 'Photo' },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let formId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const made = { name: 'Round', definition: DEFINITION, openToAll: true };
    templateId = String(ok(await admin.send('POST', '/app/v1/templates', { body: made })).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    const body = { templateId, answers: { site: 'Weir' } };
    const form = ok(await admin.send('POST', '/app/v1/forms', { body }));
    formId = String(form.at('id'));
    const headers = {
      'content-type': 'image/png',
    };
    const path = `/app/v1/forms/${formId}/attachments?field=photo`;
    const { id, name, type, size } = JSON.parse(
      ok(await admin.send('POST', path, { body: PNG, headers })).text,
    );
    const answers = { site: 'Weir', photo: [{ id, name, type, size }] };
    const revision = ok(await admin.send('GET', `/app/v1/forms/${formId}`)).at('revision');
    ok(await admin.send('PATCH', `/app/v1/forms/${formId}`, { body: { revision, answers } }));
  });
  after(() => node.close());

  const ok = (answer: Answer): Answer => {
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const exported = async (more: object): Promise<Buffer> => {
    const body = { kind: 'pdf', formId, ...more };
    const job = String(
      ok(await admin.send('POST', '/app/v1/exports', { body })).headers['location'],
    );
    await waitUntil(async () => (await admin.send('GET', job)).at('state') === 'done');
    return (await admin.send('GET', `${job}/files/0`)).bytes;
  };
  const facts = (pdf: Buffer) => {
    const text = linesOfPdf(pdf)
      .flat()
      .map((line) => line.text)
      .join('\n');
    const has = (part: string) => text.includes(part);
    const pictures = pdf.toString('latin1').includes('/Subtype /Image');
    return [has('Weir'), has('Remarks'), has('Look twice.'), has('\nfile'), pictures];
  };

  test('a PDF leaves out what somebody chose, over the page and over /v2', async () => {
    assert.deepEqual(facts(await exported({})), [true, true, true, true, true]);
    const without = { leaveOut: ['unanswered'] };
    assert.deepEqual(facts(await exported(without)), [true, false, true, true, true]);
    const bare = { leaveOut: ['unanswered', 'notes', 'photos', 'history'] };
    assert.deepEqual(facts(await exported(bare)), [true, false, false, true, false]);
    const asked = { type: 'pdf', ...bare };
    const path = `/v2/formz/${formId}/exports`;
    const begun = ok(await node.request('POST', path, { body: asked }));
    const queue = new URL(String(begun.headers['location'])).pathname;
    await waitUntil(async () => (await node.request('GET', queue)).at('status') === 'Completed');
    const id = (await node.request('GET', queue)).at('resourceId');
    const link = (await node.request('GET', `${path}/${id}`)).at('link');
    const file = await node.request('GET', new URL(String(link)).pathname);
    assert.deepEqual(facts(file.bytes), [true, false, false, true, false]);
  });

  test('other formats leave nothing out, and unknown parts are refused', async () => {
    for (const [more, at] of [
      [{ kind: 'csv', templateId, leaveOut: ['notes'] }, 'kind'],
      [{ kind: 'pdf', templateId, leaveOut: ['all'] }, 'leaveOut[0]'],
    ] as const) {
      const refused = await admin.send('POST', '/app/v1/exports', { body: more });
      assert.deepEqual([refused.status, refused.at('at')], [400, at], refused.text);
    }
  });
});
