// Formstead on a home screen: Chromium itself reports whether it would install the app, and under which names.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BuiltFile, readBuiltFiles } from '#pages/built-files.ts';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forEachEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks, signInByRequest, watchFaults } from '../support/web-pages.ts';

const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);
const NAMES = {
  'en-GB': ['My forms', 'New form', 'Outbox'],
  'de-DE': ['Meine Formulare', 'Neues Formular', 'Postausgang'],
};

forEachEngine((engine) => {
  if (engine.name !== 'sqlite') return; // files do not depend on the database

  test('the app can be installed, in the language of whoever looks at it', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const browser = await launchChromium([], { whole: true });
    t.after(() => browser.close());
    for (const [locale, names] of Object.entries(NAMES)) {
      const context = await browser.newContext({ locale, ignoreHTTPSErrors: true });
      const page = await context.newPage();
      const faults = watchFaults(page);
      await page.goto(`${node.server.publicUrl}/sign-in`);
      await page.locator('input[type="password"]').waitFor();
      const session = await context.newCDPSession(page);
      const { data, errors } = await session.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      const { shortcuts } = JSON.parse(data ?? '{}') as { shortcuts?: { name: string }[] };
      assert.deepEqual(
        shortcuts?.map(({ name }) => name),
        names,
      );
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      const reasons = installabilityErrors.map(({ errorId }) => errorId);
      // The context of a test is a private window, in which nothing can be installed.
      assert.deepEqual(
        reasons.filter((reason) => reason !== 'in-incognito'),
        [],
      );
      assert.deepEqual(faults, []);
      await context.close();
    }
  });

  test('after an upgrade a tab that is open offers the new version, and keeps what was typed until then', async (t) => {
    const first = await startInstance(engine);
    const admin = await adminBrowser(first);
    const body = { name: 'Inspection', definition: DEFINITION };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    await admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} });
    const { port } = first.server;
    // Chromium refuses a service worker if the certificate is not trusted.
    const browser = await launchChromium(['--ignore-certificate-errors']);
    t.after(() => browser.close());
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { publicUrl } = first.server;
    await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
    await page.goto(`${publicUrl}/settings/users`);
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.getByRole('searchbox').fill('Somebody who is typing');
    const filling = await context.newPage();
    await filling.goto(`${publicUrl}/forms/new`);
    await filling.getByRole('button', { name: 'Inspection' }).click();
    await filling.getByLabel('Site').fill('North pier');
    await filling.getByText(/^Saved at/).waitFor();
    assert.equal(await page.getByText('A new version is available').count(), 0);
    const { settings } = first.services;
    await first.close();
    await filling.getByLabel('Site').fill('North pier, only on this device');
    await filling.getByText(/^Not sent yet/).waitFor();

    const restore = newBuild();
    t.after(restore);
    const second = await startInstance(engine, {
      storage: { dataDir: settings.server.dataDir, databaseUrl: undefined },
      account: first.account,
      clock: first.clock,
      env: { FORMSTEAD_PORT: String(port) },
    });
    t.after(() => second.close());
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await page.getByText('A new version is available').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'Somebody who is typing');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Update now' }).press('Enter');
    await page.getByText('A new version is available').waitFor({ state: 'hidden' });
    await page.getByRole('searchbox').waitFor();
    await filling.getByRole('button', { name: 'Update now' }).click();
    await filling.getByText('A new version is available').waitFor({ state: 'hidden' });
    await filling.getByText(/^Saved at/).waitFor();
    const kept = await filling.getByLabel('Site').inputValue();
    assert.equal(kept, 'North pier, only on this device');
  });
});

/** Makes the service worker that of another build. Returns a function that undoes it. */
function newBuild(): () => void {
  const others = readBuiltFiles()?.others as Map<string, BuiltFile>;
  const worker = others.get('/service-worker.js');
  assert.ok(worker);
  const text = Buffer.from(worker.read()).toString();
  const bytes = Buffer.from(text.replace(/formstead-/, 'formstead-new-'));
  assert.notEqual(bytes.toString(), text);
  others.set('/service-worker.js', { ...worker, read: () => bytes, encoded: [] });
  return () => others.set('/service-worker.js', worker);
}
