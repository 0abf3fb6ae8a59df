// A field that asks for a person: in the builder, in a form on a phone, and in what is read of it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { allowPublicLinks } from '../support/public-links.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertAccessibleInAllLooks, openPage, signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let group = '';
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await allowPublicLinks(node);
    const [ada] = [await addPerson('Ada Lindqvist'), await addPerson('Linus Berg')];
    group = await addGroup('Inspectors', [ada]);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const addPerson = async (displayName: string): Promise<string> => {
    const userName = displayName.toLowerCase().replaceAll(' ', '.');
    const body = { userName, displayName, password: PASSWORD };
    const made = await admin.send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const addGroup = async (displayName: string, ids: readonly string[]): Promise<string> => {
    const body = { displayName, members: ids.map((value) => ({ value })) };
    const made = await node.request('POST', '/scim/v2/Groups', { body });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const makeTemplate = async (name: string, elements: readonly object[]): Promise<string> => {
    const body = { name, definition: { elements } };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const publish = async (id: string): Promise<void> => {
    const published = await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    assert.equal(published.status, 200, published.text);
  };
  const open = async (path: string, device: object = {}): Promise<Page> => {
    const context = await browser.newContext({ ...device, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    await openPage(page, `${node.server.publicUrl}${path}`);
    return page;
  };
  const answersOf = async (name: string): Promise<unknown> => {
    const list = await admin.send('GET', `/app/v1/forms?q=${encodeURIComponent(name)}`);
    const id = String(list.at('items', 0, 'id'));
    return (await admin.send('GET', `/app/v1/forms/${id}`)).at('answers');
  };

  test('a designer offers the people of a group, and a field and a column are tried in the preview', async () => {
    const id = await makeTemplate('Round', [{ type: 'person', name: 'who', title: 'Inspector' }]);
    const page = await open(`/templates/${id}`, { viewport: { width: 1280, height: 800 } });
    await page
      .getByRole('button', { name: /^Inspector/ })
      .first()
      .click();
    const choice = page.getByRole('combobox', { name: 'People of the group' });
    await choice.or(page.getByLabel('People of the group')).first().fill('Insp');
    await page.getByRole('option', { name: 'Inspectors' }).click();
    await page.getByText('can see and choose the members').waitFor();
    await waitUntil(async () =>
      (await admin.send('GET', `/app/v1/templates/${id}`)).text.includes(group),
    );
    const shown = page.locator('[data-preview] [data-name=who] input').first();
    // The preview follows half a second after the last change.
    await waitUntil(async () => {
      await shown.blur();
      await shown.click();
      return (await page.getByRole('option', { name: 'Ada Lindqvist' }).count()) > 0;
    });
    assert.equal(await page.getByRole('option', { name: 'Linus Berg' }).count(), 0);
    await page.keyboard.press('Escape');
    await assertAccessibleInAllLooks(page);
    await page.context().close();
  });

  test('a designer shows a field for some people, who are chosen by their names', async () => {
    const id = await makeTemplate('Shift', [
      { type: 'person', name: 'who', title: 'Inspector' },
      { type: 'text', name: 'why', title: 'Reason' },
    ]);
    const page = await open(`/templates/${id}`, { viewport: { width: 1280, height: 800 } });
    await page
      .getByRole('button', { name: /^Reason/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Comparison of condition 1').selectOption({ label: 'is one of' });
    const choice = page.getByLabel('Value of condition 1').first();
    for (const name of ['Ada Lindqvist', 'Linus Berg']) {
      await choice.fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
      await page.getByRole('button', { name: `Remove ${name} from the condition` }).waitFor();
    }
    await waitUntil(async () =>
      /\{#who\} anyof \['[0-9a-f-]{36}', '[0-9a-f-]{36}'\]/.test(
        (await admin.send('GET', `/app/v1/templates/${id}`)).text,
      ),
    );
    await page.getByRole('button', { name: 'Remove Linus Berg from the condition' }).click();
    await waitUntil(async () =>
      /\{#who\} anyof \['[0-9a-f-]{36}'\]/.test(
        (await admin.send('GET', `/app/v1/templates/${id}`)).text,
      ),
    );
    await assertAccessibleInAllLooks(page);
    await page.context().close();
  });

  test('on a phone, people are found by two letters, and the form keeps who was chosen', async () => {
    const id = await makeTemplate('Handover', [
      { type: 'person', name: 'who', title: 'Übergeben an' },
      { type: 'person', name: 'by', title: 'Geprüft von', group },
    ]);
    await publish(id);
    const page = await open('/forms/new', {
      viewport: { width: 390, height: 844 },
      locale: 'de-DE',
    });
    await page.getByRole('button', { name: 'Handover' }).click();
    await page.waitForURL('**/fill');
    const input = (name: string) => page.locator(`[data-name=${name}] input`).first();
    await input('who').click();
    await page.getByText('Geben Sie mindestens 2 Buchstaben ein.').waitFor();
    await input('who').fill('li');
    await page.getByRole('option', { name: /Linus Berg/ }).waitFor();
    const offered = await page.getByRole('option').allTextContents();
    assert.deepEqual(offered, ['Linus Berglinus.berg', 'Ada Lindqvistada.lindqvist']);
    await page.getByRole('option', { name: /Linus Berg/ }).click();
    await input('by').click();
    await page.getByRole('option', { name: /Ada Lindqvist/ }).click();
    assert.equal(await input('by').inputValue(), 'Ada Lindqvist');
    await waitUntil(async () =>
      JSON.stringify(await answersOf('Handover')).includes('Ada Lindqvist'),
    );
    await assertAccessibleInAllLooks(page);
    await page.context().setOffline(true);
    await input('who').fill('Ada L');
    await page.getByRole('alert').filter({ hasText: 'nur mit Verbindung' }).waitFor();
    assert.equal(await page.getByText('Niemand passt dazu.').count(), 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.context().close();
  });

  test('a template that asks for people says that it can have no public link, before one is begun', async () => {
    const id = await makeTemplate('Visit', [{ type: 'person', name: 'who', title: 'Who' }]);
    await publish(id);
    const page = await open(`/templates/${id}?tab=links`);
    await page.getByText(/Visitors of a link may see nobody/).waitFor();
    assert.ok(await page.getByRole('button', { name: 'New link' }).first().isDisabled());
    await page.context().close();
  });
});
