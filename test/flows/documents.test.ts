// An organisation's own paper: a PDF that a designer uploads, whose boxes are filled with the answers of a form.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Layout } from '#documents/drawing/box.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { formPdf, pagesOf, pdfOf, streamOf } from '../support/made-pdf.ts';
import { pagesRead } from '../support/read-pdf.ts';
import { waitUntil } from '../support/wait-until.ts';

const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'comment', name: 'notes', title: 'Notes' },
    { type: 'text', name: 'level', title: 'Level' },
  ],
};
/** Far more than two lines of the paper take. */
const LONG = 'The sluice was stuck, and nobody had the key. '.repeat(60).trim();

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const ok = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, text } = await answer;
    assert.ok(status < 300, text);
    return answer;
  };
  const post = (path: string, body: object) => ok(admin.send('POST', `/app/v1${path}`, { body }));
  const upload = (id: string, bytes: Buffer, title = 'Sheet') =>
    admin.send('POST', `/app/v1/templates/${id}/documents?title=${title}`, {
      body: bytes,
      headers: { 'content-type': 'application/pdf' },
    });
  const makeTemplate = async (): Promise<string> =>
    String(
      (await post('/templates', { name: 'Dam', definition: DEFINITION, openToAll: true })).at('id'),
    );
  /** Makes a published template whose paper has fields for two of its three questions. */
  async function withDocument(): Promise<{ readonly id: string; readonly document: string }> {
    const id = await makeTemplate();
    const made = await ok(upload(id, formPdf(['site', 'notes'])));
    await post(`/templates/${id}/publish`, {});
    return { id, document: String(made.at('id')) };
  }
  const begin = async (templateId: string, answers: object): Promise<string> => {
    const made = await post('/forms', { templateId, answers });
    return String(made.at('id'));
  };
  async function print(body: object): Promise<{ readonly done: Answer; readonly file: Answer }> {
    const { headers } = await post('/exports', { kind: 'pdf', ...body });
    const at = String(headers['location']);
    const read = () => admin.send('GET', at);
    await waitUntil(async () => ['done', 'failed'].includes(String((await read()).at('state'))));
    const done = await read();
    assert.equal(done.at('state'), 'done', done.text);
    return { done, file: await ok(admin.send('GET', String(done.at('files', 0, 'url')))) };
  }
  const textOf = ({ bytes }: Answer): string => pagesRead(bytes).join('\n').replaceAll(/\s+/g, ' ');

  test('a form is printed on the paper that its template was published with', async () => {
    const { id, document } = await withDocument();
    const formId = await begin(id, { site: 'Dam 7', notes: LONG, level: 'High' });
    const listed = await ok(admin.send('GET', `/app/v1/forms/${formId}/documents`));
    assert.deepEqual(listed.body, { items: [{ id: document, title: 'Sheet', isPublished: true }] });
    const { file, done } = await print({ formId, document });
    assert.equal(file.headers['content-type'], 'application/pdf');
    assert.equal(done.at('problemCount'), 0);
    const [paper = '', ...annex] = pagesRead(file.bytes);
    assert.match(paper, /Dam 7/);
    assert.match(paper, /annex 1/, 'the box says where the text is');
    const rest = annex.join('\n').replaceAll(/\s+/g, ' ');
    assert.ok(rest.includes(LONG), 'the whole text is in the annex');
    assert.match(rest, /Level.*High/, 'an answer without a box is in the annex too');
  });

  test('over /v2 an export names the document, and one that the form does not have is refused', async () => {
    const { id, document } = await withDocument();
    const formId = await begin(id, { site: 'Dam 8' });
    const listed = await node.request('GET', `/v2/formz/${formId}/documents`);
    assert.equal(listed.at('items', 0, 'id'), document);
    const path = `/v2/formz/${formId}/exports`;
    const wrong = await node.request('POST', path, { body: { type: 'pdf', document: formId } });
    assert.equal(wrong.status, 404, wrong.text);
    assert.equal(wrong.at('at'), 'document');
    const asked = await node.request('POST', path, { body: { type: 'pdf', document } });
    assert.equal(asked.status, 202, asked.text);
    const job = String(asked.at('id'));
    await waitUntil(async () => {
      const queued = await node.request('GET', `/v2/queue/${job}`);
      return queued.at('status') === 'Completed';
    });
    const file = await node.request('GET', `${path}/${job}/file`);
    assert.match(textOf(file), /Dam 8/);
  });

  test('what was published stays as it is, and the draft is printed once it is published', async () => {
    const { id, document } = await withDocument();
    const before = await begin(id, { site: 'Old' });
    const at = `/app/v1/templates/${id}/documents/${document}`;
    const draft = await ok(admin.send('GET', at));
    const layout = draft.at('layout') as unknown as Layout;
    const boxes = layout.boxes.filter((box) => box.from === 'site');
    const changed = await admin.send('PUT', at, {
      body: { layout: { ...layout, boxes, left: ['notes', 'level'] } },
      headers: { 'if-match': '"1"' },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual([changed.at('unplaced'), changed.at('lost')], [[], []]);
    const stale = await admin.send('PUT', at, { body: {}, headers: { 'if-match': '"1"' } });
    assert.equal(stale.status, 412);
    const template = await ok(admin.send('GET', `/app/v1/templates/${id}`));
    assert.equal(template.at('hasChanges'), true, 'there is something to publish');
    const printed = await print({ formId: before, document });
    assert.equal(pagesRead(printed.file.bytes).length, 1);
    await post(`/templates/${id}/publish`, {});
    const next = await begin(id, { site: 'New', notes: 'Left out on purpose' });
    const { file } = await print({ formId: next, document });
    assert.match(textOf(file), /New/);
    assert.doesNotMatch(textOf(file), /Left out/);
    await ok(admin.send('DELETE', at));
    assert.equal((await admin.send('GET', at)).status, 404);
    await post(`/templates/${id}/publish`, {});
    const without = await begin(id, { site: 'Without' });
    const all = await print({ templateId: id, document });
    assert.equal(all.done.at('problemCount'), 1, 'the form without the document is named');
    assert.equal(all.done.at('problems', 0, 'reason'), 'no-document');
    assert.equal(all.done.at('problems', 0, 'formId'), without);
  });

  test('a box whose question is gone keeps the template from being published', async () => {
    const { id, document } = await withDocument();
    const { headers } = await ok(admin.send('GET', `/app/v1/templates/${id}`));
    const definition = { elements: DEFINITION.elements.slice(1) };
    await ok(
      admin.send('PATCH', `/app/v1/templates/${id}`, {
        body: { definition },
        headers: { 'if-match': String(headers['etag']) },
      }),
    );
    const lost = await ok(admin.send('GET', `/app/v1/templates/${id}/documents/${document}`));
    assert.equal(lost.at('lost', 0), 'f1');
    assert.equal(lost.at('lost', 1), undefined);
    const refused = await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.at('faults', 0, 'kind'), 'documentQuestion');
    assert.deepEqual(refused.at('faults', 0, 'values'), { document: 'Sheet', name: 'site' });
  });

  test('another PDF takes over the boxes of fields with the same names, and versions keep theirs', async () => {
    const { id, document } = await withDocument();
    const formId = await begin(id, { site: 'Dam 7', notes: 'Dry', level: 'Low' });
    const at = `/app/v1/templates/${id}/documents/${document}`;
    const replaced = await admin.send('PUT', `${at}/original`, {
      body: formPdf(['sky', 'site']),
      headers: { 'content-type': 'application/pdf' },
    });
    assert.equal(replaced.status, 200, replaced.text);
    const { moved, lost, added } = replaced.body as Readonly<Record<string, unknown>>;
    assert.deepEqual([moved, lost, added], [1, ['notes'], ['sky']]);
    const { file } = await print({ formId, document });
    assert.match(textOf(file), /Dam 7 Dry/, 'the version still has the first paper');
  });

  test('a designer sees with the longest answers which boxes are too small', async () => {
    const { id, document } = await withDocument();
    const trial = await admin.send('GET', `/app/v1/templates/${id}/documents/${document}/trial`);
    assert.equal(trial.status, 200, trial.text);
    const [paper = '', ...annex] = pagesRead(trial.bytes);
    assert.match(paper, /annex 1/);
    assert.ok(annex.length > 0);
    const numbered = await ok(
      admin.send('GET', `/app/v1/templates/${id}/documents/${document}/trial?show=numbers`),
    );
    assert.deepEqual(pagesRead(numbered.bytes), ['1 2']);
  });

  test('what can not be drawn is refused in words, and the document stays as it was', async () => {
    const { id, document } = await withDocument();
    const at = `/app/v1/templates/${id}/documents/${document}`;
    const before = await ok(admin.send('GET', at));
    const layout = before.at('layout') as unknown as Layout;
    const put = (body: object) => admin.send('PUT', at, { body });
    const refusals = [
      [{ layout: { ...layout, pages: [...layout.pages, { w: 100, h: 100 }] } }, 'layout.pages'],
      [{ layout: { ...layout, boxes: [{ ...layout.boxes[0], page: 9 }] } }, 'layout.boxes[0]'],
      [{ layout: { ...layout, boxes: [layout.boxes[0], layout.boxes[0]] } }, 'layout.boxes[1]'],
      [{ fields: [{ found: 2, shows: { fact: 'number' } }] }, 'fields[0].found'],
    ] as const;
    for (const [body, place] of refusals) {
      const refused = await put(body);
      assert.deepEqual([refused.status, refused.at('at')], [400, place], refused.text);
    }
    assert.deepEqual((await admin.send('GET', at)).body, before.body);
    const facts = await put({ fields: [{ found: 1, shows: { fact: 'number' } }], left: ['notes'] });
    assert.equal(facts.status, 200, facts.text);
    assert.deepEqual(facts.at('unplaced'), ['level']);
  });

  test('a field up to the edge of a page, and one with thousands of cells, do no harm', async () => {
    const id = await makeTemplate();
    const edge = pdfOf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R]>>>>',
      pagesOf(),
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.276 841.89]/Contents 4 0 R/Annots[5 0 R 6 0 R]>>',
      streamOf('', '0 0 10 10 re f'),
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(site)/Rect[500 820 700 900]>>',
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(notes)/Ff ${1 << 24}/MaxLen 9000/Rect[60 700 300 720]>>`,
    ]);
    const made = await ok(upload(id, edge));
    const at = `/app/v1/templates/${id}/documents/${made.at('id')}`;
    const read = await ok(admin.send('GET', at));
    assert.equal(Array.isArray(Object(read.at('layout')).boxes), true);
    assert.equal(Object(read.at('layout')).boxes.length, 2);
    await post(`/templates/${id}/publish`, {});
    const formId = await begin(id, { site: 'Dam', notes: 'Dry' });
    const { file } = await print({ formId, document: String(made.at('id')) });
    assert.match(textOf(file), /Dam/);
  });

  test('a file that is no PDF is refused in words, and nothing of it is kept', async () => {
    const id = await makeTemplate();
    const refused = await upload(id, Buffer.from('hello'));
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.at('reason'), 'pdf-format');
    const listed = await admin.send('GET', `/app/v1/templates/${id}/documents`);
    assert.deepEqual(listed.body, { items: [] });
  });

  test('the bytes of papers count for the organisation, and are given back with the last document', async () => {
    const { accountId } = node.account;
    const counted = async (): Promise<number> => {
      const { quotas, db } = node.services;
      return (await quotas.usage(db.reader, accountId)).fileBytes.used;
    };
    const id = await makeTemplate();
    const before = await counted();
    const made = await ok(upload(id, formPdf(['site'])));
    assert.ok((await counted()) > before);
    const copy = await post(`/templates/${id}/duplicate`, { name: 'Dam again' });
    const copied = await ok(admin.send('GET', `/app/v1/templates/${copy.at('id')}/documents`));
    assert.deepEqual(copied.body, {
      items: [{ id: made.at('id'), title: 'Sheet', isPublished: false }],
    });
    const withCopy = await counted();
    await ok(admin.send('DELETE', `/app/v1/templates/${id}`));
    assert.equal(await counted(), withCopy, 'the copy still has the paper');
    await ok(admin.send('DELETE', `/app/v1/templates/${copy.at('id')}`));
    assert.equal(await counted(), before);
  });
});
