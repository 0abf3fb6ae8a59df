// A German page says in German what the service refuses, with its numbers: no sentence of an error's `detail`, which is
// English, reaches the reader.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openPage, signInByRequest } from '../support/web-pages.ts';

const SIGN_INS = 4;

/** Collects the codes and English sentences of the errors that a page receives. */
function watchErrors(page: Page) {
  const seen: { readonly code: string; readonly detail: string }[] = [];
  page.on('response', async (response) => {
    if (!(response.headers()['content-type'] ?? '').startsWith('application/problem+json')) return;
    // The body of a response is lost when its page is left.
    const text = await response.text().catch(() => undefined);
    if (text === undefined) return;
    const { code, detail } = JSON.parse(text);
    seen.push({ code, detail });
  });
  return seen;
}

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let page: Page;
  let errors: ReturnType<typeof watchErrors>;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'de' });
    page = await context.newPage();
    errors = watchErrors(page);
    for (const userName of ['ada', 'grace']) {
      await admin.send('POST', '/app/v1/users', { body: { userName, password: ADMIN_PASSWORD } });
    }
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const open = (path: string) => openPage(page, node.server.publicUrl + path);
  /** Waits for a German sentence, and for the error behind it, whose English sentence must not be on the page. */
  const assertSays = async (code: string, sentence: string | RegExp) => {
    await page.getByText(sentence).first().waitFor();
    // A hint may say the same before the server has answered.
    await waitUntil(() => errors.some((each) => each.code === code));
    const error = errors.findLast((each) => each.code === code);
    assert.ok(error);
    const shown = await page.locator('body').textContent();
    assert.ok(shown !== null && !shown.includes(error.detail), error.detail);
  };

  test('a name that is too long is told with the number of characters that fit', async () => {
    await open('/templates/new');
    await page.getByLabel('Name').fill('x'.repeat(300));
    await page.getByRole('button', { name: 'Erstellen und Felder hinzufügen' }).click();
    await assertSays('invalid-value', 'Geben Sie 1 bis 200 Zeichen ein.');
  });

  test('a body that is too large is told with the size that fits', async () => {
    await open('/settings/users');
    await page.getByRole('button', { name: 'Neue Person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Benutzername').fill('x'.repeat(1_100_000));
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await assertSays('body-too-large', 'Das ist zu groß. Möglich sind höchstens 1 MB.');
  });

  test('a user name that is taken is told at its field', async () => {
    await open('/settings/users');
    await page.getByRole('button', { name: 'Neue Person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Benutzername').fill('grace');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await assertSays('user-name-taken', 'Dieser Benutzername ist vergeben.');
  });

  test('all faults of a new user are told at their fields, an address without a domain among them', async () => {
    await open('/settings/users');
    await page.getByRole('button', { name: 'Neue Person' }).click();
    const dialog = page.getByRole('dialog');
    const fault = dialog.getByText(
      'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.org.',
    );
    await dialog.getByLabel('E-Mail').fill('otto');
    await page.keyboard.press('Tab');
    await fault.waitFor();
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await dialog.getByLabel('Benutzername').and(page.locator('[aria-invalid=true]')).waitFor();
    await fault.waitFor();
    await dialog.getByLabel('Benutzername').fill('otto');
    await dialog.getByLabel('E-Mail').fill('otto@example.org');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('heading', { level: 1, name: 'otto' }).waitFor();
  });

  test('what somebody else changed meanwhile is told of a list, its rows and a dashboard, with what to do', async () => {
    const dialog = page.getByRole('dialog');
    const rename = async () => {
      await page.getByRole('button', { name: 'Aktionen', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Umbenennen' }).click();
      await dialog.getByLabel('Name').fill('Orte');
    };
    const made = await admin.send('POST', '/app/v1/lists', {
      body: {
        ...{ name: 'Sites', keyColumn: 'id', labelColumn: 'id' },
        columns: [{ key: 'id', label: 'Id', type: 'text' }],
      },
    });
    assert.equal(made.status, 201, made.text);
    const list = `/app/v1/lists/${made.at('id')}`;
    await open(`/lists/${made.at('id')}`);
    await rename();
    await admin.send('PATCH', list, { body: { name: 'Places' } });
    await dialog.getByRole('button', { name: 'Umbenennen' }).click();
    await assertSays('precondition-failed', /^Diese Liste wurde inzwischen geändert, daher/);
    await dialog.getByRole('button', { name: 'Abbrechen' }).click();

    const csv = (text: string) => ({
      name: 'rows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByRole('button', { name: 'Datei hochladen' }).first().click();
    await dialog.locator('input[type=file]').setInputFiles(csv('Id\nA\n'));
    await dialog.getByText('1 Zeile').first().waitFor();
    const headers = { 'content-type': 'text/csv' };
    const sent = await admin.send('PUT', `${list}/rows`, { body: Buffer.from('Id\nB\n'), headers });
    assert.equal(sent.status, 200, sent.text);
    await dialog.getByRole('button', { name: 'Importieren' }).click();
    await assertSays('precondition-failed', /^Die Zeilen wurden geändert, nachdem/);

    const dashboard = await admin.send('POST', '/app/v1/dashboards', { body: { name: 'Sites' } });
    const { id, revision } = Object(dashboard.body);
    await open(`/dashboards/${id}`);
    await rename();
    const body = { name: 'Places', revision };
    assert.equal((await admin.send('PUT', `/app/v1/dashboards/${id}`, { body })).status, 200);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await assertSays('precondition-failed', /^Dieses Dashboard wurde inzwischen geändert, daher/);
  });

  test('a filter that is too long is told with the number of characters that fit', async () => {
    await open(`/templates?q=${'x'.repeat(300)}`);
    await assertSays('invalid-parameter', 'Verwenden Sie höchstens 200 Zeichen.');
  });

  test('a password that is too short is told with the number of characters that it needs', async () => {
    await open('/profile');
    await page.getByLabel('Aktuelles Passwort').fill(ADMIN_PASSWORD);
    await page.getByLabel('Neues Passwort').fill('abc');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await assertSays('password-policy', /Verwenden Sie mindestens \d+ Zeichen\./);
  });

  test('a session that ended is told in German', async () => {
    await open('/settings/users');
    await admin.send('DELETE', '/app/v1/me/sessions');
    const told = page.getByText('Ihre Sitzung ist abgelaufen');
    // A request in the background may have found out already.
    await page.getByRole('link', { name: 'grace' }).or(told).first().click();
    await page.waitForURL('**/sign-in?*');
    await told.waitFor();
  });

  test('too many attempts to sign in are told with how many there may be', async () => {
    const limited = await startInstance(engine, {
      env: { FORMSTEAD_LIMIT_SIGN_IN: String(SIGN_INS) },
    });
    try {
      await openPage(page, `${limited.server.publicUrl}/sign-in`);
      for (let i = 0; i <= SIGN_INS; i += 1) {
        await page.getByLabel('Benutzername').fill('ada');
        await page.getByLabel('Passwort', { exact: true }).fill('wrong');
        const answered = page.waitForResponse('**/app/v1/session');
        await page.keyboard.press('Enter');
        await answered;
      }
      await assertSays('too-many-requests', `höchstens ${SIGN_INS} in 60 Sekunden`);
    } finally {
      await limited.close();
    }
  });
});
