// An author tries a form with made-up answers before anybody else sees it.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { openNewTemplate, pasteQuestions, press, publish, row } from '../support/builder.ts';
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

  test('a trial run says which fields no answer has led to, fills itself in and gives a PDF', async () => {
    const { page, faults } = await openNewTemplate(browser, node, 'Visit');
    await pasteQuestions(page, 'Place *\nBroken | yes/no\nWhat | long text');
    await row(page, 'What').press('Enter');
    await press(page, 'Add condition');
    await press(page, 'Trial run');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 of 3 fields not reached yet').waitFor();
    await dialog.getByRole('button', { name: 'Check answers' }).press('Enter');
    await dialog.getByText('The form can’t be completed yet').waitFor();
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Fill with sample answers' }).press('Enter');
    await dialog.getByText('All 3 fields have been shown').waitFor();
    await dialog.getByRole('button', { name: 'Check answers' }).press('Enter');
    await dialog.getByText('The form can be completed with these answers').waitFor();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download PDF' }).press('Enter');
    assert.equal((await downloading).suggestedFilename(), 'Visit.pdf');
    assert.deepEqual(faults, []);
  });

  test('preview and trial take photos, drawings and signatures as the form does, and send none', async () => {
    const { page, faults } = await openNewTemplate(browser, node, 'Damage');
    const written: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(new URL(request.url()).pathname);
    });
    await pasteQuestions(
      page,
      'Picture | photo\nSignature | signature\nSketch | drawing on a photo',
    );
    const grey = { width: 60, height: 40, channels: 3, background: '#888888' } as const;
    const buffer = await sharp({ create: grey }).png().toBuffer();
    const photo = { name: 'pier.png', mimeType: 'image/png', buffer };
    const use = async (place: Locator) => {
      await place.locator('input[type=file][aria-label="Picture"]').setInputFiles(photo);
      await place.getByRole('img', { name: 'Picture: pier.png' }).waitFor();
      await place.getByRole('link', { name: 'pier.png' }).waitFor();
      await place.getByRole('button', { name: 'Type my name instead: Signature' }).press('Enter');
      await place.getByLabel('Your name').fill('Ada Lindqvist');
      await place.getByRole('button', { name: 'Sign with this name' }).press('Enter');
      await place.getByRole('img', { name: 'Signature' }).waitFor();
      await place.locator('input[type=file][aria-label="Sketch"]').setInputFiles(photo);
      await place.getByRole('button', { name: 'Draw on photo' }).waitFor();
    };
    await use(page.locator('main'));
    await press(page, 'Trial run');
    const dialog = page.getByRole('dialog');
    await use(dialog);
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Check answers' }).press('Enter');
    await dialog.getByText('The form can be completed with these answers').waitFor();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download PDF' }).press('Enter');
    assert.equal((await downloading).suggestedFilename(), 'Damage.pdf');
    await dialog.getByRole('button', { name: 'Remove pier.png' }).press('Enter');
    await dialog.getByRole('link', { name: 'pier.png' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    // A version is shown with the same controls, and nothing to press.
    await publish(page);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await press(page, 'View version 1');
    for (const text of ['No file', 'Not signed', 'No photo']) {
      await dialog.getByText(text, { exact: true }).waitFor();
    }
    assert.deepEqual(
      written.filter((path) => !/\/app\/v1\/templates\//.test(path)),
      [],
    );
    assert.deepEqual(faults, []);
  });
});
