// A form of many questions is put in order with the mouse, with several fields at once, and by keyboard.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import {
  isSaved,
  openNewTemplate,
  pasteQuestions,
  press,
  publish,
  readDraft,
  row,
} from '../support/builder.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks } from '../support/web-pages.ts';

const titles = (page: Page): Promise<readonly string[]> =>
  page
    .locator('button[data-part=head]')
    .evaluateAll((heads) =>
      heads.map((head) => head.querySelector('[data-row=title]')?.textContent ?? 'PAGE'),
    );

/** Drags to the upper half of the target, or to its lower half. */
async function drag(page: Page, from: Locator, to: Locator, half: 'upper' | 'lower') {
  const start = await from.boundingBox();
  const goal = await to.boundingBox();
  assert.ok(start && goal);
  const y = goal.y + goal.height * (half === 'upper' ? 0.25 : 0.75);
  await page.mouse.move(start.x + 30, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(goal.x + 40, y - 4, { steps: 4 });
  await page.mouse.move(goal.x + 40, y, { steps: 2 });
  await page.mouse.up();
}

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

  test('questions are pasted, dragged, moved together and copied, and the preview follows', async () => {
    const { page, faults, id } = await openNewTemplate(browser, node, 'Arranged', {
      width: 1400,
      height: 900,
    });
    await pasteQuestions(
      page,
      '# Site\nName *\nDay | date\nState | dropdown | Good; Worn\n# Parts\nNotes | long text\nSigned | signature',
    );
    await page.getByText('5 fields added.').waitFor({ state: 'attached' });
    const start = ['PAGE', 'Name', 'Day', 'State', 'PAGE', 'Notes', 'Signed'];
    assert.deepEqual(await titles(page), start);

    await drag(page, row(page, 'Signed'), row(page, 'Name'), 'upper');
    await page
      .getByText('Signed moved to position 1 of 4 on page 1.')
      .waitFor({ state: 'attached' });
    const palette = page.getByRole('region', { name: 'Field types' });
    await drag(page, palette.getByText('Photo', { exact: true }), row(page, 'Notes'), 'lower');
    await page.keyboard.type('Damage');
    const dragged = ['PAGE', 'Signed', 'Name', 'Day', 'State', 'PAGE', 'Notes', 'Damage'];
    assert.deepEqual(await titles(page), dragged);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('[data-edited]').getByText('Damage').waitFor();

    await press(page, 'Choose several');
    await page.getByLabel('Choose Name').check();
    await row(page, 'State').click({ modifiers: ['Control'] });
    await assertAccessibleInAllLooks(page);
    await press(page, 'Move to …');
    await page.getByLabel('Page or section').selectOption('Page 2: Parts');
    await page.getByLabel('Position').selectOption('After Notes');
    await press(page, 'Move');
    const together = ['PAGE', 'Signed', 'Day', 'PAGE', 'Notes', 'Name', 'State', 'Damage'];
    await page.getByText('2 fields moved.').waitFor({ state: 'attached' });
    assert.deepEqual(await titles(page), together);
    await press(page, 'Done');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    assert.deepEqual(await titles(page), dragged.with(7, 'Photo'));
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+y');

    // One hand on the keyboard: to the next row, a copy of it, and one more of its kind.
    await row(page, 'Signed').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+d');
    await page.locator('[data-part=title]:focus').waitFor();
    await page.keyboard.type('Other day');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('Third day');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('searchbox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('yes');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-part=title]:focus').waitFor();
    await page.keyboard.type('Safe');
    await page.keyboard.press('Tab');
    await isSaved(page);
    const draft = await readDraft(node, id);
    assert.deepEqual(
      draft.pages.map(({ elements }) => elements.map(({ name }) => name)),
      [
        ['signed', 'day', 'other_day', 'third_day', 'safe'],
        ['notes', 'name', 'state', 'damage'],
      ],
    );
    assert.equal(draft.pages[1]?.elements[1]?.['isRequired'], true);
    await publish(page);
    assert.deepEqual(faults, []);
  });

  test('a condition without a value is not published, and the field that has it is named', async () => {
    const { page } = await openNewTemplate(browser, node, 'Half a condition');
    await pasteQuestions(page, 'Site\nReason');
    await row(page, 'Reason').press('Enter');
    await press(page, 'Add condition');
    await page.getByText('Enter a value.').waitFor();
    await press(page, 'Publish');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/The condition on site has no value/).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Publish' }).count(), 0);
  });

  test('a fault of a page is named by its page and property, each once, and leads there', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Two pages');
    const site = { type: 'dropdown', name: 'site', title: 'Site', choices: ['North', 'South'] };
    const pages = [
      { name: 'page1', elements: [site] },
      {
        name: 'page2',
        visibleIf: '{gone} = 1',
        elements: [{ type: 'text', name: 'why', title: 'Reason', visibleIf: "{site} = ''" }],
      },
    ];
    const { send } = await adminBrowser(node);
    const { status } = await send('PATCH', `/app/v1/templates/${id}`, {
      body: { definition: { pages } },
    });
    assert.equal(status, 200);
    await page.reload();
    await press(page, 'Publish');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').nth(1).waitFor();
    const faults = await dialog.getByRole('listitem').allTextContents();
    assert.deepEqual(faults, [
      'Reason, Show only if: The condition on site has no value. Enter one, or choose “is not answered”.',
      'Page 2, Show only if: The field gone does not exist. It may have been renamed, moved or deleted. Choose another one.',
    ]);
    await dialog.getByRole('button', { name: 'Go to field: Page 2' }).press('Enter');
    await page.getByText('Show only if', { exact: true }).first().waitFor();
    assert.equal(await page.locator(':focus').getAttribute('data-at'), '1');
  });
});
