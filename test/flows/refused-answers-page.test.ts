// Answers that the service refuses, and answers that completing removes, shown on a German page, with fields made by
// the builder.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { compile } from '#web/builder/conditions.ts';
import { newField } from '#web/builder/kinds.ts';
import { adminBrowser } from '../support/browser.ts';
import { row } from '../support/builder.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { assertAccessible, openPage, signInByRequest, watchFaults } from '../support/web-pages.ts';

const words = (name: string, title: string) => ({
  name,
  title,
  choices: ['rot'],
  column: { name: 'what', title: 'Was' },
});
const SHOWN = compile({ mode: 'all', rows: [{ field: 'more', operator: 'equal', value: true }] });
const ELEMENTS = [
  { ...newField('date', words('day', 'Tag')), min: '2026-06-01' },
  { ...newField('file', words('plan', 'Plan')), acceptedTypes: '.pdf', maxSize: 2_000_000 },
  newField('checkbox', { ...words('harm', 'Schaden'), choices: ['rot', 'nass | grün'] }),
  newField('number', words('depth', 'Tiefe')),
  newField('dropdown', { ...words('kind', 'Art'), choices: ['Riss', 'Rost'] }),
  newField('boolean', words('more', 'Mehr')),
  { ...newField('text', words('why', 'Warum')), visibleIf: SHOWN },
];

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('what is refused and what is removed is said in German, and a file that does not fit never leaves the phone', async () => {
    const admin = await adminBrowser(node);
    const definition = { pages: [{ name: 'page1', elements: ELEMENTS }] };
    const template = { name: 'Abnahme', definition, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const templateId = made.at('id');
    const published = `/app/v1/templates/${templateId}/publish`;
    assert.equal((await admin.send('POST', published, { body: {} })).status, 200);

    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      ignoreHTTPSErrors: true,
    });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    const faults = watchFaults(page);
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await page.addInitScript("localStorage.setItem('language', 'de')");

    await openPage(page, `${publicUrl}/templates/${templateId}`);
    await page.getByRole('tab', { name: 'Vorschau' }).click();
    await page.getByLabel('Tag', { exact: true }).fill('2026-05-01');
    await page.getByRole('button', { name: 'Antworten prüfen' }).click();
    await page.getByText('Zu früh: Wählen Sie 01.06.2026 oder später.').waitFor();
    await assertAccessible(page);

    // The operand of the condition begins with a minus, which is not a number yet.
    await page.getByRole('tab', { name: 'Felder' }).click();
    await row(page, 'Warum').click();
    await page.getByLabel('Feld von Bedingung 1').selectOption({ label: 'Tiefe' });
    const compared = page.getByLabel('Wert von Bedingung 1');
    await compared.fill('');
    await compared.pressSequentially('-0,5');
    assert.equal(await compared.inputValue(), '-0,5');

    // The builder reads numbers in the language of the page, as forms do.
    await row(page, 'Tiefe').click();
    await page.getByRole('button', { name: 'Weitere Einstellungen', exact: true }).click();
    const starts = page.getByLabel('Standardwert');
    await starts.pressSequentially('1,5');
    await page.getByText('Alle Änderungen gespeichert').waitFor();
    const { body: draft } = await admin.send('GET', `/app/v1/templates/${templateId}`);
    assert.match(JSON.stringify(draft), /"defaultValue":1\.5/);
    assert.match(JSON.stringify(draft), /"visibleIf":"\{depth\} = -0\.5"/);
    await starts.fill('1.500');
    await page
      .getByText(/kann zwei Zahlen bedeuten/)
      .first()
      .waitFor();
    assert.equal(await starts.inputValue(), '1.500');
    await assertAccessible(page);

    const form = await node.request('POST', '/v2/formz', { body: { templateId } });
    const id = form.at('id');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/attachments')) sent.push(request.url());
    });
    await openPage(page, `${publicUrl}/forms/${id}/fill`);
    const choose = page.locator('input[type=file]:not([capture])');
    const file = (name: string, mimeType: string, size: number) => ({
      name,
      mimeType,
      buffer: Buffer.alloc(size, '%PDF-1.4 '),
    });
    await choose.setInputFiles(file('plan.txt', 'text/plain', 40));
    await page.getByText('plan.txt: Erlaubt sind nur diese Dateitypen: .pdf').waitFor();
    await choose.setInputFiles(file('plan.pdf', 'application/pdf', 2_000_001));
    await page.getByText('plan.pdf: Die Datei ist zu groß: höchstens 2 MB.').waitFor();
    await assertAccessible(page);
    await choose.setInputFiles(file('plan.pdf', 'application/pdf', 2000));
    await page.getByRole('link', { name: 'plan.pdf' }).waitFor();
    await page.getByText(/^Gespeichert um \d/).waitFor();
    assert.equal(sent.length, 1);

    // On a phone, the list covers the page and has its own texts.
    const list = page.getByRole('combobox', { name: 'Art' });
    await list.locator('xpath=ancestor::*[contains(@class, "sd-dropdown")][last()]').click();
    await page.getByRole('button', { name: 'Abbrechen' }).click();

    await page.getByText('nass | grün', { exact: true }).click();
    await page.getByText(/^Gespeichert um \d/).waitFor();

    const body = { fields: { more: { value: false }, why: { text: 'sieht niemand' } } };
    assert.equal((await node.request('PATCH', `/v2/formz/${id}`, { body })).status, 200);
    const done = await node.request('POST', `/v2/formz/${id}/status`, {
      body: { status: 'complete' },
    });
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(done.at('fields', 'harm', 'value'), ['nass | grün']);
    await openPage(page, `${publicUrl}/forms/${id}`);
    await page.getByText('Entfernte Antworten, deren Fragen ausgeblendet waren: „Warum“').waitFor();
    await assertAccessible(page);
    assert.deepEqual(faults, []);
  });
});
