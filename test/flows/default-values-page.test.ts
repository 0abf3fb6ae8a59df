// A default value, from the builder's input to the answers of a form on a phone.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { addField, isSaved, openNewTemplate, press, publish } from '../support/builder.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

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

  test('what is set as default value is in the preview and in the form, and what is emptied there stays empty', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Filled in', {
      width: 390,
      height: 844,
    });
    const value = () => page.getByLabel('Default value');
    const add = async (kind: string, title: string) => {
      await addField(page, kind, title);
      await press(page, 'More settings');
    };
    await add('short', 'Site');
    await value().fill('Quay 4');
    await add('date', 'Day');
    await value().fill('2026-02-01');
    await add('date and time', 'Moment');
    await value().focus();
    await page.keyboard.type('123120261159p');
    await add('yes', 'Safe');
    await value().selectOption('No');
    await add('dropdown', 'State');
    await value().selectOption('Option 2');
    await add('checkboxes', 'Tools');
    await page.getByRole('group', { name: 'Default value' }).getByLabel('Option 3').check();
    await add('short', 'Note');
    await value().fill('nothing to tell');
    await isSaved(page);

    await page.getByRole('tab', { name: 'Preview' }).click();
    const preview = page.getByRole('tabpanel');
    await preview.getByRole('textbox', { name: 'Site' }).waitFor();
    assert.equal(await preview.getByRole('textbox', { name: 'Site' }).inputValue(), 'Quay 4');
    assert.equal(await preview.getByLabel('Day').inputValue(), '2026-02-01');
    await press(page, 'Check answers');
    await page.getByText('The form can be completed with these answers').waitFor();

    await page.getByRole('tab', { name: 'Fields' }).click();
    await publish(page);
    const { publicUrl } = node.server;
    await page.goto(`${publicUrl}/forms/new`);
    await page.getByRole('button', { name: /Filled in/ }).click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.waitFor();
    assert.equal(await note.inputValue(), 'nothing to tell');
    await note.fill('');
    await note.blur();
    const { send } = await adminBrowser(node);
    const expected = {
      site: 'Quay 4',
      day: '2026-02-01',
      moment: '2026-12-31T23:59',
      safe: false,
      state: 'Option 2',
      tools: ['Option 3'],
    };
    await page.getByRole('button', { name: 'Complete the form' }).click();
    let answers: unknown;
    for (let left = 50; left > 0; left -= 1) {
      const list = await send('GET', `/app/v1/forms?scope=all&status=complete&template=${id}`);
      const form = list.at('items', 0, 'id');
      if (form !== undefined) {
        answers = (await send('GET', `/app/v1/forms/${String(form)}`)).at('answers');
        break;
      }
      await page.waitForTimeout(200);
    }
    assert.deepEqual(answers, expected);
  });
});
