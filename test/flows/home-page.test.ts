// The start page in a real browser: the first steps of an organisation, each ticked once it has really happened, and the
// user's open forms; without a network, the forms on the device.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInAt,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PASSWORD = 'five quiet harbours before noon';
const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const newPage = async (): Promise<Page> =>
    (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  const step = (page: Page, name: string, state: 'Done' | 'To do') =>
    page
      .getByRole('list', { name: 'First steps' })
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('img', { name: state })
      .waitFor();

  test('an admin is led through the first steps, each ticked by what happened, and never sees them again', async () => {
    const admin = await adminBrowser(node);
    const page = await newPage();
    const faults = watchFaults(page);
    await signInAt(page, node.server.publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await step(page, 'Create a template', 'To do');
    await step(page, 'Assign a form', 'To do');
    await page.getByText('No open forms').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('link', { name: 'Connect your identity provider' }).click();
    await page.getByRole('heading', { level: 1, name: 'Provisioning' }).waitFor();
    await page.getByRole('tab', { name: 'Connect', selected: true }).waitFor();

    const template = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body: template });
    const templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    await openPage(page, `${node.server.publicUrl}/`);
    await step(page, 'Create a template', 'Done');
    await step(page, 'Assign a form', 'To do');
    await page.getByRole('link', { name: 'Assign a form' }).click();
    await page.getByRole('button', { name: 'Inspection' }).waitFor();

    const ann = { userName: 'ann', password: PASSWORD };
    const person = await admin.send('POST', '/app/v1/users', { body: ann });
    const form = await admin.send('POST', '/app/v1/forms', { body: { templateId } });
    const assignment = { type: 'User', id: person.at('id') };
    const given = await admin.send('POST', `/app/v1/forms/${form.at('id')}/assign`, {
      body: { assignment },
    });
    assert.equal(given.status, 200, given.text);
    const scim = await node.request('GET', '/scim/v2/Users');
    assert.equal(scim.status, 200, scim.text);
    // The provisioning log is written in the background, after the answer.
    await waitUntil(async () => {
      const provisioning = await admin.send('GET', '/app/v1/provisioning');
      return provisioning.at('health', 'lastSuccessAt') !== undefined;
    });
    await openPage(page, `${node.server.publicUrl}/`);
    await page.getByRole('heading', { name: 'Your forms' }).waitFor();
    assert.equal(await page.getByRole('list', { name: 'First steps' }).count(), 0);
    // The form is open, but assigned to another user, so the admin cannot continue it.
    await page.getByRole('table', { name: 'Your forms' }).getByText('ann').waitFor();
    assert.equal(await page.getByRole('link', { name: /^Fill in / }).count(), 0);
    assert.deepEqual(faults, []);
  });

  test('a member goes on with a form from there, and opens it without a network too', async () => {
    const page = await newPage();
    await signInByRequest(page, node.server.publicUrl, { userName: 'ann', password: PASSWORD });
    await openPage(page, `${node.server.publicUrl}/`);
    assert.equal(await page.getByRole('list', { name: 'First steps' }).count(), 0);
    await page.getByRole('link', { name: /^Fill in / }).click();
    await page.getByLabel('Site').fill('North');
    await page.getByText(/^Saved/).waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await setOffline(page.context(), true);
    await page.goto(`${node.server.publicUrl}/`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const here = page.getByRole('region', { name: 'On this device' });
    await here.getByText('Sent', { exact: true }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await here.getByRole('link', { name: /Inspection/ }).click();
    await page.getByLabel('Site').waitFor();
  });

  test('an admin opens the forms of the device without a network', async () => {
    const page = await newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/forms`);
    // The form that the admin created is kept ahead, although it is assigned to another user.
    await page.getByText('Your open form is ready offline').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await setOffline(page.context(), true);
    await page.goto(`${publicUrl}/forms`);
    await page.getByRole('heading', { level: 1, name: 'My forms' }).waitFor();
    const here = page.getByRole('region', { name: 'On this device' });
    await here.getByRole('link', { name: /Inspection/ }).waitFor();
  });
});
