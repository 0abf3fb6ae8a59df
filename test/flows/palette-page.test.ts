// The command palette and the keyboard shortcuts of the app, in a real browser and with the keyboard alone.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'nine paper boats on the canal';
const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const template = { name: 'Harbour check', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    await admin.send('POST', '/app/v1/forms', { body: { templateId, name: 'Harbour north' } });
    const person = { userName: 'harriet', displayName: 'Harriet Bo', password: PASSWORD };
    await admin.send('POST', '/app/v1/users', { body: person });
    await admin.send('POST', '/app/v1/dashboards', { body: { name: 'Ships of the harbour' } });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const signedIn = async (userName: string, password: string, path: string): Promise<Page> => {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await signInByRequest(page, node.server.publicUrl, { userName, password });
    await openPage(page, `${node.server.publicUrl}${path}`);
    return page;
  };
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everywhere' });
  const choices = (page: Page) => palette(page).locator('[data-action]');

  test('an admin reaches a page, a person and an action by their names, and gets the focus back', async () => {
    const page = await signedIn('admin', ADMIN_PASSWORD, '/settings/users');
    const faults = watchFaults(page);
    await page.getByLabel('Name, user name').focus();
    await page.keyboard.press('Control+k');
    await palette(page).getByText('Audit log', { exact: true }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await page.locator('main input[type=search]:focus').waitFor();

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('textbox').fill('harriet');
    await choices(page).getByText('Harriet Bo').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Harriet Bo' }).waitFor();

    await page.getByRole('button', { name: /^Search / }).click();
    await palette(page).getByRole('textbox').fill('appearance');
    await page.keyboard.press('ArrowDown');
    await palette(page)
      .getByRole('status')
      .filter({ hasText: /^Appearance/ })
      .waitFor({
        state: 'attached',
      });
    await palette(page).getByRole('textbox').fill('dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();

    await page.keyboard.press('Control+k');
    await palette(page).getByRole('textbox').fill('dashb');
    await choices(page).getByText('Dashboards', { exact: true }).waitFor();
    await palette(page).getByRole('textbox').fill('of the har');
    await choices(page).getByText('Ships of the harbour').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ships of the harbour' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('a member finds what is theirs, and neither people nor pages of admins', async () => {
    const page = await signedIn('harriet', PASSWORD, '/');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('textbox').fill('har');
    await choices(page).getByText('Harbour check').waitFor();
    assert.equal(await choices(page).getByText('Harbour north').count(), 0);
    assert.equal(await choices(page).getByText('Harriet').count(), 0);
    assert.ok(!asked.includes('/app/v1/users'));
    await palette(page).getByRole('textbox').fill('audit');
    await palette(page).getByText('No results').waitFor();
  });

  test('the palette leads to all forms that have a word', async () => {
    const page = await signedIn('admin', ADMIN_PASSWORD, '/');
    await page.keyboard.press('Control+k');
    await palette(page).getByRole('textbox').fill('north');
    await choices(page).getByText('Harbour north').waitFor();
    await choices(page).getByText('Show all forms with “north”').click();
    await page.getByRole('heading', { level: 1, name: 'All forms' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Harbour north' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), 'north');
  });

  test('single keys lead to the search and to the list of keys, and can be turned off', async () => {
    const page = await signedIn('admin', ADMIN_PASSWORD, '/settings/users');
    await page.keyboard.press('/');
    const search = page.locator('main input[type=search]:focus');
    await search.waitFor();
    await page.keyboard.type('?/');
    assert.equal(await search.inputValue(), '?/');
    await search.blur();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByText('Search everywhere').waitFor();
    await assertAccessibleInAllLooks(page);
    await keys.getByRole('switch').press('Space');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    assert.equal(await search.count(), 0);
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
  });
});
