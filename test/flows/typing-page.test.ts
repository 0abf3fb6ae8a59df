// What a user types in a real browser stays as it is, whatever the page receives meanwhile.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { PNG } from '../support/attachments.ts';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { REFUSED_COMPLETION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { HOLD_NEXT_PICTURE, PAINT_LARGE } from '../support/pictures.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', isRequired: true },
    { type: 'comment', name: 'notes', title: 'Notes' },
    { type: 'sketch', name: 'plan', title: 'Plan' },
    { type: 'file', name: 'photo', title: 'Photo', allowMultiple: true },
    { type: 'signaturepad', name: 'signed', title: 'Signed' },
  ],
};

const NUMBERS = {
  elements: [
    { type: 'text', name: 'load', title: 'Load', inputType: 'number', unit: 'kg', decimals: 1 },
    { type: 'text', name: 'odd', title: 'Odd', inputType: 'number', min: 1, max: 9, step: 2 },
  ],
};

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    page = await (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' })).newPage();
    const { send } = await adminBrowser(node);
    const body = { name: 'Inspection', definition: DEFINITION };
    const id = (await send('POST', '/app/v1/templates', { body })).at('id');
    await send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  /** Begins a form of a new template. @returns its id */
  const begin = async (name: string, definition: object): Promise<string> => {
    const { send } = await adminBrowser(node);
    const id = (await send('POST', '/app/v1/templates', { body: { name, definition } })).at('id');
    await send('POST', `/app/v1/templates/${id}/publish`, { body: {} });
    return String((await send('POST', '/app/v1/forms', { body: { templateId: id } })).at('id'));
  };

  test('a number is shown as it was read, with a unit too, in the digits of any script', async () => {
    const id = await begin('Numbers', NUMBERS);
    await openPage(page, `${node.server.publicUrl}/forms/${id}/fill`);
    const [load, odd] = [page.getByLabel('Load'), page.getByLabel('Odd')];
    for (const [typed, read] of [
      ['1e5', '100000'],
      ['١٢٫٥', '12.5'],
      ['۷', '7'],
    ] as const) {
      await load.fill(typed);
      await odd.focus();
      assert.equal(await load.inputValue(), read);
    }
    const refusal = page.getByText('matches the step size of 2');
    await odd.fill('4');
    await load.focus();
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await refusal.waitFor();
    await odd.fill('3');
    await refusal.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.waitForURL(`**/forms/${id}`);
    const { send } = await adminBrowser(node);
    assert.deepEqual((await send('GET', `/app/v1/forms/${id}`)).at('answers'), { load: 7, odd: 3 });
  });

  test('every key that was pressed before a tab is closed is there in the next one', async () => {
    const id = await begin('Closed', DEFINITION);
    for (let round = 0; round < 6; round += 1) {
      const tab = await page.context().newPage();
      await openPage(tab, `${node.server.publicUrl}/forms/${id}/fill`);
      await tab.getByLabel('Site').press('End');
      await tab.keyboard.type(`${round} is `);
      await tab.keyboard.press('!');
      await tab.close({ runBeforeUnload: true });
    }
    await openPage(page, `${node.server.publicUrl}/forms/${id}/fill`);
    assert.equal(
      await page.getByLabel('Site').inputValue(),
      '0 is !1 is !2 is !3 is !4 is !5 is !',
    );
    await page.getByText(/^Saved at \d/).waitFor();
    const { send } = await adminBrowser(node);
    assert.deepEqual((await send('GET', `/app/v1/forms/${id}`)).at('answers'), {
      site: '0 is !1 is !2 is !3 is !4 is !5 is !',
    });
  });

  test('a day that is typed digit by digit filters by the whole day', async () => {
    for (const [path, label] of [
      ['/settings/audit', 'From date'],
      ['/settings/provisioning/log', 'From date'],
    ] as const) {
      await openPage(page, node.server.publicUrl + path);
      const day = page.getByLabel(label, { exact: true });
      await day.focus();
      await page.keyboard.type('11212026', { delay: 50 });
      await page.waitForURL('**=2026-11-21');
      assert.equal(await day.inputValue(), '2026-11-21');
    }
  });

  test('a search finds people by any word, and its words are gone when the list is opened anew', async () => {
    const { send } = await adminBrowser(node);
    const body = { userName: 'zz9@example.com', displayName: 'Melberg, Änne' };
    await send('POST', '/app/v1/users', { body });
    await openPage(page, `${node.server.publicUrl}/settings/users`);
    const search = page.getByRole('searchbox', { name: 'Name, user name, email or external ID' });
    await search.fill('aenne mel');
    await page.getByRole('link', { name: 'admin' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Melberg, Änne/ }).waitFor();
    await search.fill('nobody is called so');
    await page.waitForURL('**q=nobody*');
    await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click();
    await page.waitForURL('**/settings/users');
    await page.getByRole('link', { name: 'admin' }).waitFor();
    assert.equal(await search.inputValue(), '');
  });

  test('what is typed about a person stays when they are changed elsewhere meanwhile', async () => {
    const admin = await adminBrowser(node);
    const body = { userName: 'ann', displayName: 'Ann' };
    const id = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
    await openPage(page, `${node.server.publicUrl}/settings/users/${id}`);
    await page.getByLabel('Given name').fill('Anna');
    await admin.send('PATCH', `/app/v1/users/${id}`, { body: { email: 'ann@example.com' } });
    // An action next to the form makes the page reload all its data.
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Activate', exact: true }).waitFor();
    assert.equal(await page.getByLabel('Given name').inputValue(), 'Anna');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const saved = await admin.send('GET', `/app/v1/users/${id}`);
    assert.deepEqual([saved.at('givenName'), saved.at('email')], ['Anna', 'ann@example.com']);
    assert.equal(await page.getByLabel('Email').inputValue(), 'ann@example.com');
  });

  test('a group that is picked for a role stays picked when another one is renamed meanwhile', async () => {
    const admin = await adminBrowser(node);
    const [old] = await Promise.all(
      ['Riggers', 'Night Welders'].map((displayName) =>
        admin.send('POST', '/app/v1/groups', { body: { displayName } }),
      ),
    );
    const id = String(old?.at('id'));
    const items = [{ groupId: id, role: 'designer' }];
    await admin.send('PUT', '/app/v1/provisioning/role-mappings', { body: { items } });
    await openPage(page, `${node.server.publicUrl}/settings/provisioning?tab=roles`);
    await page.getByRole('combobox', { name: 'Add group' }).fill('weld');
    await page.getByRole('option', { name: 'Night Welders' }).click();
    await page.getByText('Your changes are not saved yet.').waitFor();
    await admin.send('PATCH', `/app/v1/groups/${id}`, { body: { displayName: 'Riggers of old' } });
    await page.waitForTimeout(5100); // after this time, a page that becomes visible loads its data again
    const asked = page.waitForResponse('**/app/v1/provisioning/role-mappings');
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    assert.match(await (await asked).text(), /Riggers of old/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Changes saved.').waitFor();
    await page.getByRole('table').getByText('Riggers of old').waitFor();
    const kept = await admin.send('GET', '/app/v1/provisioning/role-mappings');
    assert.match(kept.text, /Welders/);
  });

  const startForm = async (): Promise<void> => {
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('Site').waitFor();
  };
  const isSaved = () => page.getByText(/^Saved/).waitFor();

  test('who types on while a new form gets its name from the service stays in the field', async () => {
    await startForm();
    await page.getByLabel('Site').pressSequentially('North');
    await page.getByRole('heading', { name: /^Inspection \d+$/ }).waitFor();
    await page.keyboard.type(' pier');
    assert.equal(await page.getByLabel('Site').inputValue(), 'North pier');
  });

  test('who types on while the service looks at a form is not taken to what it refuses', async () => {
    await startForm();
    await page.getByLabel('Site').fill('North');
    await isSaved();
    const asked = Promise.withResolvers<void>();
    const refuse = Promise.withResolvers<void>();
    await page.route(
      '**/complete?*',
      async (route) => {
        asked.resolve();
        await refuse.promise;
        await route.fulfill(REFUSED_COMPLETION);
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await asked.promise;
    await page.getByLabel('Notes').pressSequentially('Railing');
    await page.locator('[role=status][aria-busy=false]').getByText(/^Sav/).waitFor();
    refuse.resolve();
    await page.getByText('There is no such site.').nth(1).waitFor();
    await page.keyboard.type(' loose');
    assert.equal(await page.getByLabel('Notes').inputValue(), 'Railing loose');
  });

  test('a photo that takes long drives out no other that is chosen meanwhile', async () => {
    await startForm();
    const buffer = Buffer.from(String(await page.evaluate(PAINT_LARGE)), 'base64');
    await page.evaluate(HOLD_NEXT_PICTURE);
    const files = page.locator('input[type=file]').last();
    await files.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer });
    await files.setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText('small.png').waitFor();
    await releasePicture();
    await page.getByText('large.jpg').waitFor();
    assert.equal(await page.getByText('small.png').count(), 1);
  });

  test('a photo to draw on that takes long is over once a later one is there, or none is wanted', async () => {
    await startForm();
    const buffer = Buffer.from(String(await page.evaluate(PAINT_LARGE)), 'base64');
    const large = { name: 'large.png', mimeType: 'image/png', buffer };
    const plan = page.locator('input[type=file][aria-label=Plan]');
    await page.evaluate(HOLD_NEXT_PICTURE);
    await plan.setInputFiles(large);
    await plan.setInputFiles({ name: 'small.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText('small.png', { exact: true }).waitFor();
    await releasePicture();
    // Long enough for the large one to be kept, if it were.
    await page.waitForTimeout(500);
    await page.getByText('small.png', { exact: true }).waitFor();
    await page.evaluate(HOLD_NEXT_PICTURE);
    await plan.setInputFiles(large);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await releasePicture();
    await page.waitForTimeout(500);
    assert.equal(await page.getByText('large.jpg', { exact: true }).count(), 0);
  });

  test('a signature that is wiped while it is being kept stays wiped', async () => {
    await startForm();
    await page.evaluate(HOLD_NEXT_PICTURE);
    await page.getByRole('img', { name: /^Sign here/ }).click();
    await page.getByRole('button', { name: 'Sign again' }).click();
    await releasePicture();
    // Long enough for a signature to be kept, if it were; there is no other sign.
    await page.waitForTimeout(500);
    assert.equal(await page.getByRole('img', { name: 'Signature' }).count(), 0);
  });

  const releasePicture = async (): Promise<void> => {
    await page.waitForFunction('releasePicture !== undefined');
    await page.evaluate('releasePicture()');
  };
});
