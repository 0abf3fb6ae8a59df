// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PNG } from '../../../test/support/attachments.ts';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { pagesOfPdf } from '../../../test/support/pdf-text.ts';

const LOOK = {
  accent: '#7D1F6B',
  header: 'Works  order\n{number}',
  footer: 'Page {page}, {date}',
  pageSize: 'Letter',
  columns: 2,
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let id: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Bridge', definition: DEFINITION },
    });
    id = String(made.at('id'));
  });
  after(() => node.close());
  const brand = (body: object) => admin.send('PUT', `/app/v1/templates/${id}/brand`, { body });

  test('a template has its own colour, logo and lines, and gives them up again', async () => {
    const before = await admin.send('GET', `/app/v1/templates/${id}/brand`);
    assert.deepEqual(before.body, { pageSize: 'A4', columns: 1 });
    const set = await brand(LOOK);
    assert.equal(set.status, 200, set.text);
    assert.equal(set.at('accent'), '#7d1f6b');
    assert.equal(set.at('header'), 'Works order {number}');
    const withLogo = await admin.send('PUT', `/app/v1/templates/${id}/logo`, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    assert.equal(withLogo.status, 200, withLogo.text);
    const url = String(withLogo.at('logo', 'url'));
    assert.equal((await admin.send('GET', url)).headers['content-type'], 'image/png');
    const printed = await admin.send('POST', '/app/v1/templates/preview/pdf', {
      body: { templateId: id, name: 'Bridge', definition: DEFINITION, answers: {} },
    });
    const text = pagesOfPdf(printed.bytes).join('').replaceAll('\n', '');
    assert.match(text, /Works order 1/);
    assert.match(text, /Page 1, /);
    assert.match(printed.bytes.toString('latin1'), /MediaBox \[0 0 612 792\]/);
    const gone = await brand({ ...LOOK, accent: null, footer: ' ', removeLogo: true });
    assert.deepEqual(gone.body, { header: 'Works order {number}', pageSize: 'Letter', columns: 2 });
    assert.equal((await admin.send('GET', url)).status, 404);
    const part = await brand({ footer: 'Page {page}' });
    assert.deepEqual(part.body, { ...Object(gone.body), footer: 'Page {page}' });
  });

  test('a copy has the brand of its source, and keeps it when the source gives it up', async () => {
    await brand(LOOK);
    const withLogo = await admin.send('PUT', `/app/v1/templates/${id}/logo`, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    const made = await admin.send('POST', `/app/v1/templates/${id}/duplicate`, {
      body: { name: 'Bridge again' },
    });
    assert.equal(made.status, 201, made.text);
    const brandOf = (template: unknown) =>
      admin.send('GET', `/app/v1/templates/${String(template)}/brand`);
    assert.deepEqual((await brandOf(made.at('id'))).body, withLogo.body);
    await brand({ ...LOOK, accent: null, removeLogo: true });
    assert.deepEqual((await brandOf(made.at('id'))).body, withLogo.body);
    assert.equal((await admin.send('GET', String(withLogo.at('logo', 'url')))).status, 200);
    // Without a brand there is nothing to copy.
    const plain = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Plain', definition: DEFINITION },
    });
    const copy = await admin.send('POST', `/app/v1/templates/${plain.at('id')}/duplicate`, {
      body: { name: 'Plain again' },
    });
    assert.deepEqual((await brandOf(copy.at('id'))).body, { pageSize: 'A4', columns: 1 });
  });

  test('a colour, a page size and a picture that are none are refused at their place', async () => {
    const colour = await brand({ ...LOOK, accent: 'red' });
    assert.deepEqual([colour.status, colour.at('at')], [422, 'accent']);
    assert.equal((await brand({ ...LOOK, pageSize: 'A3' })).status, 400);
    assert.equal((await brand({ ...LOOK, header: 'x'.repeat(201) })).status, 400);
    const logo = await admin.send('PUT', `/app/v1/templates/${id}/logo`, {
      body: Buffer.from('<svg/>'),
      headers: { 'content-type': 'image/png' },
    });
    assert.deepEqual([logo.status, logo.at('at')], [422, 'logo']);
  });
});
