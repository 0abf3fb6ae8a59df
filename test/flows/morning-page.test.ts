// A manager's morning, with the demo's 3,000 forms of two years: found, put in a table, counted, compared, shared and
// exported, with nothing but the pages.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { createDemoClock } from '../../tools/demo/demo-clock.ts';
import { makeOrganisation } from '../../tools/demo/organisation.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'thirty wet umbrellas at the pier';
const FORMS = 920;

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  let faults: readonly string[];
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    const demo = createDemoClock();
    node = await startInstance(engine, {
      clock: { now: demo.now, advance: (ms) => demo.set(demo.now() + ms) },
    });
    await makeOrganisation(node.services, demo, PASSWORD);
    page = await pageOf('maren.holt@alderbridge.example');
    faults = watchFaults(page);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  async function pageOf(userName: string): Promise<Page> {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const opened = await context.newPage();
    await signInByRequest(opened, node.server.publicUrl, { userName, password: PASSWORD });
    return opened;
  }
  const go = (path: string) => openPage(page, `${node.server.publicUrl}${path}`);
  const card = (title: string) => page.getByRole('region', { name: title, exact: true });
  const counted = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

  test('a half-remembered word finds the forms, and the answers stand side by side with their sums', async () => {
    await go('/forms/all');
    await page.getByRole('searchbox').fill('waterproof');
    await page.getByRole('row').filter({ hasText: 'Daily report' }).first().waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'Work order' })
      .first()
      .waitFor({ state: 'detached' });

    await go('/templates');
    await page.getByRole('link', { name: `${FORMS} forms` }).click();
    await page.getByRole('heading', { level: 1, name: 'Answers: Daily work report' }).waitFor();
    await page.getByText(`${FORMS} of ${FORMS} forms`).first().waitFor();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field').selectOption('Weather');
    await page.getByLabel('Value').selectOption('frost');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Weather is frost').waitFor();
    await page.getByText(/^Sum/).first().waitFor();
    await page.getByText(`${FORMS} of ${FORMS} forms`).first().waitFor({ state: 'detached' });
  });

  test('a click in the summary narrows it, two months stand side by side, and the map has every place', async () => {
    await page.getByRole('link', { name: 'Summary', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Summary: Daily work report' }).waitFor();
    await page.getByRole('button', { name: 'Remove the condition: Weather is frost' }).click();
    await counted(`${FORMS} forms are counted.`);
    await card('Place of work').getByText(`${FORMS} locations`).waitFor();
    await assertAccessibleInAllLooks(page);
    await card('Site').getByRole('button', { name: 'Elm Park culvert', exact: true }).click();
    await page.getByText('Site is Elm Park culvert').waitFor();
    await page
      .getByRole('button', { name: 'Remove the condition: Site is Elm Park culvert' })
      .click();
    await page.getByRole('button', { name: 'Period' }).click();
    await page.getByRole('button', { name: 'This month and last month' }).click();
    await card('Weather').getByRole('columnheader', { name: 'Comparison' }).waitFor();
  });

  test('what is shown is saved for everyone, found by a colleague, and exported', async () => {
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Answers: Daily work report' }).waitFor();
    const path = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('Reports of the crews');
    await dialog.getByLabel('Shared with').selectOption('Everyone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('View “Reports of the crews” saved.').waitFor();
    const colleague = await pageOf('priya.nair@alderbridge.example');
    await openPage(colleague, `${node.server.publicUrl}${path}`);
    await colleague.getByRole('button', { name: 'Views' }).click();
    await colleague.getByRole('menuitem', { name: /Reports of the crews/ }).waitFor();

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
    await page.getByRole('link', { name: /Daily work report\.xlsx/ }).waitFor();
    assert.deepEqual(faults, []);
  });
});
