// A manager assigns work, the person starts or declines it, and the manager sees what has become of it; in a real browser.
// Nightly: a browser for long; src/assignments/assignments.test.ts sends what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const PHONE = { width: 390, height: 844 };
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'text', name: 'level', title: 'Water level', inputType: 'number' },
  ],
};

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('work is assigned with answers filled in ahead, started on a phone, declined, and counted for each person', async (t) => {
    const admin = await adminBrowser(node);
    const template = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    const person = { userName: 'bob', displayName: 'Bob Berg', password: PASSWORD };
    const bobId = String((await admin.send('POST', '/app/v1/users', { body: person })).at('id'));
    const base = node.server.publicUrl;
    const open = async (userName: string, password: string, viewport?: typeof PHONE) => {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        ...(viewport && { viewport }),
      });
      t.after(() => context.close());
      const page = await context.newPage();
      await signInByRequest(page, base, { userName, password });
      return { page, faults: watchFaults(page) };
    };
    const { page, faults } = await open('admin', ADMIN_PASSWORD);

    const assign = async (instructions: string) => {
      await openPage(page, `${base}/work/new?template=${templateId}`);
      await page.getByRole('combobox', { name: 'Person or group' }).click();
      await page.getByRole('combobox', { name: 'Person or group' }).fill('bob');
      await page.getByRole('option', { name: 'Bob Berg' }).click();
      await page.getByLabel('Due', { exact: true }).fill('2035-01-31T17:30');
      await page.getByLabel('Instructions').fill(instructions);
      await page.getByText('Bob Berg gets “Inspection”.').waitFor();
    };
    await assign('The key is at the gate.');
    await page.getByRole('checkbox', { name: 'Site' }).check();
    await page.locator('.sd-question').getByRole('textbox').fill('Weir 7');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('Assigned to 1 person.').waitFor();
    await assign('Only if it rains.');
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByText('Assigned to 1 person.').waitFor();

    const bob = await open('bob', PASSWORD, PHONE);
    await openPage(bob.page, base);
    const section = bob.page.getByRole('region', { name: 'Assigned to you' });
    await section.getByText('The key is at the gate.').waitFor();
    await assertAccessibleInAllLooks(bob.page);
    const rain = section.locator('[data-with-border]').filter({ hasText: 'Only if it rains.' });
    await rain.getByRole('button', { name: 'Decline…' }).click();
    const dialog = bob.page.getByRole('dialog', { name: 'Decline Inspection?' });
    await dialog.getByLabel('Reason').fill('It is dry.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await rain.waitFor({ state: 'detached' });
    await section.getByRole('button', { name: 'Start Inspection' }).click();
    await bob.page.locator('.sd-question').first().getByRole('textbox').waitFor();
    const site = await bob.page.getByRole('textbox', { name: 'Site' }).inputValue();
    assert.equal(site, 'Weir 7');

    await openPage(page, `${base}/work`);
    await page.getByLabel('View').selectOption({ label: 'By person' });
    const row = page.getByRole('row').filter({ hasText: 'Bob Berg' });
    await row.getByRole('link', { name: 'Bob Berg, Declined: 1' }).waitFor();
    await assertAccessibleInAllLooks(page);
    await row.getByRole('link', { name: 'Bob Berg, In progress: 1' }).click();
    await page.getByRole('link', { name: 'Inspection' }).click();
    await page.getByRole('button', { name: 'Change…' }).click();
    const change = page.getByRole('dialog', { name: 'Change work of Bob Berg' });
    await change.getByLabel('Due', { exact: true }).fill('2035-02-28T12:00');
    await change.getByRole('button', { name: 'Save' }).click();
    await change.waitFor({ state: 'detached' });
    await page.getByText('Due date:').waitFor();
    await assertAccessibleInAllLooks(page);
    // All that the list shows, of which one piece is declined.
    await openPage(page, `${base}/work`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const bar = page.getByRole('group', { name: 'Selection' });
    await page.getByRole('checkbox', { name: 'Select Inspection · Bob Berg' }).first().check();
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 2 that match' }).click();
    await assertAccessibleInAllLooks(page);
    await bar.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Change instructions' }).click();
    const many = page.getByRole('dialog', {
      name: 'Change the instructions of 2 pieces of work',
    });
    await many.getByLabel('Instructions').fill('Call the gate.');
    await many.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 of 2').waitFor();
    await page.getByText('Done: 1', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Inspection · Bob Berg' }).nth(1).waitFor();
    await assertAccessibleInAllLooks(page);
    await page
      .getByRole('row')
      .filter({ hasText: 'Done' })
      .getByRole('link', { name: 'Inspection · Bob Berg' })
      .click();
    await page.getByText('Call the gate.').waitFor();
    await page.getByRole('button', { name: 'Remind' }).click();
    await page.getByRole('alert').getByText('No mail server is set up').waitFor();
    await page.getByRole('button', { name: 'Cancel work…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel work' }).click();
    await page.getByRole('main').getByText('Cancelled').first().waitFor();
    const listed = await admin.send('GET', `/app/v1/assignments?assignee=${bobId}`);
    assert.deepEqual(
      Object(listed.body)
        .items.map(({ state }: { state: string }) => state)
        .toSorted(),
      ['cancelled', 'declined'],
    );
    assert.deepEqual([...faults, ...bob.faults], []);
  });
});
