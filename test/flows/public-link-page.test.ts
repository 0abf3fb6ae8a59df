// A public link in a real browser: a designer makes it, and somebody without an account fills in the form on a phone, while
// the connection breaks, and sends it once.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Browser, devices, type Page } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { LIST_SHAPE } from '../support/lists.ts';
import { allowPublicLinks, makePublicLink, tokenOf } from '../support/public-links.ts';
import {
  assertAccessibleInAllLooks,
  copied,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const WITH_PHOTO = {
  pages: [
    {
      name: 'p1',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        { type: 'comment', name: 'notes' },
        { type: 'file', name: 'photo', title: 'Photo of the gate' },
      ],
    },
  ],
};

const MACHINE = {
  pages: [
    {
      name: 'p1',
      elements: [
        { type: 'text', name: 'machine', title: 'Machine' },
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        {
          type: 'text',
          inputType: 'date',
          name: 'day',
          title: 'Day',
          defaultValueExpression: 'today()',
        },
      ],
    },
  ],
};

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

  const openTab = async (phone = false): Promise<Page> => {
    const context = await browser.newContext({
      ...(phone && devices['Pixel 7']),
      ignoreHTTPSErrors: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    return await context.newPage();
  };

  test('an admin allows links, a designer makes one, and a stranger on a phone sends one form through a gap in the network', async () => {
    const base = node.server.publicUrl;
    const admin = await openTab();
    const faults = watchFaults(admin);
    await signInByRequest(admin, base, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(admin, `${base}/settings/organisation`);
    await admin.getByRole('button', { name: 'Turn on public links' }).press('Enter');
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Turn on public links' }).press('Enter');
    await admin.getByText('People who manage a template can create public links.').waitFor();
    const by = await adminBrowser(node);
    const moved = await by.send('PATCH', '/app/v1/account', { body: { timeZone: 'Asia/Tokyo' } });
    assert.ok(moved.status < 300, moved.text);
    const first = await makePublicLink(by, WITH_PHOTO);
    await openPage(admin, `${base}/templates/${first.templateId}?tab=links`);
    await admin.getByRole('button', { name: 'New link' }).press('Enter');
    await dialog.getByLabel('Name').fill('Gate 7');
    await dialog.getByLabel('Open until').fill('2031-07-01T12:00');
    await dialog.getByText('In the organisation’s time zone, Asia/Tokyo.').first().waitFor();
    await assertAccessibleInAllLooks(admin);
    await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
    await dialog.getByRole('img', { name: 'QR code of the link Gate 7' }).waitFor();
    const url = await copied(admin, 'Link');
    await assertAccessibleInAllLooks(admin);
    await admin.keyboard.press('Escape');
    await admin.getByText('Jul 1, 2031, 12:00').waitFor();
    const links = await by.send('GET', `/app/v1/templates/${first.templateId}/links`);
    assert.match(links.text, /"closesAt":"2031-07-01T03:00:00\.000Z"/);
    await assertAccessibleInAllLooks(admin);

    // A link for one site fills it in.
    await admin.getByRole('button', { name: 'Actions for Gate 7' }).press('Enter');
    await admin.getByRole('menuitem', { name: 'Prefill fields' }).press('Enter');
    await dialog.getByText('Not available here: Photo of the gate.', { exact: false }).waitFor();
    await dialog.getByRole('checkbox', { name: 'Site' }).press('Space');
    await dialog.getByRole('textbox', { name: 'Site' }).waitFor();
    await dialog.getByRole('button', { name: 'Create prefilled link' }).press('Enter');
    await dialog.getByText('Response required.').waitFor();
    await dialog.getByRole('textbox', { name: 'Site' }).fill('Dam 9');
    await dialog.getByRole('checkbox', { name: 'notes' }).press('Space');
    await dialog.getByRole('textbox', { name: 'notes' }).fill('By the gate');
    await assertAccessibleInAllLooks(admin);
    await dialog.getByRole('button', { name: 'Create prefilled link' }).press('Enter');
    await dialog.getByRole('img', { name: 'QR code of the link Gate 7' }).waitFor();
    await assertAccessibleInAllLooks(admin);
    const prefilled = await copied(admin, 'Link');
    // Another answer needs another link.
    await dialog.getByRole('textbox', { name: 'notes' }).fill('By the river');
    await dialog
      .getByRole('img', { name: 'QR code of the link Gate 7' })
      .waitFor({ state: 'detached' });
    await admin.keyboard.press('Escape');
    const visitor = await openTab();
    await openPage(visitor, prefilled);
    const fixed = visitor.getByRole('textbox', { name: /Site/ });
    assert.deepEqual([await fixed.inputValue(), await fixed.isEditable()], ['Dam 9', false]);
    assert.equal(await visitor.getByRole('textbox', { name: /notes/ }).inputValue(), 'By the gate');

    const stranger = await openTab(true);
    const strangersFaults = watchFaults(stranger);
    await openPage(stranger, url);
    const site = stranger.getByRole('textbox', { name: /Site/ });
    await site.fill('Dam 4');
    await stranger.getByText('Kept on this device until you send it.').waitFor();
    await assertAccessibleInAllLooks(stranger);
    await stranger.reload();
    await stranger.getByRole('button', { name: 'Continue' }).click();
    await assert.doesNotReject(site.waitFor());
    assert.equal(await site.inputValue(), 'Dam 4', 'what was typed is still there');
    await stranger.context().setOffline(true);
    await stranger.getByRole('button', { name: 'Send' }).click();
    await stranger.getByText('will be sent when you’re online again').waitFor();
    await stranger.getByText('If you change an answer before then, send it again.').waitFor();
    assert.equal(await stranger.getByText('You can leave this page').count(), 0);
    await stranger.context().setOffline(false);
    await stranger.getByText('Receipt number').waitFor();
    await assertAccessibleInAllLooks(stranger);
    const receipt = await stranger.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
    await stranger.reload();
    await stranger.getByText(receipt ?? '').waitFor();
    const found = await by.send('GET', `/app/v1/forms?scope=all&q=${receipt}`);
    assert.equal(found.at('items', 0, 'assignee', 'name'), 'Link: Gate 7', found.text);
    await openPage(admin, `${base}/forms/${found.at('items', 0, 'id')}`);
    await admin.getByText('Link: Gate 7').first().waitFor();
    await by.send('PATCH', `/app/v1/public-links/${first.id}`, { body: { state: 'ended' } });
    const german = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'de-DE' });
    const late = await german.newPage();
    await openPage(late, `${base}/answer#${first.token}`);
    await late.getByText('Dieses Formular ist geschlossen').waitFor();
    await assertAccessibleInAllLooks(late);
    const real = (each: string) => !/ERR_INTERNET_DISCONNECTED|410/.test(each);
    assert.deepEqual([...faults, ...strangersFaults].filter(real), []);
  });

  test('a form says before its link is made which list is not public, and visitors choose from it once it is', async () => {
    await allowPublicLinks(node);
    const by = await adminBrowser(node);
    const base = node.server.publicUrl;
    const made = async (path: string, body: object) => {
      const answer = await by.send('POST', path, { body });
      assert.ok(answer.status < 300, answer.text);
      return String(answer.at('id'));
    };
    const listOf = async (name: string, count: number) => {
      const id = await made('/app/v1/lists', { name, ...LIST_SHAPE });
      const rows = Array.from({ length: count }, (_, i) => ({
        code: `M${i}`,
        title: `${name} ${i}`,
        region: 'North',
      }));
      await made(`/app/v1/lists/${id}/rows`, { rows });
      return id;
    };
    const [masts, gates] = [await listOf('Mast', 120), await listOf('Gate', 3)];
    const open = { columns: ['code', 'title'] };
    await by.send('PUT', `/app/v1/lists/${gates}/public-columns`, { body: open });
    const definition = {
      elements: [
        { type: 'sharedlist', name: 'mast', title: 'Mast', list: masts, isRequired: true },
        { type: 'sharedlist', name: 'gate', title: 'Gate', list: gates },
      ],
    };
    const template = await made('/app/v1/templates', { name: 'Round', definition });
    await by.send('POST', `/app/v1/templates/${template}/publish`, { body: {} });

    const admin = await openTab(true);
    const faults = watchFaults(admin);
    await signInByRequest(admin, base, { userName: 'admin', password: ADMIN_PASSWORD });
    await openPage(admin, `${base}/templates/${template}?tab=links`);
    await admin.getByText('Visitors can’t choose from the list “Mast”').waitFor();
    assert.ok(await admin.getByRole('button', { name: 'New link' }).isDisabled());
    await assertAccessibleInAllLooks(admin);
    await admin.getByRole('link', { name: 'Make “Mast” public' }).press('Enter');
    await admin.getByText('This list is not public.').waitFor();
    const region = admin.getByRole('checkbox', { name: 'Region' });
    assert.ok(!(await region.isChecked()));
    assert.ok(await admin.getByRole('checkbox', { name: 'Code' }).isDisabled());
    await assertAccessibleInAllLooks(admin);
    await admin.getByRole('button', { name: 'Make public' }).press('Enter');
    const dialog = admin.getByRole('dialog');
    await dialog.getByText('can find 120 rows').waitFor();
    await assertAccessibleInAllLooks(admin);
    await dialog.getByRole('button', { name: 'Make public' }).press('Enter');
    await admin.getByText('This list is public.').waitFor();
    await openPage(admin, `${base}/templates/${template}?tab=links`);
    await admin.getByRole('button', { name: 'New link' }).press('Enter');
    await dialog.getByLabel('Name').fill('Round');
    await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
    await dialog.getByRole('img', { name: 'QR code of the link Round' }).waitFor();
    const url = await copied(admin, 'Link');
    const links = await by.send('GET', `/app/v1/templates/${template}/links`);
    const easy = { body: { proofOfWork: false } };
    await by.send('PATCH', `/app/v1/public-links/${links.at('items', 0, 'id')}`, easy);

    const visitor = await openTab(true);
    const visitorsFaults = watchFaults(visitor);
    await openPage(visitor, url);
    const mast = visitor.getByRole('combobox', { name: /Mast/ });
    await mast.fill('m');
    await visitor.getByText('Type at least 2 characters.').waitFor();
    await mast.fill('mast 11');
    await visitor.getByRole('option', { name: /Mast 118/ }).click();
    // The small list came with the form.
    await visitor.context().setOffline(true);
    await visitor.getByRole('combobox', { name: /Gate/ }).fill('2');
    await visitor.getByRole('option', { name: /Gate 2/ }).click();
    await assertAccessibleInAllLooks(visitor);
    await visitor.context().setOffline(false);
    // What was chosen cannot be sent once the list is private, and the page says so at the field.
    await by.send('PUT', `/app/v1/lists/${gates}/public-columns`, { body: { columns: [] } });
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('This list is no longer available, so “Gate 2”').waitFor();
    await visitor.locator('[aria-label="Clear"]').last().click();
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('Receipt number').waitFor();
    const receipt = await visitor.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
    const found = await by.send('GET', `/app/v1/forms?scope=all&q=${receipt}`);
    const form = await by.send('GET', `/app/v1/forms/${found.at('items', 0, 'id')}`);
    assert.equal(form.at('answers', 'mast', 'label'), 'Mast 118', form.text);
    const real = (each: string) => !/ERR_INTERNET_DISCONNECTED|422/.test(each);
    assert.deepEqual([...faults, ...visitorsFaults].filter(real), []);
  });

  test('each form by one link is sent on its own, with its own answers and receipt', async () => {
    await allowPublicLinks(node);
    const by = await adminBrowser(node);
    const base = node.server.publicUrl;
    const link = await makePublicLink(by, MACHINE);
    const prefilled = async (machine: string) => {
      const path = `/app/v1/public-links/${link.id}/prefill`;
      return tokenOf(await by.send('POST', path, { body: { answers: { machine } } }));
    };
    const [press, saw] = [await prefilled('press'), await prefilled('saw')];
    const page = await openTab();
    const site = page.getByRole('textbox', { name: /Site/ });
    const send = page.getByRole('button', { name: 'Send' });
    const answersByReceipt = async () => {
      await page.getByText('Receipt number').waitFor();
      const number = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
      const found = await by.send('GET', `/app/v1/forms?scope=all&q=${number}`);
      const form = await by.send('GET', `/app/v1/forms/${found.at('items', 0, 'id')}`);
      return form.at('answers');
    };
    // The first waits for the network when the code of the next machine is read.
    await openPage(page, `${base}/answer#${press}`);
    await site.fill('Hall 1');
    const day = await page.getByLabel('Day').inputValue();
    assert.match(day, /^\d{4}-\d\d-\d\d$/);
    await page.context().setOffline(true);
    await send.click();
    await page.getByText('will be sent when you’re online again').waitFor();
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await openPage(page, `${base}/answer#${saw}`);
    await site.fill('Hall 2');
    await page.getByText('Kept on this device until you send it.').waitFor();
    await send.click();
    assert.deepEqual(await answersByReceipt(), { machine: 'saw', site: 'Hall 2', day });
    // Another form by the same address, in the same document.
    await page.getByRole('button', { name: 'Fill in another form' }).click();
    await site.fill('Hall 3');
    await send.click();
    assert.deepEqual(await answersByReceipt(), { machine: 'saw', site: 'Hall 3', day });
    await openPage(page, `${base}/answer#${press}`);
    assert.deepEqual(await answersByReceipt(), { machine: 'press', site: 'Hall 1', day });
    const forms = await by.send('GET', `/app/v1/forms?scope=all&template=${link.templateId}`);
    assert.equal(JSON.parse(forms.text).items.length, 3);
  });

  test('a typed name is the signature of who goes on, and no file counts as sent before the server has it', async () => {
    await allowPublicLinks(node);
    const by = await adminBrowser(node);
    const signature = { type: 'signaturepad', storeDataAsText: false, isRequired: true };
    const link = await makePublicLink(by, {
      pages: [
        { name: 'p1', elements: [{ ...signature, name: 'first', title: 'First' }] },
        { name: 'p2', elements: [{ ...signature, name: 'second', title: 'Second' }] },
      ],
    });
    const page = await openTab(true);
    const faults = watchFaults(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const uploading = Promise.withResolvers<void>();
    await page.route(/\/files\?/, async (route) => {
      await uploading.promise;
      await route.continue();
    });
    await openPage(page, `${node.server.publicUrl}/answer#${link.token}`);
    const type = async (name: string) => {
      await page.getByRole('button', { name: /^Type my name/ }).click();
      await page.getByLabel('Your name').fill(name);
    };
    await type('Ada');
    await page.getByRole('button', { name: 'Draw instead' }).click();
    await page.getByRole('img', { name: /^Sign here/ }).waitFor();
    await type('Ada Lovelace');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    await type('Grace Hopper');
    await page.waitForRequest(/\/files\?/);
    assert.equal(await page.getByText('100%').count(), 0);
    uploading.resolve();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Receipt number').waitFor();
    assert.equal(asked.filter((url) => url.includes('object')).length, 0);
    const found = await by.send('GET', `/app/v1/forms?scope=all&template=${link.templateId}`);
    const form = await by.send('GET', `/app/v1/forms/${found.at('items', 0, 'id')}`);
    for (const name of ['first', 'second']) {
      assert.equal(form.at('answers', name, 'name'), 'signature.png', form.text);
    }

    // The engine shows a signature that is there when a form is opened again.
    await page.goto('about:blank');
    await openPage(page, `${node.server.publicUrl}/answer#${link.token}`);
    await page.getByRole('button', { name: 'Fill in another form' }).click();
    await type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Signature' }).waitFor();
    await page.getByText('Kept on this device until you send it.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'Signature' }).waitFor();
    assert.deepEqual(
      asked.filter((url) => url.includes('object')),
      [],
    );
    assert.deepEqual(faults, []);
  });
});
