// Edits in the builder are saved, whatever else happens to the template, and whatever a part of it contains.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { fieldsOf } from '#web/builder/definition.ts';
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

  const duplicate = async (page: Page, title: string): Promise<void> => {
    await row(page, title).first().focus();
    await page.keyboard.press('Control+d');
  };
  /** The filled buttons beside the title. */
  const leading = (page: Page): Promise<readonly string[]> =>
    page
      .locator('main header button:is([data-variant=filled], :not([data-variant]))')
      .allTextContents();
  const namesIn = async (id: string): Promise<readonly string[]> =>
    fieldsOf(await readDraft(node, id)).map(({ field }) => field.name);

  test('who publishes, archives or restores a template goes on editing it, and nobody else is blamed', async () => {
    const { page, id, faults } = await openNewTemplate(browser, node, 'Rounds');
    await addField(page, 'short', 'First');
    await publish(page);
    // Published names must stay, so undo does not go back to an older name.
    await page.getByRole('button', { name: 'Undo', disabled: true }).waitFor();
    await addField(page, 'number', 'Second');
    await page.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
    await isSaved(page);
    await press(page, 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).press('Enter');
    await press(page, 'Restore');
    await page.getByRole('button', { name: 'Archive' }).waitFor();
    await addField(page, 'date', 'Third');
    await isSaved(page);
    assert.equal(await page.getByRole('dialog').count(), 0);
    const titles = fieldsOf(await readDraft(node, id)).map(({ field }) => field['title']);
    assert.deepEqual(titles, ['First', 'Second', 'Third']);
    assert.deepEqual(faults, []);
  });

  test('a template that was never published is deleted on its page, which leads to the others, and in their list', async () => {
    const { page, id, faults } = await openNewTemplate(browser, node, 'Mistake');
    // Deleting waits for what is typed last, and names the revision that this makes.
    await addField(page, 'short', 'First');
    assert.equal(await page.getByRole('button', { name: 'Archive' }).count(), 0);
    await press(page, 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Mistake?' });
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('Mistake deleted.').waitFor();
    await page.waitForURL(/\/templates$/);
    const admin = await adminBrowser(node);
    assert.equal((await admin.send('GET', `/app/v1/templates/${id}`)).status, 404);

    await admin.send('POST', '/app/v1/templates', { body: { name: 'Another mistake' } });
    await page.reload();
    await press(page, 'Actions for Another mistake');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('Another mistake deleted.').waitFor();
    await page.getByRole('link', { name: 'Another mistake' }).waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);
  });

  test('names follow titles until the first publication, also on a later visit, and formulas with them', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Surfaces');
    for (const kind of ['number', 'number', 'calculated']) {
      await addField(page, kind, '');
    }
    await page
      .getByRole('textbox', { name: 'Calculation', exact: true })
      .fill('{number} * {number_2}');
    await isSaved(page);
    await page.reload();
    for (const [index, title] of ['Width', 'Length'].entries()) {
      await page.locator(`[data-at="0.${index}"][data-part=head]`).press('Enter');
      await page.locator(`[data-at="0.${index}"][data-part=title]`).fill(title);
    }
    await page.locator('[data-at="0.2"][data-part=head]').press('Enter');
    await isSaved(page);
    const fields = async () => fieldsOf(await readDraft(node, id)).map(({ field }) => field);
    const [width, length, sum] = await fields();
    assert.deepEqual([width?.name, length?.name], ['width', 'length']);
    assert.equal(sum?.['expression'], '{width} * {length}');

    await publish(page);
    await page.reload();
    await page.locator('[data-at="0.0"][data-part=head]').press('Enter');
    await page.locator('[data-at="0.0"][data-part=title]').fill('Breadth');
    await page.keyboard.press('Tab');
    await isSaved(page);
    assert.deepEqual((await fields()).map(({ name, title }) => [name, title]).slice(0, 1), [
      ['width', 'Breadth'],
    ]);
    await page.getByText('Unpublished changes').waitFor();
    assert.deepEqual(await leading(page), ['Publish']);

    // Back as it was published, there is nothing to publish.
    await page.locator('[data-at="0.0"][data-part=title]').fill('Width');
    await page.keyboard.press('Tab');
    await page.getByText('Unpublished changes').waitFor({ state: 'detached' });
    assert.deepEqual(await leading(page), ['Fill in']);
    await press(page, 'Publish');
    const dialog = page.getByRole('dialog', { name: 'Nothing to publish' });
    await dialog.getByText('Nothing has changed since version 1.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Publish' }).count(), 0);
  });

  test('a property that is refused is said at its field, and the rest is saved', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Lengths', {
      width: 390,
      height: 844,
    });
    await addField(page, 'paragraph', 'Story');
    await press(page, 'More settings');
    const longest = page.getByLabel('Maximum length');
    await longest.fill('100000');
    await isSaved(page);
    const lengthOf = async () => fieldsOf(await readDraft(node, id))[0]?.field['maxLength'];
    assert.equal(await lengthOf(), 100_000);

    await longest.fill('100001');
    await page.getByText('Enter a whole number from 1 to 100,000.').waitFor();
    await addField(page, 'short', 'After it');
    await page.getByText('Saved, except for the errors below').waitFor();
    await page.getByRole('button', { name: 'Go to field: Story' }).press('Enter');
    await row(page, 'Story').and(page.locator(':focus')).waitFor();
    await press(page, 'More settings');
    assert.equal(await longest.inputValue(), '100001');
    const draft = fieldsOf(await readDraft(node, id)).map(({ field }) => field);
    assert.deepEqual(
      draft.map(({ title, maxLength }) => [title, maxLength]),
      [
        ['Story', undefined],
        ['After it', undefined],
      ],
    );

    await longest.fill('2000');
    await isSaved(page);
    assert.equal(await lengthOf(), 2000);
  });

  test('a field is inserted where it is wanted while the title is still being typed', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Sums');
    await addField(page, 'number', 'Width');
    await addField(page, 'calculated', 'Twice');
    await page.getByLabel('Insert field').selectOption({ label: 'Width' });
    assert.equal(
      await page.getByRole('textbox', { name: 'Calculation', exact: true }).inputValue(),
      '{width}',
    );
    await page.keyboard.type(' * 2');
    await isSaved(page);
    const [, twice] = fieldsOf(await readDraft(node, id)).map(({ field }) => field);
    assert.deepEqual([twice?.['expression'], twice?.name], ['{width} * 2', 'twice']);

    // Without a cursor position, the field is inserted at the end.
    await page.reload();
    await row(page, 'Twice').press('Enter');
    const calculation = page.getByRole('textbox', { name: 'Calculation', exact: true });
    await calculation.waitFor();
    await page.getByLabel('Insert field').selectOption({ label: 'Width' });
    assert.equal(await calculation.inputValue(), '{width} * 2{width}');
    await calculation.fill('{width} * 2');
    await isSaved(page);

    // Within an entry a field has another name, and the title of the entry can contain answers.
    await addField(page, 'repeating', 'People');
    await press(page, 'More settings');
    await page.getByLabel('Entry title').fill('Person: ');
    await addField(page, 'short', 'Who', 'Add field to People');
    await row(page, 'Who').focus();
    await press(page, 'More settings');
    await page.getByText('In expressions: {panel.who}').waitFor();
    await row(page, 'People').press('Enter');
    await press(page, 'More settings');
    await page.getByLabel('Entry title').press('End');
    await page.getByLabel('Insert field').selectOption({ label: 'Who' });
    await isSaved(page);
    const people = fieldsOf(await readDraft(node, id))[2]?.field;
    assert.equal(people?.['templateTitle'], 'Person: {panel.who}');
  });

  test('a save whose answer is lost is blamed on nobody, and what follows is saved', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Lost');
    await addField(page, 'short', 'First');
    await isSaved(page);
    // A slow machine saves while the title is still being typed: until the page says that it failed, no answer comes.
    const stored: number[] = [];
    await page.route(`**/app/v1/templates/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return await route.continue();
      stored.push((await route.fetch()).status());
      await route.abort();
    });
    await addField(page, 'number', 'Second');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    assert.equal(stored[0], 200);
    await addField(page, 'date', 'Third');
    await isSaved(page);
    assert.equal(await page.getByRole('dialog').count(), 0);
    const titles = fieldsOf(await readDraft(node, id)).map(({ field }) => field['title']);
    assert.deepEqual(titles, ['First', 'Second', 'Third']);
  });

  test('JSON and a header that are typed and not saved are asked about before they are lost', async () => {
    const { page } = await openNewTemplate(browser, node, 'Typed');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const definition = page.getByRole('textbox', { name: 'Definition' });
    const stay = async () => {
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'hidden' });
    };
    await page.getByRole('tab', { name: 'JSON' }).click();
    await definition.fill('{ "pages": [] ');
    await page.getByRole('tab', { name: 'Fields' }).click();
    await question.waitFor();
    await stay();
    assert.equal(await definition.inputValue(), '{ "pages": [] ');
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('PDF header').fill('Works order');
    await page.getByRole('tab', { name: 'Fields' }).click();
    await question.waitFor();
    await stay();
    assert.equal(await page.getByLabel('PDF header').inputValue(), 'Works order');
  });

  test('edits that cannot be saved are not lost by leaving or signing out without a question', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Refused');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = async () => {
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'hidden' });
    };
    const leave = () => page.getByRole('link', { name: 'My forms', exact: true }).first().click();
    const address = `**/app/v1/templates/${id}`;
    await page.route(address, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await addField(page, 'short', 'First');
    await leave();
    await stay();
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await stay();
    // Another tab of the builder has the same edits, so nothing is lost.
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('textbox', { name: 'First' }).waitFor();
    assert.equal(await question.count(), 0);

    // As soon as the server answers, leaving saves them, and asks nothing.
    await page.unroute(address);
    await leave();
    await page.getByRole('heading', { level: 1, name: 'My forms' }).waitFor();
    assert.equal(await question.count(), 0);
    assert.equal(fieldsOf(await readDraft(node, id)).length, 1);
  });

  test('who leaves during a slow save and returns goes on with what was saved, and nobody else is blamed', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Slow');
    await addField(page, 'short', 'First');
    await isSaved(page);
    const release = await holdSave(page, id);
    await duplicate(page, 'First');
    await page.getByText('Saving').waitFor();
    await page.getByRole('link', { name: 'My forms', exact: true }).first().click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'My forms' }).waitFor();
    await page.goBack();
    release();
    await row(page, 'First').nth(1).waitFor();
    await duplicate(page, 'First');
    await isSaved(page);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal((await namesIn(id)).length, 3);
  });

  test('settings that overwrite those of a colleague leave the screen and the server with the same form', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Both');
    const { send } = await adminBrowser(node);
    const changeElsewhere = (name: string) => {
      const definition = { pages: [{ name: 'page1', elements: [{ type: 'text', name }] }] };
      return send('PATCH', `/app/v1/templates/${id}`, { body: { definition } });
    };
    const overwrite = async (name: string) => {
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await press(page, 'Save');
      const dialog = page.getByRole('dialog', { name: 'Someone else changed this template' });
      await dialog.getByRole('button', { name: 'Overwrite with my changes' }).press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      // Nothing is left in the settings that leaving this tab would ask about.
      await page.getByRole('tab', { name: 'Fields' }).click();
    };

    // The form was not changed here, so the colleague's remains, and is shown.
    await changeElsewhere('colleague');
    await overwrite('Ours');
    await row(page, 'colleague').waitFor();
    await duplicate(page, 'colleague');
    await isSaved(page);
    const mine = ['colleague', 'colleague_2'];
    assert.deepEqual(await namesIn(id), mine);

    // It was changed here, so what is shown here overwrites it.
    await changeElsewhere('again');
    await overwrite('Mine alone');
    await row(page, 'colleague').first().waitFor();
    await isSaved(page);
    assert.deepEqual(await namesIn(id), mine);
  });

  test('who archives and restores a template that a colleague has changed goes on with the changed one', async () => {
    const { page, id } = await openNewTemplate(browser, node, 'Archived');
    await addField(page, 'short', 'Mine');
    await publish(page);
    const definition = await readDraft(node, id);
    const elements = [...(definition.pages[0]?.elements ?? []), { type: 'text', name: 'theirs' }];
    const { send } = await adminBrowser(node);
    const body = { definition: { pages: [{ name: 'page1', elements }] } };
    assert.equal((await send('PATCH', `/app/v1/templates/${id}`, { body })).status, 200);
    await press(page, 'Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).press('Enter');
    await press(page, 'Restore');
    await page.getByRole('button', { name: 'Archive' }).waitFor();
    await row(page, 'theirs').waitFor();
    await duplicate(page, 'theirs');
    await isSaved(page);
    assert.deepEqual(await namesIn(id), ['mine', 'theirs', 'theirs_2']);
  });
});
