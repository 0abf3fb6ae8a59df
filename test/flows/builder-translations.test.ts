// A form gets further languages on the page of its template, and is shown in them.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { isSaved, openNewTemplate, pasteQuestions, press, readDraft } from '../support/builder.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks } from '../support/web-pages.ts';

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

  test('texts are translated beside each other and by file, missing ones are told, and the form is shown in each language', async () => {
    const { page, faults, id } = await openNewTemplate(browser, node, 'Visit');
    await pasteQuestions(page, 'Place\nState | dropdown | Good; Worn');
    await page.getByRole('tab', { name: 'Translations' }).click();
    const add = page.getByLabel('Add language');
    await add.selectOption('German');
    await add.selectOption('Arabic');
    const list = page.getByRole('list', { name: 'Languages of the form' });
    assert.equal(await list.getByText('5 of 5 missing').count(), 2);
    // A language without a text stays as well.
    await page.reload();
    await list.getByText('5 of 5 missing').nth(1).waitFor();
    // What the template is called is among its texts, and is named in its settings.
    const name = page.getByLabel('English: Title of Form');
    assert.equal(await name.inputValue(), 'Visit');
    assert.equal(await name.isEditable(), false);
    await page.getByLabel('German: Title of Form').fill('Besuch');
    await page.getByLabel('German: Title of Place').fill('Ort');
    await page.getByLabel('Arabic: Title of Place').fill('المكان');
    await page.getByLabel('German: Option of State').last().fill('Abgenutzt');
    await list.getByText('2 of 5 missing').waitFor();
    await assertAccessibleInAllLooks(page);

    const downloading = page.waitForEvent('download');
    await press(page, 'Download CSV');
    const file = readFileSync(await (await downloading).path(), 'utf8');
    assert.match(
      file,
      /^\ufeffkey,field,en,ar,de\r\n#form\.title,,Visit,,Besuch\r\nplace\.title,Place,Place,المكان,Ort\r\n/,
    );
    await press(page, 'Upload CSV');
    const edited = `${file.replace('state.title,State,State,,', 'state.title,State,State,,Zustand')}gone.title,,,,Weg\r\n`;
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'texts.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(edited),
      });
    await page.getByText(/Row 7: the form has no text “gone.title”/).waitFor();
    await press(page, 'Import 1 text');
    await page.getByText('1 text imported.').waitFor();

    await press(page, 'Publish');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('German: 1 text is missing. People see it in English.').waitFor();
    await dialog.getByText('Arabic: 4 texts are missing. People see them in English.').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByText('Visit published as version 1.').waitFor();

    await page.getByLabel('Default language').selectOption('German');
    await list.getByText('1 of 5 missing').waitFor();
    await isSaved(page);
    const draft = await readDraft(node, id);
    assert.equal(draft['locale'], 'de');
    assert.deepEqual(draft.pages[0]?.elements[0]?.['title'], {
      default: 'Ort',
      ar: 'المكان',
      en: 'Place',
    });

    await page.getByRole('tab', { name: 'Preview' }).click();
    const form = page.locator('.survey-view');
    await form.getByText('Place').waitFor();
    await form.getByLabel('Language of the form').selectOption('Deutsch');
    await form.getByText('Ort').waitFor();
    await form.getByText('Zustand').waitFor();
    await form.getByLabel('Language of the form').selectOption('العربية');
    await form.getByText('المكان').waitFor();
    assert.equal(await form.getAttribute('dir'), 'rtl');
    assert.deepEqual(faults, []);
  });
});
