// An admin sees on the page why a client that signs assertions is refused, and allows what it sends.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { assertionForm, keySetOf, makeSigner, ownClaims } from '../support/assertions.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

forOneEngine((engine) => {
  const signer = makeSigner('PS256');
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

  test('why an assertion was refused is on the page, and the token endpoint is allowed there', async () => {
    const { db, credentials } = node.services;
    const { accountId, userId } = node.account;
    const { credentialId } = await db.transaction((tx) =>
      credentials.createWithKeys(tx, { accountId, via: 'command-line' } as const, {
        name: 'Nightly export',
        actsAsUserId: userId,
        keys: { kind: 'private-key-jwt', source: { jwks: keySetOf(signer) } },
      }),
    );
    const ask = async () => {
      const endpoint = `${node.baseUrl}/connect/token`;
      const text = signer.sign(ownClaims(credentialId, endpoint, Date.now()));
      const answer = await node.request('POST', '/connect/token', {
        token: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(assertionForm(text)).toString(),
      });
      return answer.status;
    };
    assert.equal(await ask(), 401);
    await waitUntil(async () => {
      const found = await credentials.find(db.reader, accountId, credentialId);
      return found?.lastRefused !== undefined;
    });
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/credentials`);
    await page.getByRole('button', { name: 'Nightly export', exact: true }).click();
    const details = page.getByRole('dialog', { name: 'Nightly export' });
    await details.getByText('The audience (aud) is the token endpoint.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Nightly export' }).click();
    await page.getByRole('menuitem', { name: 'Allow token endpoint as audience' }).click();
    const asked = page.getByRole('dialog', {
      name: 'Allow the token endpoint as audience for Nightly export?',
    });
    await asked.getByRole('button', { name: 'Allow token endpoint as audience' }).click();
    await page.getByRole('button', { name: 'Nightly export', exact: true }).click();
    await details.getByText('Token endpoint allowed as audience').waitFor();
    assert.equal(await ask(), 200);
  });

  test('what is wrong with a new credential has the focus and is told until it is changed', async () => {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/credentials`);
    await page.getByRole('button', { name: 'Create credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create credential' });
    const create = dialog.getByRole('button', { name: 'Create' });
    await dialog.getByLabel('Name', { exact: true }).fill('Sync');
    await create.click();
    const user = dialog.getByRole('combobox', { name: 'User' });
    await isFocused(user);
    await user.pressSequentially('admin');
    await dialog.getByRole('option', { name: 'admin' }).click();
    for (const right of await dialog.getByRole('checkbox').all()) await right.uncheck();
    await create.click();
    const first = dialog.getByRole('checkbox').first();
    await isFocused(first);
    await first.check();
    const networks = dialog.getByRole('textbox', { name: 'Allowed IP addresses' });
    await networks.fill('somewhere');
    await create.click();
    await isFocused(networks);
    const fault = dialog.getByText('"somewhere" is not an IP address or network.');
    await fault.waitFor();
    assert.equal(await networks.getAttribute('aria-invalid'), 'true');
    await networks.fill('192.0.2.0/24');
    await fault.waitFor({ state: 'detached' });
    await create.click();
    await page.getByRole('dialog', { name: 'Sync' }).getByText('Client secret').first().waitFor();
  });

  test('a new credential only reads forms unless more is chosen, and its buttons stay in view', async () => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(page, `${publicUrl}/settings/credentials`);
    await page.getByRole('button', { name: 'Create credential' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').first().waitFor();
    const chosen = dialog.getByRole('checkbox', { checked: true });
    assert.deepEqual(await chosen.evaluateAll((boxes) => boxes.map((box) => box.value)), [
      'forms.read',
    ]);
    const create = dialog.getByRole('button', { name: 'Create' });
    await chosen.uncheck();
    await create.click();
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    await page.getByText('Choose at least one permission.').waitFor();
    const { y = 0, height = 0 } = (await create.boundingBox()) ?? {};
    assert.ok(y > 0 && y + height <= 800, `The button lies at ${y}.`);
  });
});

const isFocused = (field: Locator): Promise<void> =>
  field.and(field.page().locator(':focus')).waitFor();
