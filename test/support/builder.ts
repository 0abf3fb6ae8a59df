// Builds templates from scratch in a real browser, on the pages that people use.
import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Definition, readDefinition } from '#web/builder/definition.ts';
import { adminBrowser } from './browser.ts';
import { ADMIN_PASSWORD, type Instance } from './instance.ts';
import { openPage, signInByRequest, watchFaults } from './web-pages.ts';

export const press = async (page: Page, button: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).press('Enter');
};

/** Returns the row of a field, by its title. */
export const row = (page: Page, title: string): Locator =>
  page.locator('button[data-part=head]').filter({ hasText: title });

/** Finds the kind by its name, adds a field with the button `to`, and types the title over the field's default one. */
export async function addField(
  page: Page,
  kind: string,
  title: string,
  to: string | RegExp = /^Add field(?: to Page 1)?$/,
): Promise<void> {
  await press(page, to);
  await page.getByRole('dialog').getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(kind);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('[data-part=title]:focus').waitFor();
  await page.keyboard.type(title);
}

/** Adds a field for each of the lines, in the dialog that the outline opens. */
export async function pasteQuestions(page: Page, lines: string): Promise<void> {
  await press(page, 'Paste questions');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Questions', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.insertText(lines);
  await dialog.getByRole('button', { name: /^Add \d+ fields?$/ }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

export const isSaved = (page: Page): Promise<void> => page.getByText('All changes saved').waitFor();

/** Holds back the next request for a template, such as a save. Returns a function that lets it go on. */
export async function holdSave(page: Page, id: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    `**/app/v1/templates/${id}`,
    async (route) => {
      await promise;
      await route.continue();
    },
    { times: 1 },
  );
  return resolve;
}

/** Opens a new template of that name in its own window, signed in as the first admin. */
export async function openNewTemplate(
  browser: Browser,
  node: Instance,
  name: string,
  size = { width: 1280, height: 800 },
): Promise<{ readonly page: Page; readonly faults: readonly string[]; readonly id: string }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: size });
  const page = await context.newPage();
  const faults = watchFaults(page);
  const { publicUrl } = node.server;
  await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
  await openPage(page, `${publicUrl}/templates`);
  await page.getByRole('link', { name: 'New template' }).first().press('Enter');
  // The list of templates has a field named "Name", too.
  await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
  await page.getByLabel('Name').focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Fields' }).waitFor();
  return { page, faults, id: page.url().split('/').at(-1) ?? '' };
}

/** Returns the server's draft definition of a template. */
export async function readDraft(node: Instance, id: string): Promise<Definition> {
  const { send } = await adminBrowser(node);
  const { body } = await send('GET', `/app/v1/templates/${id}`);
  const isDraft = typeof body === 'object' && body !== null && 'draftDefinition' in body;
  const definition = readDefinition(isDraft ? body.draftDefinition : undefined);
  assert.ok(definition !== undefined);
  return definition;
}

/** Publishes the template on its page. */
export async function publish(page: Page): Promise<void> {
  await press(page, 'Publish');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).press('Enter');
  await page.getByText(/published as version/).waitFor();
}
