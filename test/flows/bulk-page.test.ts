// Actions on many forms in a real browser: forms are chosen in the table of answers and in the list of all forms, and each
// is told of in the report.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);
const SITES = ['North hall', 'South hall', 'Harbour'];

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  let templateId: string;
  let send: (path: string, body: object) => Promise<string>;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    send = async (path, body) => {
      const answer = await admin.send('POST', `/app/v1${path}`, { body });
      assert.ok(answer.status < 300, answer.text);
      return String(answer.at('id'));
    };
    templateId = await send('/templates', {
      name: 'Inspection',
      definition: DEFINITION,
      openToAll: true,
    });
    await send(`/templates/${templateId}/publish`, {});
    for (const site of SITES) {
      const id = await send('/forms', { templateId, answers: { site } });
      // One of them has what the first action asks for.
      if (site === 'North hall') await send(`/forms/${id}/complete`, {});
    }
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    page = await context.newPage();
    faults = watchFaults(page);
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const begin = async (act: string): Promise<void> => {
    const chosen = page.getByRole('group', { name: 'Selection' });
    await chosen.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };
  const dialog = () => page.getByRole('dialog');

  test('forms are chosen by keyboard in the table of answers, and each is told of in the report', async () => {
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers?sort=number`);
    const cell = page.locator('[data-cell="0:1"]');
    await cell.filter({ hasText: 'North hall' }).waitFor();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await cell.focus();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.locator('[role=row][aria-selected=true]').filter({ hasText: 'North' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Inspection 2' }).check();
    await page.getByText('2 selected').waitFor();
    await assertAccessibleInAllLooks(page);
    // As if there were many forms: what can be done with the chosen ones stays in view.
    for (const viewport of [
      { width: 390, height: 320 },
      { width: 1280, height: 400 },
    ]) {
      await page.setViewportSize(viewport);
      await page.evaluate('scrollTo(0, 0)');
      const bar = page.getByRole('group', { name: 'Selection' });
      await waitUntil(async () => {
        const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
        return height > 0 && y + height <= viewport.height;
      });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await begin('Complete');
    await dialog().getByText('Complete 2 forms?').waitFor();
    await dialog().getByRole('button', { name: 'Complete' }).click();
    await page.getByText('2 of 2').waitFor();
    await page.getByText('It was already so.').waitFor();
    await page.getByRole('link', { name: 'Inspection 2' }).waitFor();
    await assertAccessibleInAllLooks(page);
  });

  test('forms are assigned to somebody, and nothing is said to be unsaved afterwards', async () => {
    await openPage(page, `${node.server.publicUrl}/forms/all?template=${templateId}`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all 3 that match' }).click();
    await page.getByText('3 selected').waitFor();
    await begin('Assign');
    await dialog().getByRole('combobox').click();
    await page.getByRole('option', { name: 'admin' }).click();
    await dialog().getByRole('button', { name: 'Assign' }).click();
    const report = page.getByText('3 of 3');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await report.or(question).waitFor();
    assert.equal(await question.count(), 0);
    await report.waitFor();
  });

  test('a report with failures is no success, and says why in the words of people', async () => {
    const definition = buildTemplate([
      { kind: 'text', name: 'site', title: 'Site', more: { isRequired: true } },
    ]);
    const id = await send('/templates', { name: 'Strict', definition, openToAll: true });
    await send(`/templates/${id}/publish`, {});
    await send('/forms', { templateId: id, answers: {} });
    await openPage(page, `${node.server.publicUrl}/forms/all?template=${id}`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select the one that matches' }).click();
    await begin('Complete');
    await dialog().getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Done, with failures').waitFor();
    await page
      .getByText('Answers are missing or wrong. Open the form to see which.', { exact: true })
      .waitFor();
    await assertAccessibleInAllLooks(page);
  });

  test('all forms that match a list are acted on after a question, and the report is narrowed by what became of them', async () => {
    await openPage(page, `${node.server.publicUrl}/forms/all?template=${templateId}`);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all 3 that match' }).click();
    await page.getByText('3 selected').waitFor();
    await begin('Reopen');
    await assertAccessibleInAllLooks(page);
    await dialog().getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('3 of 3').waitFor();
    await page.getByText('It was already so.').waitFor();
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Done: 2');
    await page.getByText('It was already so.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Bulk actions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bulk actions' }).waitFor();
    await page.getByRole('link', { name: 'Reopen' }).waitFor();
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });
});
