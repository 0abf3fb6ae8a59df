// While the data moves, people in real browsers read on, are told why nothing can be changed, and lose nothing they type.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { type EngineInstance, forOneEngine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { assertAccessibleInAllLooks, openPage, signInByRequest } from '../support/web-pages.ts';

const PHONE = { width: 390, height: 844 };
const DEFINITION = buildTemplate([{ kind: 'text', name: 'site', title: 'Site' }]);
const WHO = { userName: 'admin', password: ADMIN_PASSWORD };

forOneEngine((engine) => {
  let browser: Browser;
  let storage: EngineInstance;
  let env: Readonly<Record<string, string>>;
  let node: Instance;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    storage = await engine.fresh('any');
    env = { FORMSTEAD_PORT: String(await freePort()) };
    node = await startInstance(engine, { storage, env });
    const admin = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    await admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const restart = async (readOnly: 'on' | 'off'): Promise<void> => {
    const { account } = node;
    await node.close();
    const settings = { ...env, FORMSTEAD_READ_ONLY: readOnly };
    node = await startInstance(engine, { storage, account, env: settings });
  };
  const pageIn = async (locale: string): Promise<Page> => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      reducedMotion: 'reduce',
      locale,
    });
    return context.newPage();
  };

  test('what is typed while the data moves stays on the device and is sent afterwards; pages say what happens, in both languages', async () => {
    const page = await pageIn('en-GB');
    const url = node.server.publicUrl;
    await signInByRequest(page, url, WHO);
    await page.goto(`${url}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('Site').fill('North');
    await page.getByText(/^Saved/).waitFor();
    const form = page.url();

    await restart('on');
    await page.getByLabel('Site').fill('North pier');
    await page.getByText(/^Not sent yet. Your answers/).waitFor();
    await page.goto(form);
    await page.getByLabel('Site').waitFor();
    assert.equal(await page.getByLabel('Site').inputValue(), 'North pier');
    await openPage(page, `${url}/forms`);
    await page.getByRole('table', { name: 'My forms' }).waitFor();

    const warning = 'This node only reads while the data is being moved. Changes are refused.';
    await openPage(page, `${url}/settings/organisation`);
    await page.getByText(warning).waitFor();

    const refusals = [
      { locale: 'en-GB', button: 'Sign in', text: /is being moved and can only be read meanwhile/ },
      {
        locale: 'de-DE',
        button: 'Anmelden',
        text: /zieht gerade um und kann vorübergehend nur gelesen/,
      },
    ];
    for (const { locale, button, text } of refusals) {
      const stranger = await pageIn(locale);
      await openPage(stranger, `${url}/sign-in`);
      await stranger.locator('input[autocomplete~="username"]').fill('admin');
      await stranger.locator('input[type="password"]').fill(ADMIN_PASSWORD);
      await stranger.getByRole('button', { name: button, exact: true }).click();
      await stranger.getByText(text).waitFor();
      await assertAccessibleInAllLooks(stranger);
    }

    await restart('off');
    await openPage(page, `${url}/outbox`);
    await page.getByRole('button', { name: 'Send now' }).click();
    // Leaving the page would cut the request off.
    await page.getByText('Everything is sent').waitFor();
    const saved = await node.request('GET', `/v2/formz/${/forms\/([^/]+)\//.exec(form)?.[1]}`);
    assert.match(saved.text, /North pier/);
    await page.goto(form);
    await page.getByText(/^Saved/).waitFor();
  });
});
