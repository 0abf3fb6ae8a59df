// What is assigned to somebody is on their phone before they open it: the template, the answers and the files.
// Nightly: a browser for long; shorter tests send what these pages send.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from '../support/attachments.ts';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { CORE_USER } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertAccessibleInAllLooks, signInByRequest } from '../support/web-pages.ts';

const PHONE = { width: 390, height: 844 };
const DAY_MS = 86_400_000;
const PASSWORD = 'nine small lanterns by the gate';
const DEFINITION = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'photo', name: 'plan', title: 'Plan' },
]);

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let context: BrowserContext;
  let page: Page;
  let ada: string;
  let templateId: string;
  before(async () => {
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String((await done(admin.send('POST', '/app/v1/templates', { body }))).at('id'));
    await done(admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    const person = {
      schemas: [CORE_USER],
      userName: 'ada',
      displayName: 'Ada',
      password: PASSWORD,
    };
    ada = String((await done(node.request('POST', '/scim/v2/Users', { body: person }))).at('id'));
    context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName: 'ada', password: PASSWORD });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const done = async (call: ReturnType<Client['send']>) => {
    const answer = await call;
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const go = (path: string) => page.goto(`${node.server.publicUrl}${path}`);
  /** @returns the id of a form that is assigned to Ada */
  const assign = async (name: string): Promise<string> => {
    const assignment = { type: 'User', id: ada };
    const form = { templateId, name, assignment };
    return String((await done(admin.send('POST', '/app/v1/forms', { body: form }))).at('id'));
  };
  /** Keeps the forms now instead of in a quarter of an hour, and waits until that is done. */
  const keepNow = async () => {
    await page.getByRole('main').waitFor();
    const known = () => page.evaluate('Object.entries(localStorage).toString()');
    const before = await known();
    await setOffline(context, true);
    await setOffline(context, false);
    await waitUntil(async () => (await known()) !== before);
  };
  /** Adds a picture to a form, as the admin. */
  const addPlan = async (id: string): Promise<void> => {
    const file = `/app/v1/forms/${id}/attachments?field=plan&fileName=plan.png`;
    const type = { 'content-type': 'image/png' };
    const plan = await done(admin.send('POST', file, { body: PNG, headers: type }));
    const answers = {
      plan: [{ id: plan.at('id'), name: 'plan.png', type: 'image/png', size: PNG.length }],
    };
    await done(admin.send('PATCH', `/app/v1/forms/${id}`, { body: { revision: 1, answers } }));
  };
  const assertPlanShown = async (): Promise<void> => {
    const picture = page.getByRole('img', { name: 'Picture: plan.png' });
    await picture.waitFor();
    const isShown = await picture.evaluate((image) => Reflect.get(image, 'naturalWidth') > 0);
    assert.ok(isShown, 'the picture is not on the device');
  };
  const here = () => page.getByRole('region', { name: 'On this device' });

  test('an assigned form that nobody has opened is filled in and completed without a network, with its files', async () => {
    const id = await assign('North pier');
    await addPlan(id);
    await go('/forms');
    await page.getByText('Your open form is ready offline').waitFor();
    await page.getByRole('img', { name: /^Ready offline, checked/ }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');

    await setOffline(context, true);
    await go('/forms');
    await here().getByText('Ready', { exact: true }).waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await here().getByRole('link', { name: 'North pier' }).click();
    await assertPlanShown();
    await page.getByLabel('Site').fill('North');
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.getByText('will be completed when you’re online again').waitFor();
    await setOffline(context, false);
    await page.waitForURL(`**/forms/${id}`);
    assert.equal((await admin.send('GET', `/app/v1/forms/${id}`)).at('status'), 'complete');
  });

  test('a file that is cut off on its way comes later, though its form has not changed', async () => {
    await go('/forms');
    await keepNow();
    const id = await assign('East pier');
    await addPlan(id);
    await page.evaluate(CUT_FILES_OFF);
    await keepNow();
    await page.getByText('0 of your 1 open forms are ready offline').waitFor();
    await page.evaluate(LET_FILES_THROUGH);
    await keepNow();
    await page.getByText('Your open form is ready offline').waitFor();
    await setOffline(context, true);
    await go(`/forms/${id}/fill`);
    await assertPlanShown();
    await setOffline(context, false);
    await page.getByLabel('Site').fill('East');
    await page.getByText(/^Saved at/).waitFor();
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.waitForURL(`**/forms/${id}`);
  });

  test('what is assigned to somebody else meanwhile leaves the device, but not while it is open', async () => {
    const id = await assign('West pier');
    await go('/forms');
    await keepNow();
    await page.getByText('Your open form is ready offline').waitFor();
    const me = (await admin.send('GET', '/app/v1/session')).at('user', 'id');
    await go(`/forms/${id}/fill`);
    await page.getByLabel('Site').waitFor();
    const assignment = { type: 'User', id: me };
    await done(admin.send('POST', `/app/v1/forms/${id}/assign`, { body: { assignment } }));
    await keepNow();
    await page.getByLabel('Site').waitFor();
    await go('/forms');
    await keepNow();
    await page.getByText('No forms yet').waitFor({ state: 'hidden' });
    await page.getByText('Your open form').waitFor({ state: 'hidden' });
    await setOffline(context, true);
    await go('/forms');
    await page.getByText('No forms on this device').waitFor();
    await setOffline(context, false);
  });

  test('work that nobody has opened is begun and done without a network, and what was cancelled meanwhile is kept and says so', async () => {
    const post = (path: string, body: object) =>
      done(admin.send('POST', `/app/v1${path}`, { body }));
    // She may use the template only for the work that she has.
    const pump = (await post('/templates', { name: 'Pump', definition: DEFINITION })).at('id');
    await post(`/templates/${pump}/publish`, {});
    const person = { userName: 'eve', displayName: 'Eve', password: PASSWORD };
    const assignee = { type: 'User', id: (await post('/users', person)).at('id') };
    const send = async (instructions: string, days: number) => {
      const dueDate = new Date(node.clock.now() + days * DAY_MS).toISOString();
      const work = { templateId: pump, assignee, instructions, dueDate, reference: instructions };
      const sent = await post('/assignments', { ...work, answers: { site: 'Weir' } });
      return String(sent.at('assignments', 0, 'id'));
    };
    const first = await send('The key is at the gate.', 2);
    const second = await send('Only if it rains.', 3);

    const own = await browser.newContext({ ignoreHTTPSErrors: true, viewport: PHONE });
    const eve = await own.newPage();
    const base = node.server.publicUrl;
    await signInByRequest(eve, base, { userName: 'eve', password: PASSWORD });
    await eve.goto(`${base}/forms`);
    await eve.getByRole('img', { name: 'Ready offline' }).nth(1).waitFor();
    await eve.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await setOffline(own, true);
    const section = eve.getByRole('region', { name: 'Assigned to you' });
    const begin = async (from: string, instructions: string) => {
      await eve.goto(`${base}${from}`);
      const card = section.locator('[data-with-border]').filter({ hasText: instructions });
      await card.getByRole('button', { name: 'Start Pump' }).click();
      assert.equal(await eve.getByLabel('Site').inputValue(), 'Weir');
      await eve.getByText(instructions, { exact: true }).waitFor();
      await eve.getByLabel('Site').fill(`Typed: ${instructions}`);
      await eve.getByRole('button', { name: 'Complete the form' }).click();
      await eve.getByText('will be completed when you’re online again').waitFor();
    };
    await begin('/', 'The key is at the gate.');
    await begin('/forms', 'Only if it rains.');
    await eve.goto(`${base}/forms`);
    await eve.getByRole('table').getByText('Pump').nth(1).waitFor();
    assert.equal(await section.count(), 0);

    await post(`/assignments/${second}/cancel`, {});
    await setOffline(own, false);
    await eve.getByText('Rejected', { exact: true }).waitFor();
    const work = await admin.send('GET', `/app/v1/assignments/${first}`);
    assert.equal(work.at('state'), 'done');
    const form = await admin.send('GET', `/app/v1/forms/${work.at('formId')}`);
    assert.equal(form.at('answers', 'site'), 'Typed: The key is at the gate.');
    assert.equal(typeof form.at('completedOnDeviceAt'), 'string');
    await eve.getByRole('region', { name: 'On this device' }).getByRole('link').last().click();
    await eve.getByText('The work changed while you were offline').waitFor();
    await eve.getByText('This work was cancelled meanwhile.').waitFor();
    assert.equal(await eve.getByLabel('Site').inputValue(), 'Typed: Only if it rains.');
    await own.close();
  });

  test('a device without room keeps no more forms ahead, and says so before anybody types', async () => {
    // A browser that has 1 MB left.
    await page.addInitScript(
      'navigator.storage.estimate = async () => ({ usage: 9_000_000, quota: 10_000_000 })',
    );
    await assign('South pier');
    await go('/forms');
    await page.getByText('Not all of your forms fit on this device').waitFor();
    await page.getByText('0 of your 1 open forms').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'South pier' }).click();
    await page.getByRole('link', { name: 'Fill in' }).click();
    await page.getByText('This device is almost out of space').waitFor();
    await page.getByLabel('Site').fill('It fits all the same');
    await page.getByText(/^Saved at/).waitFor();
  });
});

const CUT_FILES_OFF = `
  globalThis.realBlob = Response.prototype.blob;
  Response.prototype.blob = () => Promise.reject(new TypeError('network error'));
`;
const LET_FILES_THROUGH = 'Response.prototype.blob = realBlob';
