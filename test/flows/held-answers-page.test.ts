// Answers that a page keeps because the server does not accept them yet, and answers that it does not restore, with
// fields made by the builder.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { newField } from '#web/builder/kinds.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { CORE_USER } from '../support/scim.ts';
import { signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'nine small lanterns by the gate';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const words = (name: string, title: string) => ({
  name,
  title,
  choices: ['red'],
  column: { name: 'what', title: 'What' },
});
const ELEMENTS = [
  { ...newField('number', words('age', 'Age')), min: 18 },
  newField('text', words('site', 'Site')),
  {
    ...newField('paneldynamic', words('visits', 'Visits')),
    templateElements: [{ ...newField('text', words('who', 'Who')), isRequired: true }],
  },
  {
    ...newField('matrixdynamic', words('parts', 'Parts')),
    columns: [{ name: 'what', title: 'What', cellType: 'text', isRequired: true }],
  },
];

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const admin = await adminBrowser(node);
    const definition = { pages: [{ name: 'page1', elements: ELEMENTS }] };
    const template = { name: 'Visit', definition, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const path = `/app/v1/templates/${made.at('id')}/publish`;
    assert.equal((await admin.send('POST', path, { body: {} })).status, 200);
    const body = { schemas: [CORE_USER], userName: 'ada', displayName: 'Ada', password: PASSWORD };
    assert.equal((await node.request('POST', '/scim/v2/Users', { body })).status, 201);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a refused answer stays as typed while others are saved, and removed entries are gone after a reload', async (t) => {
    const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName: 'ada', password: PASSWORD });
    await page.goto(`${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Visit' }).click();
    await page.getByLabel('Age').pressSequentially('1');
    await page.getByLabel('Site').pressSequentially('North pier');
    await isHeld(page);
    const id = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
    const stored = async () =>
      JSON.parse((await node.request('GET', `/v2/formz/${id}`)).text).fields;
    assert.deepEqual(
      [(await stored()).age.value, (await stored()).site.text],
      [null, 'North pier'],
    );
    await page.reload();
    assert.equal(await page.getByLabel('Age').inputValue(), '1');

    for (const name of [/^Remove/, /^Remove/])
      await page.getByRole('button', { name }).first().click();
    await page.getByLabel('Age').press('End');
    await page.getByLabel('Age').pressSequentially('8');
    await page.getByLabel('Site').focus();
    await page.getByText(/^Saved at \d/).waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Age').inputValue(), '18');
    assert.equal(await page.getByLabel(/Who|What/).count(), 0);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/fill'));
    const done = JSON.parse((await node.request('GET', `/v2/formz/${id}`)).text);
    assert.deepEqual(
      [done.status, done.fields.visits.rows, done.fields.parts.rows, done.fields.age.value].map(
        (each) => each?.status ?? each,
      ),
      ['complete', [], [], 18],
    );
  });
});

const isHeld = (page: Page) => page.getByText(/^Saved, except for answers/).waitFor();
