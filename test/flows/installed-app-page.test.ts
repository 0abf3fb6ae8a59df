// Formstead on a home screen: Chromium itself reports whether it would install the app, and under which names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium } from '../support/chromium.ts';
import { forEachEngine } from '../support/engines.ts';
import { startInstance } from '../support/instance.ts';
import { watchFaults } from '../support/web-pages.ts';

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
});
