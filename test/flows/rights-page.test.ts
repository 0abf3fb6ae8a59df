// Rights on a template in a real browser: its creator gives and removes them, and an admin takes them.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD } from '../support/instance.ts';
import { makeRightsWorld, type RightsWorld } from '../support/rights-world.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let world: RightsWorld;
  before(async () => {
    browser = await launchChromium();
    world = await makeRightsWorld(engine);
  });
  after(async () => {
    await browser.close();
    await world.node.close();
  });

  const openAs = async (userName: string, path: string): Promise<Page> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme: 'light' });
    const page = await context.newPage();
    const { publicUrl } = world.node.server;
    await signInByRequest(page, publicUrl, { userName, password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}${path}`);
    return page;
  };
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();

  test('the creator of a template gives rights to a person found by search, and removes them', async () => {
    const { gina, salaries, ofHugo, ofHanna } = world;
    const page = await openAs('hanna', `/templates/${salaries}?tab=rights`);
    const faults = watchFaults(page);
    const table = page.getByRole('table', { name: 'Rights' });
    await table.getByRole('row').filter({ hasText: 'Personnel' }).getByText('Fill in').waitFor();
    await press(page, 'Add user or group');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'User or group' }).fill('gin');
    await page.getByRole('option', { name: 'gina' }).click();
    await dialog.getByRole('checkbox', { name: 'Fill in' }).press('Space');
    assert.ok(await dialog.getByRole('button', { name: 'Save rights' }).isDisabled());
    await dialog.getByRole('radio', { name: 'People in the same groups' }).press('Space');
    await assertAccessibleInAllLooks(page);
    await dialog.getByRole('button', { name: 'Save rights' }).press('Enter');
    const row = table.getByRole('row').filter({ hasText: 'gina' });
    await row.getByText('See answers of their groups').waitFor();
    assert.equal((await gina.ask('GET', `/app/v1/forms/${ofHugo}`)).status, 200);
    assert.equal((await gina.ask('GET', `/app/v1/forms/${ofHanna}`)).status, 404);
    await row.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: 'Remove rights' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove rights' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    assert.equal((await gina.ask('GET', `/app/v1/forms/${ofHugo}`)).status, 404);
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });

  test('an entry that sees drafts of others and may not assign them is named, and may edit after one click', async () => {
    const { mila, salaries, ofHanna, give } = world;
    await give(mila.by.userId, { see: 'all', assign: true });
    const page = await openAs('hanna', `/templates/${salaries}?tab=rights`);
    const faults = watchFaults(page);
    const note = page.getByRole('note').filter({ hasText: 'can’t assign drafts of others' });
    await note.waitFor();
    await assertAccessibleInAllLooks(page);
    await note.getByRole('button', { name: 'Let mila edit answers' }).press('Enter');
    await note.waitFor({ state: 'detached' });
    const body = { assignment: { type: 'User', id: mila.by.userId } };
    const assigned = await mila.ask('POST', `/app/v1/forms/${ofHanna}/assign`, { body });
    assert.equal(assigned.status, 200, assigned.text);
    assert.equal((await world.withdraw(mila.by.userId)).status, 204);
    assert.deepEqual(faults, []);
  });

  test('an admin sees who has rights and no answers, takes the rights, and then edits the template', async () => {
    const page = await openAs('adam', '/templates');
    const faults = watchFaults(page);
    await page.getByRole('row').filter({ hasText: 'Salaries' }).getByText('No rights').waitFor();
    await page.getByRole('link', { name: 'Salaries' }).click();
    await page.getByRole('table', { name: 'Rights' }).getByText('hanna').waitFor();
    assert.equal(await page.getByRole('tab', { name: 'Fields' }).count(), 0);
    await assertAccessibleInAllLooks(page);
    await press(page, 'Take all rights');
    const dialog = page.getByRole('dialog', { name: 'Take all rights on Salaries?' });
    await dialog.getByRole('button', { name: 'Take all rights' }).click();
    await page.getByRole('tab', { name: 'Fields' }).waitFor();
    await page.getByRole('tab', { name: 'Rights' }).click();
    await page.getByRole('row').filter({ hasText: 'adam' }).waitFor();
    assert.deepEqual(faults, []);
  });
});
