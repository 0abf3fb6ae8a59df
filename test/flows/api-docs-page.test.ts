// The reference of the API at /docs: read by anybody, tried with a token that the page forgets.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks, openPage } from '../support/web-pages.ts';

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

  /** Opens the reference, and collects what the browser complains of and whom it asks. */
  const open = async (hash = '', locale = 'en-GB') => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale });
    const page = await context.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => {
      if (/Content Security Policy|Refused/i.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await openPage(page, `${node.server.publicUrl}/docs${hash}`);
    return { context, page, complaints, hosts };
  };
  const entry = (page: Page, id: string) => page.locator(`details#${id}`);

  test('a stranger reads what each operation takes and answers, and nothing is asked from elsewhere', async () => {
    const { context, page, complaints, hosts } = await open('#createForm');
    const form = entry(page, 'createForm');
    await form.getByText('Creates a draft from the published version').waitFor();
    await form.getByText('"templateId"').first().waitFor();
    await form.locator('summary').filter({ hasText: '422' }).click();
    await form.getByText('invalid-answers').first().waitFor();
    await assertAccessibleInAllLooks(page);
    const found = await page.locator('main details[id]').count();
    assert.ok(found > 80, `${found} operations and messages`);
    await page.getByRole('searchbox').fill('webhook rotate');
    await entry(page, 'rotateWebhookSecret').waitFor();
    assert.equal(await page.locator('main details[id]').count(), 1);
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('Nothing matches').waitFor();
    assert.deepEqual(complaints, []);
    assert.deepEqual([...hosts], [new URL(node.server.publicUrl).host]);
    await context.close();
  });

  test('what people ask for is found, in descriptions and parameters too', async () => {
    const { context, page, complaints } = await open();
    const search = page.getByRole('searchbox');
    const first = page.locator('main section').first();

    await search.fill('page');
    await first.getByText('Lists come in pages of').waitFor();
    const lists = entry(page, 'listForms');
    await lists.getByText('pageSize', { exact: true }).waitFor();
    await assertAccessibleInAllLooks(page);
    await lists.locator('summary').first().click();
    await lists.getByRole('heading', { name: 'Parameters' }).waitFor();

    await search.fill('assign');
    await first.getByText('Send assignments').waitFor();
    await page.getByRole('heading', { name: 'Codes' }).waitFor();
    await entry(page, 'updateForm')
      .getByText(/assign/i)
      .first()
      .waitFor();

    await search.fill('webhook signature');
    await page.getByRole('heading', { name: 'Mentioned in' }).waitFor();
    await entry(page, 'onFormCompleted').getByText('webhook-signature').waitFor();

    await search.fill('upload');
    await first.getByText('Upload a file to a form').waitFor();

    await search.fill('rate limit');
    await first.getByText('Requests have a rate limit for each credential').waitFor();
    assert.equal(await page.getByText('generated').count(), 0);

    await search.fill('too-many-requests');
    await first.getByRole('row').nth(1).getByText('429').waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test('the body of a token request is shown as the form that it is, and a file can be chosen', async () => {
    const { context, page } = await open();
    const token = entry(page, 'createToken');
    await token.locator('summary').first().click();
    const shown = token.getByRole('figure', { name: 'Example' }).first();
    await shown.getByText(/^grant_type=client_credentials&scope=public_api&client_id=/).waitFor();
    const file = entry(page, 'uploadAttachment');
    await file.locator('summary').first().click();
    await file.getByText('Try it').click();
    await file.getByText('File', { exact: true }).first().waitFor();
    await context.close();
  });

  test('a pasted token sends the example, and is gone when the page is loaded again', async () => {
    const { context, page } = await open();
    const secret = await node.adminToken();
    const templates = entry(page, 'listTemplates');
    const send = async () => {
      await templates.locator('summary').first().click();
      await templates.getByText('Try it').click();
      await templates.getByRole('button', { name: 'Send request' }).click();
      return templates.getByRole('status');
    };
    await (await send()).getByText('Status 401').waitFor();
    await page.getByLabel('Access token', { exact: true }).fill(secret);
    await templates.getByRole('button', { name: 'Send request' }).click();
    await templates.getByRole('status').getByText('Status 200').waitFor();
    await templates.getByRole('status').getByText('x-total-count: 0').waitFor();
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    assert.ok(!kept.includes(secret));
    await page.reload();
    assert.equal(await page.getByLabel('Access token', { exact: true }).inputValue(), '');
    await context.close();
  });

  test('what is around the reference is in German for people who read German', async () => {
    const { context, page } = await open('', 'de-DE');
    await page.getByRole('heading', { name: 'API-Referenz' }).waitFor();
    await page.getByRole('searchbox').fill('/v2/users');
    await entry(page, 'listUsers').locator('summary').first().click();
    await page.getByRole('heading', { name: 'Antworten' }).waitFor();
    await context.close();
  });
});
