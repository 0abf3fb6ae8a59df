// A template from creation to publishing, in a real browser and with the keyboard alone.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { readChoices } from '#web/builder/choices.ts';
import { type Definition, fieldsOf } from '#web/builder/definition.ts';
import { columnsOf } from '#web/builder/kinds.ts';
import { adminBrowser } from '../support/browser.ts';
import {
  addField,
  holdSave,
  isSaved,
  openNewTemplate,
  press,
  publish,
  readDraft,
  row,
} from '../support/builder.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks } from '../support/web-pages.ts';

const valuesOf = (inputs: readonly unknown[]) =>
  inputs.map((each) => Reflect.get(Object(each), 'value'));

const titles = (page: Page): Promise<readonly string[]> =>
  page.locator('li button[data-part=head] [data-row=title]').allTextContents();

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

  const openBuilder = (name: string, size?: { readonly width: number; readonly height: number }) =>
    openNewTemplate(browser, node, name, size);
  const draftOf = (id: string): Promise<Definition> => readDraft(node, id);

  test('a template of many kinds of fields is built, arranged and published by keyboard', async () => {
    const { page, faults, id } = await openBuilder('Visit');
    await addField(page, 'short', 'Work site');
    await addField(page, 'date', 'Day');
    await addField(page, 'number', 'Hours');
    await addField(page, 'multiple choice', 'State');
    await addField(page, 'yes', 'Safe');
    await addField(page, 'signature', 'Signed');
    await addField(page, 'long', 'What is wrong');
    assert.deepEqual(await titles(page), [
      'Work site',
      'Day',
      'Hours',
      'State',
      'Safe',
      'Signed',
      'What is wrong',
    ]);

    await press(page, 'Add condition');
    await page.getByLabel('Field of condition 1').selectOption('State');
    await page.getByLabel('Comparison of condition 1').selectOption('is not');
    await page.getByLabel('Value of condition 1').selectOption('Option 2');

    await row(page, 'Signed').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page
      .getByText('Signed moved to position 4 of 7 on page 1.')
      .waitFor({ state: 'attached' });
    await row(page, 'Signed').and(page.locator(':focus')).waitFor();
    await press(page, 'Move up: Day');
    await page.keyboard.press('Enter'); // it is the first field: the focus stays, and a message says so
    await page
      .getByText('Day can’t be moved further in this direction.')
      .waitFor({ state: 'attached' });

    await press(page, 'Actions for Hours');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await page.locator('[data-part=title]:focus').waitFor();
    await row(page, 'Safe').focus();
    await page.keyboard.press('Delete');
    await page.getByText('Safe deleted.').first().waitFor({ state: 'attached' });
    assert.equal((await titles(page)).includes('Safe'), false);
    await page.keyboard.press('Control+z');
    await row(page, 'Safe').waitFor();
    assert.deepEqual(await titles(page), [
      'Day',
      'Work site',
      'Hours',
      'Hours',
      'Signed',
      'State',
      'Safe',
      'What is wrong',
    ]);

    await isSaved(page);
    const draft = fieldsOf(await draftOf(id)).map(({ field }) => field);
    assert.deepEqual(
      draft.map(({ name }) => name),
      ['day', 'work_site', 'hours', 'hours_2', 'signed', 'state', 'safe', 'what_is_wrong'],
    );
    assert.equal(draft.at(-1)?.['visibleIf'], "{#state} <> 'Option 2'");

    await press(page, 'Publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByText('Visit published as version 1.').waitFor();
    await page.reload();
    await page.getByText('Published', { exact: true }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('the preview follows what is built, and shows a field only when its condition holds', async () => {
    const { page } = await openBuilder('Shown');
    await addField(page, 'short', 'Where');
    // A new condition asks about the field just before, not about the first one.
    await addField(page, 'yes', 'Broken');
    await addField(page, 'short', 'Since when');
    await press(page, 'Add condition');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Broken').waitFor();
    await preview.getByText('Since when is hidden until its condition is met.').waitFor();
    const shown = preview.getByText('Since when', { exact: true });
    assert.equal(await shown.count(), 0);
    await preview.getByText('Yes', { exact: true }).click();
    await shown.waitFor();
  });

  test('a choice and a column are retitled: conditions follow, and what is published stays as it is stored', async () => {
    const { page, faults, id } = await openBuilder('Retitled');
    await addField(page, 'multiple choice', 'State');
    await addField(page, 'table', 'Parts');
    await addField(page, 'short', 'Reason');
    await press(page, 'Add condition');
    await page.getByLabel('Field of condition 1').selectOption('State');
    await page.getByLabel('Value of condition 1').selectOption('Option 2');

    const choice = page.getByRole('textbox', { name: 'Option 2', exact: true });
    const stored = page.getByLabel('Stored value of option 2');
    const heading = page.getByRole('group', { name: 'Column 1' }).getByLabel('Heading');
    const retitle = async (choiceTitle: string, columnTitle: string) => {
      await row(page, 'State').press('Enter');
      await choice.fill(choiceTitle);
      await choice.press('Tab');
      await row(page, 'Parts').press('Enter');
      await heading.fill(columnTitle);
      await heading.press('Tab');
    };
    await retitle('Torn', 'Amount');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Torn', { exact: true }).waitFor();
    assert.equal(await preview.getByText('Reason').count(), 0);
    await preview.getByText('Torn', { exact: true }).click();
    await preview.getByText('Reason').waitFor();
    await isSaved(page);
    const read = async () => {
      const [state, parts, reason] = fieldsOf(await draftOf(id)).map(({ field }) => field);
      const [column] = parts === undefined ? [] : columnsOf(parts);
      const choices = readChoices(state?.['choices']).map(({ value, text }) => [value, text]);
      return [choices[1], column?.['name'], column?.['title'], reason?.['visibleIf']];
    };
    assert.deepEqual(await read(), [['Torn', ''], 'amount', 'Amount', "{#state} = 'Torn'"]);

    await publish(page);
    await retitle('Cut', 'How many');
    await row(page, 'State').press('Enter');
    await page.getByText('Published stored values can’t be changed.').waitFor();
    assert.equal(await stored.inputValue(), 'Torn');
    assert.equal(await stored.isEditable(), false);
    await isSaved(page);
    assert.deepEqual(await read(), [['Torn', 'Cut'], 'amount', 'How many', "{#state} = 'Torn'"]);
    assert.deepEqual(faults, []);
  });

  test('the button that adds several options counts those that there are', async () => {
    const { page, faults } = await openBuilder('Several');
    await addField(page, 'multiple choice', 'State');
    await press(page, 'Add several options');
    const dialog = page.getByRole('dialog');
    const none = dialog.getByRole('button', { name: 'Add options', exact: true });
    assert.equal(await none.isDisabled(), true);
    await dialog.getByRole('textbox').fill('Torn\nWorn');
    await dialog.getByRole('button', { name: 'Add 2 options', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    // They replace the options that a new field starts with, until somebody has written one.
    const values = () => page.getByLabel(/^Stored value of option/).evaluateAll(valuesOf);
    assert.deepEqual(await values(), ['Torn', 'Worn']);
    await press(page, 'Add several options');
    await dialog.getByRole('textbox').fill('Worn\n"Cut\nor ""open"""');
    await dialog.getByRole('button', { name: 'Add 1 option', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await values(), ['Torn', 'Worn', 'Cut or "open"']);
    assert.deepEqual(faults, []);
  });

  test('a click on a field type adds it behind the section that is open; sums have titles, functions examples', async () => {
    const { page, id, faults } = await openBuilder('Sums', { width: 1280, height: 900 });
    const palette = page.getByRole('region', { name: 'Field types' });
    const click = (kind: string) =>
      palette.getByRole('button', { name: kind, exact: true }).click();
    await click('Section');
    await click('Number');
    await click('Table');
    await click('Calculation');
    await isSaved(page);
    const [first, ...others] = fieldsOf(await draftOf(id));
    assert.equal(first?.field.type, 'panel');
    assert.deepEqual(
      others.map(({ path }) => path),
      [
        [0, 1],
        [0, 2],
        [0, 3],
      ],
    );
    const { send } = await adminBrowser(node);
    const table = {
      ...others[1]?.field,
      title: 'Parts',
      columns: [
        { name: 'part', title: 'Part', cellType: 'text' },
        { name: 'amount', title: 'Amount', cellType: 'text', inputType: 'number' },
      ],
    };
    const elements = [others[0]?.field, table, others[2]?.field];
    const body = { definition: { pages: [{ name: 'page1', elements }] } };
    assert.equal((await send('PATCH', `/app/v1/templates/${id}`, { body })).status, 200);
    await page.reload();
    await row(page, 'Calculation').press('Enter');
    const insert = page.getByLabel('Insert field');
    const offered = await insert.locator('option').allTextContents();
    assert.deepEqual(offered, ['…', 'Number', 'Parts', 'Sum of Parts: Amount']);
    await insert.selectOption('Sum of Parts: Amount');
    await page.getByLabel('Insert function').selectOption({ index: 2 });
    const formula = page.getByRole('textbox', { name: 'Calculation', exact: true });
    assert.match(await formula.inputValue(), /^sumInArray.*'amount'\)round\({answer}, 2\)$/);
    await page.getByRole('button', { name: 'On a phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview on a phone' });
    await dialog.getByRole('img', { name: 'QR code of the preview' }).waitFor();
    await dialog.getByText(`${node.server.publicUrl}/templates/${id}?tab=preview`).waitFor();
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });

  test('a form of SurveyJS is taken over without what this service refuses, which is said part by part', async () => {
    const { page, id } = await openBuilder('Brought', { width: 390, height: 844 });
    const brought = {
      triggers: [{ type: 'complete', expression: '{a} = 1' }],
      elements: [
        { type: 'text', name: 'a', title: 'First' },
        { type: 'html', name: 'h', html: '<script>alert(1)</script>' },
        { type: 'dropdown', name: 'b', title: 'Second', choicesByUrl: { url: 'https://x.test' } },
        { type: 'microphone', name: 'c' },
      ],
    };
    await press(page, 'Import');
    await page.getByLabel('Form JSON').fill('{"pages": [');
    await press(page, 'Check import');
    await page.getByText(/This is not valid JSON/).waitFor();
    await page.getByLabel('Form JSON').fill(JSON.stringify(brought));
    await press(page, 'Check import');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 fields can be imported').waitFor();
    for (const part of ['triggers', 'choicesByUrl', 'html', 'microphone']) {
      await dialog.getByRole('listitem').filter({ hasText: part }).first().waitFor();
    }
    await dialog.getByRole('button', { name: 'Import' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await titles(page), ['First', 'Second']);
    await isSaved(page);
    const draft = await draftOf(id);
    assert.equal(JSON.stringify(draft).includes('script'), false);
    assert.equal(Object.hasOwn(draft, 'triggers'), false);
    await press(page, 'Undo');
    await page.getByText('What do you want to ask?').waitFor();
  });

  test('a template is described, named and given to a group; a refused setting holds up no field', async () => {
    const { page, id } = await openBuilder('Settled');
    const { send } = await adminBrowser(node);
    await send('POST', '/app/v1/groups', { body: { displayName: 'Riggers' } });
    await page.getByRole('tab', { name: 'Settings' }).click();
    // Beside "Publish" it would be the second filled button.
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
    await page.getByLabel('Naming pattern').fill('{template} {site}');
    await press(page, 'Save');
    await page.getByText('{site} is not a placeholder. Use one of those above.').waitFor();
    await page.getByLabel('Naming pattern').fill('{template} of {date}');
    await page.getByText(/^Example: Settled of \d{4}-\d\d-\d\d$/).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('n'.repeat(5000));
    await press(page, 'Save');
    await page.locator('[data-path=name][aria-invalid=true]').waitFor();
    await page.getByRole('tab', { name: 'Fields' }).click();
    await press(page, 'Discard my changes');
    await addField(page, 'short', 'Rope');
    await isSaved(page);
    assert.equal(fieldsOf(await draftOf(id)).length, 1);

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Naming pattern').fill('{template} of {date}');
    await press(page, 'Save');
    await page.getByText('Settings saved.', { exact: true }).waitFor();
    const { at } = await send('GET', `/app/v1/templates/${id}`);
    assert.equal(at('namePattern'), '{template} of {date}');

    // An edit made while a setting is being sent is not shown as saved, and is sent afterwards.
    const release = await holdSave(page, id);
    await page.getByRole('textbox', { name: 'Description' }).fill('For ropes');
    await press(page, 'Save');
    await page.getByRole('tab', { name: 'Fields' }).click();
    await addField(page, 'short', 'Knot');
    await page.waitForTimeout(1000); // longer than the page waits for further edits
    release();
    await isSaved(page);
    assert.equal(fieldsOf(await draftOf(id)).length, 2);
  });

  test('what was changed in a second window is shown and merged, and what both changed is chosen', async () => {
    const { page, id } = await openBuilder('Two windows', { width: 1280, height: 900 });
    await addField(page, 'short', 'Plate');
    await addField(page, 'number', 'Mileage');
    await isSaved(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await row(other, 'Plate').press('Enter');
    await other.locator('input[data-part=title]').fill('Number plate');
    await addField(other, 'date', 'Day');
    await isSaved(other);

    await page.locator('input[data-part=title]').fill('Kilometres');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this template' });
    await dialog.getByText('Changed: Number plate').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await dialog.getByRole('button', { name: 'Merge both' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await isSaved(page);
    const draft = await draftOf(id);
    assert.deepEqual(
      fieldsOf(draft).map(({ field }) => field['title']),
      ['Number plate', 'Kilometres', 'Day'],
    );
    assert.deepEqual(await titles(page), ['Number plate', 'Kilometres', 'Day']);

    // The other window still has the form before: both change the same title, and one is chosen.
    await row(page, 'Day').press('Enter');
    await page.locator('input[data-part=title]').fill('Day of the check');
    await isSaved(page);
    await other.locator('input[data-part=title]').fill('Date of the check');
    const second = other.getByRole('dialog', { name: 'Someone else changed this template' });
    await second.getByRole('radio', { name: /The other version/ }).check();
    await second.getByText('Title: Day of the check').waitFor();
    await second.getByRole('button', { name: 'Merge both' }).press('Enter');
    await second.waitFor({ state: 'detached' });
    await isSaved(other);
    assert.deepEqual(
      fieldsOf(await draftOf(id)).map(({ field }) => field['title']),
      ['Number plate', 'Kilometres', 'Day of the check'],
    );
  });

  test('what somebody else changed meanwhile is not overwritten without a word', async () => {
    const { page, id } = await openBuilder('Shared');
    await addField(page, 'short', 'Mine');
    await addField(page, 'number', 'Mine too');
    await isSaved(page);
    const definition = { pages: [{ name: 'page1', elements: [{ type: 'text', name: 'theirs' }] }] };
    const { send } = await adminBrowser(node);
    await send('PATCH', `/app/v1/templates/${id}`, { body: { definition } });
    await row(page, 'Mine too').focus();
    await page.keyboard.press('Alt+ArrowUp');
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this template' });
    await dialog.getByRole('button', { name: 'Overwrite with my changes' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await isSaved(page);
    assert.equal(fieldsOf(await draftOf(id)).length, 2);

    await send('PATCH', `/app/v1/templates/${id}`, { body: { definition } });
    await row(page, 'Mine').last().press('Delete');
    await dialog.getByRole('button', { name: 'Discard my changes' }).press('Enter');
    await row(page, 'theirs').waitFor();
    assert.deepEqual(await titles(page), ['theirs']);
  });
});
