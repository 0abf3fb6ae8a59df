// What a PDF leaves out is chosen on the page of a form and for a scheduled export; before publishing, rules that use a
// changed field are named. In a browser.
// Nightly: a browser for long; the tests beside src/exports, src/scheduled-exports and src/templates send what it sends.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Caller } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const SITE = { type: 'text', name: 'site', title: 'Site' };
const STATE = { type: 'dropdown', name: 'state', title: 'State', choices: ['good', 'bad'] };

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Caller;
  let page: Page;
  let templateId: string;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const definition = { elements: [SITE, STATE] };
    templateId = await made('/templates', { name: 'Round', definition });
    await ok('POST', `/templates/${templateId}/publish`, {});
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en' });
    page = await context.newPage();
    const person = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, person);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const ok = async (method: string, path: string, body?: object) => {
    const answer = await admin.send(method, `/app/v1${path}`, body && { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const made = async (path: string, body: object): Promise<string> =>
    String((await ok('POST', path, body)).at('id'));
  const open = (path: string) => openPage(page, `${node.server.publicUrl}${path}`);
  const optionsOfExports = async (): Promise<readonly unknown[]> => {
    const { reader } = node.services.db;
    const jobs = await reader.selectFrom('export_jobs').select('options').execute();
    return jobs.map(({ options }) => JSON.parse(options).leaveOut);
  };

  test('the page of a form asks what its PDF leaves out', async () => {
    const faults = watchFaults(page);
    const formId = await made('/forms', { templateId, answers: { site: 'Weir' } });
    await open(`/forms/${formId}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Create PDF' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create PDF' });
    await dialog.getByLabel('Questions without an answer').check();
    await dialog.getByLabel('Reviews and corrections').check();
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Create PDF' }).click();
    await page.getByText('The PDF is being created.').waitFor();
    assert.deepEqual(await optionsOfExports(), [['unanswered', 'history']]);
    assert.deepEqual(faults, []);
  });

  test('a scheduled PDF keeps what it leaves out, which can be changed', async () => {
    await open(`/templates/${templateId}/answers`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule an export' });
    await dialog.getByLabel('Name').fill('Each morning');
    await dialog.getByLabel('Format').selectOption('pdf');
    await dialog.getByLabel('Photos (their names stay)').check();
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await page.getByText('Export scheduled.').waitFor();
    const [item] = Object((await ok('GET', '/scheduled-exports')).body).items;
    assert.deepEqual(item.leaveOut, ['photos']);

    await open('/scheduled-exports');
    await page.getByRole('button', { name: 'Actions of Each morning' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog');
    assert.ok(await edit.getByLabel('Photos (their names stay)').isChecked());
    await edit.getByLabel('Photos (their names stay)').uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    const [changed] = Object((await ok('GET', '/scheduled-exports')).body).items;
    assert.deepEqual(changed.leaveOut, []);
  });

  test('before publishing, the dialog names rules that use a changed field, and says how it changes', async () => {
    const faults = watchFaults(page);
    const to = { type: 'User', id: node.account.userId };
    await ok('POST', `/templates/${templateId}/rules`, {
      ...{ name: 'Repair what is bad', trigger: 'begun', actions: [{ type: 'hand-on', to }] },
      condition: "{state} = 'bad' and {site} notempty",
    });
    const definition = { elements: [{ ...STATE, choices: ['good', 'worn'] }] };
    await ok('PATCH', `/templates/${templateId}`, { definition });
    await open(`/templates/${templateId}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Rules that use a field that changes').waitFor();
    const named = dialog.getByRole('listitem').filter({ hasText: 'Repair what is bad' });
    const told = (await named.textContent()) ?? '';
    assert.match(told, /Repair what is bad\s*Site is removed\s*State loses an option/);
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });
});
