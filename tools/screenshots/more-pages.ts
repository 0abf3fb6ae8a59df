// Pages that are only pictured: each has a test of its own that checks its accessibility, so those of all pages leave them out.
import type { Page } from 'playwright-core';
import { byMenu, isSettled } from '../../test/support/web-pages.ts';
import type { PicturedPage } from './camera.ts';
import { LINK_NAME } from './shared-things.ts';

/** Opens the builder of the first published template, at one of its tabs. */
async function inBuilder(page: Page, tab: string): Promise<void> {
  const templates = 'a[href^="/templates/"]:not([href$="/answers"])';
  await page.getByRole('table').locator(templates).last().click();
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await page.getByRole('tabpanel').waitFor();
}

const byRowMenu = (name: string, entry: string) => ({
  name,
  async open(page: Page) {
    await page.getByRole('button', { name: `Actions for ${LINK_NAME}` }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await isSettled(page);
  },
});

const byButton = (name: string, button: string) => ({
  name,
  async open(page: Page) {
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await isSettled(page);
  },
});

const PUBLISHED = '/templates?status=published';

export const MORE_PAGES: readonly PicturedPage[] = [
  {
    name: 'trial-run',
    path: PUBLISHED,
    async enter(page) {
      await inBuilder(page, 'Preview');
      await page.getByRole('button', { name: 'Trial run', exact: true }).click();
      await page.getByRole('button', { name: 'Fill with sample answers', exact: true }).click();
      await page.getByRole('dialog').locator('.sd-question').first().waitFor();
    },
  },
  {
    name: 'public-links',
    path: PUBLISHED,
    enter: (page) => inBuilder(page, 'Links'),
    dialogs: [
      byButton('create', 'New link'),
      byRowMenu('share', 'Show link and QR code'),
      {
        name: 'prefill',
        async open(page) {
          await byRowMenu('prefill', 'Prefill fields').open(page);
          await page.getByRole('dialog').getByRole('checkbox').first().click();
          await page.getByRole('dialog').locator('.sd-question').first().waitFor();
        },
      },
    ],
  },
  { name: 'shared-lists', path: '/lists', dialogs: [byButton('create', 'New list')] },
  {
    name: 'shared-list',
    path: '/lists',
    isFirstOfList: true,
    dialogs: [
      byButton('upload', 'Upload file'),
      {
        name: 'rights',
        async open(page) {
          await page.keyboard.press('Escape');
          await page.getByRole('tab', { name: 'Access', exact: true }).click();
          await isSettled(page);
        },
      },
    ],
  },
  {
    name: 'answers',
    path: PUBLISHED,
    async enter(page) {
      await page.locator('a[href$="/answers"]').first().click();
      await page.getByRole('grid').or(page.getByRole('table')).first().waitFor();
    },
    dialogs: [
      {
        name: 'views',
        async open(page) {
          await page.getByRole('button', { name: 'Views', exact: true }).click();
          await page.getByRole('menu').waitFor();
          await isSettled(page);
        },
      },
    ],
  },
  { name: 'dashboards', path: '/dashboards' },
  {
    name: 'dashboard',
    path: '/dashboards',
    isFirstOfList: true,
    dialogs: [byMenu('mail', 'Get by mail')],
  },
  {
    name: 'chosen-forms',
    path: '/forms/all',
    async enter(page) {
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('checkbox').nth(1).click();
    },
  },
];
