// A designer says what happens when the brakes are bad, tries it, and sees what came of it; in a real browser.
// Nightly: a browser for long; src/rules/rules.test.ts sends what this page sends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const INSPECTION = {
  elements: [
    { type: 'text', name: 'vehicle', title: 'Vehicle' },
    { type: 'dropdown', name: 'brakes', title: 'Brakes', choices: ['good', 'bad'] },
  ],
};
const REPAIR = { elements: [{ type: 'text', name: 'vehicle', title: 'Car' }] };

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let mail: MailServer;
  before(async () => {
    browser = await launchChromium();
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
  });
  after(async () => {
    await browser.close();
    await node.close();
    await mail.close();
  });

  test('a designer has bad brakes told and repaired by a rule that they try first', async (t) => {
    const admin = await adminBrowser(node);
    const post = async (path: string, body: object) => {
      const answer = await admin.send('POST', `/app/v1${path}`, { body });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const publish = async (name: string, definition: object): Promise<string> => {
      const id = String((await post('/templates', { name, definition })).at('id'));
      await post(`/templates/${id}/publish`, {});
      return id;
    };
    const templateId = await publish('Inspection', INSPECTION);
    const repair = await publish('Repair order', REPAIR);
    const answers = { vehicle: 'B-7', brakes: 'bad' };
    const form = String((await post('/forms', { templateId, answers, name: 'Bus 7' })).at('id'));
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    const base = node.server.publicUrl;
    await signInByRequest(page, base, { userName: 'admin', password: ADMIN_PASSWORD });
    const faults = watchFaults(page);

    await openPage(page, `${base}/templates/${templateId}?tab=rules`);
    await page.getByText('No rules yet').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bad brakes');
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByLabel('Field of condition 1').selectOption('Brakes');
    await dialog.getByLabel('Value of condition 1').selectOption('bad');
    await dialog.getByLabel('Add a user or group').fill('admin');
    await page.getByRole('option', { name: 'admin' }).first().click();
    await dialog.getByRole('checkbox', { name: 'Vehicle' }).check();
    await dialog.getByRole('checkbox', { name: 'Attach the form as a PDF' }).check();
    await dialog.getByRole('button', { name: 'Add action' }).click();
    await dialog
      .getByLabel('Action 2', { exact: true })
      .selectOption('Assign a form of another template');
    await dialog.getByLabel('Template', { exact: true }).fill('Repair');
    await page.getByRole('option', { name: 'Repair order' }).click();
    await dialog
      .getByLabel('Assign to', { exact: true })
      .selectOption('The person who began the form');
    await dialog.getByRole('button', { name: 'Copy an answer' }).click();
    await dialog.getByLabel('Form', { exact: true }).fill('Bus');
    await page.getByRole('option', { name: 'Bus 7' }).click();
    await dialog.getByRole('button', { name: 'Try it on a form' }).click();
    await dialog.getByText('The rule would do this:').waitFor();
    await dialog.getByText('Assign 1 form').waitFor();
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual((await admin.send('GET', '/app/v1/assignments')).at('items'), []);

    await post(`/forms/${form}/complete`, {});
    const row = page.getByRole('row').filter({ hasText: 'Bus 7' });
    for (let looks = 0; looks < 40 && (await row.count()) === 0; looks += 1) {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.waitForTimeout(250);
    }
    await row.getByText('Assign 1 form').waitFor();
    await assertAccessibleInAllLooks(page);
    const [order] = Object(
      (await admin.send('GET', `/app/v1/assignments?template=${repair}`)).body,
    ).items;
    const begun = await post(`/assignments/${order.id}/form`, {});
    assert.deepEqual(begun.at('answers'), { vehicle: 'B-7' });

    await page.getByRole('button', { name: 'Bad brakes' }).first().click();
    const edited = page.getByRole('dialog', { name: 'Edit rule' });
    assert.equal(await edited.getByLabel('Value of condition 1').inputValue(), 'bad');
    await edited.getByRole('textbox', { name: 'Name' }).fill('Brakes');
    assert.ok(await edited.getByRole('checkbox', { name: 'Attach the form as a PDF' }).isChecked());
    await edited.getByLabel('When', { exact: true }).selectOption('At a time of day');
    await edited.getByLabel(/^Time/).fill('07:30');
    await assertAccessibleInAllLooks(page);
    await edited.getByLabel('When', { exact: true }).selectOption('A field becomes a value');
    await edited.getByLabel('Field', { exact: true }).selectOption('Brakes');
    await edited.getByLabel('Value that the field becomes').selectOption('bad');
    await assertAccessibleInAllLooks(page);
    await edited.getByRole('button', { name: 'Save rule' }).click();
    await edited.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Brakes' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    const rules = await admin.send('GET', `/app/v1/templates/${templateId}/rules`);
    assert.equal(rules.at('items', 0, 'trigger'), 'value');
    assert.deepEqual(rules.at('items', 0, 'became'), { field: 'brakes', value: 'bad' });
    await openPage(page, `${base}/notices`);
    await page.getByText('“Bus 7” came in.').waitFor();
    assert.deepEqual(faults, []);
  });
});
