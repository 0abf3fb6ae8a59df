// The first page that anybody sees: the set-up link of an empty instance in a real browser, with the keyboard alone, on
// a phone and on a desktop, in light and dark mode. Then an admin creates a credential for a user chosen from the list.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { forEachEngine } from '../support/engines.ts';
import { startEmptyInstance } from '../support/instance.ts';
import { IS_DEEP } from '../support/timing.ts';
import { assertAccessible, copied, isSettled, LOOKS, watchFaults } from '../support/web-pages.ts';

type EmptyInstance = Awaited<ReturnType<typeof startEmptyInstance>>;

const PASSWORD = 'seven quiet harbours at dusk';
/** `npm run test:deep` also goes through the other two looks. */
const SHOWN = {
  sqlite: IS_DEEP ? ['phone-light', 'desk-dark'] : ['phone-light'],
  postgres: IS_DEEP ? ['phone-dark', 'desk-light'] : [],
};

forEachEngine((engine) => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  for (const { name, ...look } of LOOKS.filter((each) => SHOWN[engine.name].includes(each.name))) {
    test(`from the link to the first token, ${name}`, async (t) => {
      const node = await startEmptyInstance(engine);
      t.after(() => node.close());
      const context = await browser.newContext({
        ...look,
        ignoreHTTPSErrors: true,
        timezoneId: 'Pacific/Auckland',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      t.after(() => context.close());
      const page = await context.newPage();
      const faults = watchFaults(page);
      const link = node.server.setUpLink ?? '';

      await page.goto(`${node.server.publicUrl}/set-up`);
      await page.getByRole('alert').filter({ hasText: 'The link is incomplete' }).waitFor();
      await assertAccessible(page);

      await openLink(page, link);
      await assertAccessible(page);
      await makeMistakes(page);
      await type(page, [PASSWORD]);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your organisation is ready' }).waitFor();
      assert.doesNotMatch(page.url(), /#/, 'the link is not left in the history');
      await page.getByRole('button', { name: 'Start with the first steps' }).waitFor();
      await page.getByText('API credential for programs').click();
      await assertAccessible(page);
      const clientId = await copied(page, 'Client ID');
      const clientSecret = await copied(page, 'Client secret');
      const token = await node.token(clientId, clientSecret);
      assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);
      const accounts = node.services.db.reader.selectFrom('accounts');
      const { time_zone } = await accounts.select('time_zone').executeTakeFirstOrThrow();
      assert.equal(time_zone, 'Pacific/Auckland');

      // It is shown once: neither a reload nor the link shows it again.
      await page.reload();
      await isSettled(page);
      assert.ok(!(await page.content()).includes(clientSecret));
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('alert').filter({ hasText: 'already set up' }).waitFor();
      assert.equal(
        await page.getByLabel('Organisation').count(),
        0,
        'nothing to fill in for nothing',
      );
      await assertAccessible(page);
      await page.getByRole('link', { name: 'Go to sign-in' }).waitFor();

      await chooseSomebody(node, page, token);
      assert.deepEqual(faults, []);
      const logs = node.logs.join('');
      for (const secret of [clientSecret, PASSWORD, new URL(link).hash.slice(1)]) {
        assert.ok(!logs.includes(secret));
      }
    });
  }

  test('a link that is not the newest, and a service that is gone, are told apart', async (t) => {
    const node = await startEmptyInstance(engine);
    let running = true;
    const stop = async () => {
      if (running) await node.close();
      running = false;
    };
    t.after(stop);
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    t.after(() => context.close());
    const page = await context.newPage();
    const link = node.server.setUpLink ?? '';
    await page.goto(`${link.slice(0, -4)}abcd`);
    await page.getByRole('alert').filter({ hasText: 'used or replaced' }).waitFor();

    await openLink(page, link);
    await type(page, ['Acme', 'admin', PASSWORD]);
    await stop();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'did not answer' }).waitFor();
    assert.equal(await page.getByLabel('User name').inputValue(), 'admin', 'nothing typed is lost');
  });
});

/** Opens the link as if it were typed into the address bar of an empty tab. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('Organisation').waitFor();
  assert.equal(await focusedLabel(page), 'Organisation', 'ready to type');
}

async function makeMistakes(page: Page): Promise<void> {
  await type(page, ['Acme', '', 'too short']);
  await page.keyboard.press('Enter');
  await page.getByText('Enter at least 15 characters.').waitFor();
  await page.getByText('This field is required.').waitFor();
  assert.equal(await focusedLabel(page), 'User name', 'the first fault has the focus');
  await assertAccessible(page);
  // A password that only the server can refuse.
  await type(page, ['admin', 'acme acme acme acme']);
  await page.keyboard.press('Enter');
  await page.getByText(/password is .*(?:guess|common)/).waitFor();
  assert.equal(await focusedLabel(page), 'Password');
  await assertAccessible(page);
}

/** Creates a credential that acts as a user chosen from the list, and lists that user's forms with it. */
async function chooseSomebody(node: EmptyInstance, page: Page, token: string): Promise<void> {
  const made = await node.request('POST', '/scim/v2/Users', {
    token,
    body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ada@example.com' },
  });
  assert.equal(made.status, 201);
  await page.goto(`${node.server.publicUrl}/settings/credentials`);
  await page.getByRole('button', { name: 'Create credential' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Reporting');
  await dialog.getByRole('combobox', { name: 'User' }).fill('ada');
  await page.getByRole('option', { name: 'ada@example.com' }).waitFor();
  await assertAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Create' }).press('Enter');
  await page.getByText('The secret is shown only once').waitFor();
  await assertAccessible(page);
  const clientId = await copied(page, 'Client ID');
  const clientSecret = await copied(page, 'Client secret');
  await page.keyboard.press('Escape');
  await dialog.getByLabel('I have stored it').press('Space');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  const actingAsAda = await node.token(clientId, clientSecret);
  const forms = await node.request('GET', '/v2/formz', { token: actingAsAda });
  assert.equal(forms.status, 200);

  await page.reload();
  await page.getByText('Reporting').waitFor();
  assert.ok(!(await page.content()).includes(clientSecret));
  const listed = await page.evaluate<string>(
    "fetch('/app/v1/credentials').then((answer) => answer.text())",
  );
  assert.ok(!listed.includes(clientSecret), 'nor in any later answer');
}

/** Types into the field with the focus and into the following fields, replacing their content. */
async function type(page: Page, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }
}

const focusedLabel = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement?.labels?.[0]?.textContent');
