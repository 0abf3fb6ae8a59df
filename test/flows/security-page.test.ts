// HTTP Basic on the security page, in a real browser: an admin sees who still uses it, and turns it off.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { comeBack } from '../support/come-back.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const HEADERS = { authorization: `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}` };

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    const body = { userName: 'ann', displayName: 'Ann', password: PASSWORD };
    await (await adminBrowser(node)).send('POST', '/app/v1/users', { body });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const statusOfBasic = async (): Promise<number> =>
    (await node.request('GET', '/v2/formz', { token: null, headers: HEADERS })).status;

  test('an admin sees who uses Basic, and who does is refused as soon as it is turned off', async () => {
    assert.equal(await statusOfBasic(), 200);
    await node.services.signInRecorder.flush();
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/security`);
    await page.getByRole('button', { name: 'Turn off Basic authentication' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Ann' }).waitFor();
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Off: programs can’t sign in with a password.').waitFor();
    assert.equal(await statusOfBasic(), 401);
    await page.getByRole('link', { name: 'View every use in the audit log' }).click();
    await page.getByRole('table').getByText('Signed in with Basic authentication').waitFor();
    assert.match(page.url(), /\?action=user\.sign-in&result=ok$/);
    await page.getByRole('button', { name: 'Remove filter: Signed in with Basic' }).click();
    await page.getByRole('table').getByText('Basic authentication turned off').waitFor();
  });

  test('a page that failed is there after another try, and a double click does something once', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await page.route('**/app/v1/account', (route) => route.fulfill({ status: 500, body: '' }));
    await openPage(page, `${publicUrl}/settings/security`);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await retry.click();
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();

    const { send } = await adminBrowser(node);
    await send('POST', '/app/v1/users', { body: { userName: 'bo', displayName: 'Bo' } });
    await openPage(page, `${publicUrl}/settings/users?q=Bo`);
    await page.getByRole('link', { name: 'Bo', exact: true }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'DELETE') answers.push(response.status());
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    assert.equal(answers.length, 1);
  });

  test('who does not say again who they are is told of no fault, and can go on', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/security`);
    node.clock.advance(6 * 60_000);
    await page.getByRole('button', { name: /^Turn o(?:n|ff) Basic authentication$/ }).click();
    const act = page.getByRole('dialog').getByRole('button', { name: /^Turn o(?:n|ff)$/ });
    await act.click();
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.locator('button[data-loading]').waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('alert').count(), 0);
    await act.click();
    await question.waitFor();
  });

  test('an admin says how long people stay signed in, and who was idle for longer is out', async () => {
    const idle = await adminBrowser(node);
    node.clock.advance(6 * 60_000);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/security`);
    const section = page.getByRole('region', { name: 'Sessions' });
    const minutes = section.getByLabel('Sign out after inactivity');
    await minutes.fill('4');
    await minutes.press('Enter');
    await section.getByText('Enter a whole number from 5 to 1440.').waitFor();
    await minutes.fill('5');
    await minutes.press('Enter');
    await page.getByText('Saved.').waitFor();
    assert.equal((await idle.send('GET', '/app/v1/session')).status, 401);
    await page.reload();
    await minutes.waitFor();
    assert.equal(await minutes.inputValue(), '5');
  });

  test('a setting that another admin saves meanwhile is still set after the page saves its own', async () => {
    const other = await adminBrowser(node);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    const saved = async () => {
      await page.getByText(/^(?:Saved|Changes saved)\.$/).waitFor();
    };
    await openPage(page, `${publicUrl}/settings/organisation`);
    const section = page.getByRole('region', { name: 'Organisation', exact: true });
    await section.getByLabel('Time zone').selectOption('Europe/Vienna');
    const renamed = await other.send('PATCH', '/app/v1/account', { body: { name: 'Acme GmbH' } });
    assert.equal(renamed.status, 200, renamed.text);
    await comeBack(page);
    await section.getByRole('button', { name: 'Save' }).click();
    await saved();
    assert.equal(await section.getByLabel('Name', { exact: true }).inputValue(), 'Acme GmbH');
    const account = await other.send('GET', '/app/v1/account');
    assert.deepEqual([account.at('name'), account.at('timeZone')], ['Acme GmbH', 'Europe/Vienna']);

    await openPage(page, `${publicUrl}/settings/provisioning`);
    await page.getByLabel('Keep log for (days)').fill('21');
    const guard = { enabled: false, sharePercent: 3 };
    await other.send('PATCH', '/app/v1/provisioning', { body: { guard } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved();
    const provisioning = await other.send('GET', '/app/v1/provisioning');
    assert.equal(provisioning.at('guard', 'enabled'), false);
    assert.equal(provisioning.at('guard', 'sharePercent'), 3);
    assert.equal(provisioning.at('retentionDays'), 21);
  });
});
