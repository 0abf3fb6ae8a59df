// An author tries a form with made-up answers before anybody else sees it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openNewTemplate, pasteQuestions, press, row } from '../support/builder.ts';
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
});
