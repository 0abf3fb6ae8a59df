// An organisation that reaches its limits, in a real browser: admins are warned early, users are told why a form is not
// accepted, and forms that were filled in offline are accepted all the same.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { VERSION } from '#kernel/version.ts';
import { launchChromium } from '../support/chromium.ts';
import { commandLine, envOf, type Formstead } from '../support/command-line.ts';
import { forOneEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { deepTest } from '../support/timing.ts';
import { waitUntil } from '../support/wait-until.ts';
import { queueMail } from '../support/waiting-mail.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let formstead: Formstead;
  let templateId: string;
  before(async () => {
    browser = await launchChromium();
    const storage = await engine.fresh('any');
    node = await startInstance(engine, { storage });
    formstead = commandLine(envOf(storage), node);
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const { db, forms } = node.services;
    templateId = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      const { id } = (await forms.publishTemplate(tx, by, made.id)).template;
      for (let i = 0; i < 17; i += 1) await forms.createForm(tx, by, { templateId: id });
      return id;
    });
    assert.ok(templateId);
    // No mail server is set, so it stays due.
    await queueMail(node, { overdueMs: 3_600_000 });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const limit = async (...options: readonly string[]): Promise<void> => {
    const { code, stderr } = await formstead('account', 'quota', ...options);
    assert.equal(code, 0, stderr);
  };
  const signedIn = async (): Promise<Page> => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const who = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, who);
    return page;
  };

  test('an admin hears that the forms fill up, and sees how many there are and may be', async () => {
    await limit('--forms', '20', '--files-mib', 'none');
    const page = await signedIn();
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/`);
    const alerts = page.getByRole('region', { name: 'Needs your attention' });
    await alerts.getByText('Your organisation uses 85 % of its form limit.').waitFor();
    await alerts.getByRole('link', { name: 'View usage' }).click();
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByText('17 of 20 (85%)').waitFor();
    await storage.getByText('Almost full.').waitFor();
    const status = page.getByRole('region', { name: 'System status' });
    await status.getByText(VERSION).waitFor();
    await status.getByText(/^SQLite \d+\.\d+/).waitFor();
    await status.getByText(/^[\d.,]+\s[GT]B of [\d.,]+\s[GT]B$/).waitFor();
    await status.getByText('1 waiting, the oldest from').waitFor();
    await status.getByText('No backup is known.').waitFor();
    await status.getByText('Something has been due for a while and is not sent.').waitFor();
    await storage.getByText(/^0 kB, no limit$/).waitFor();
    await storage.getByText(/^[\d.]+ kB of 21\.5 GB \(0%\)$/).waitFor();
    const bar = storage.getByRole('progressbar', { name: 'Forms: 17 of 20 (85%)' });
    assert.equal(await bar.getAttribute('aria-valuenow'), '85');
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });

  deepTest('in German, on a phone, when nothing is left', async () => {
    await limit('--forms', '17', '--files-mib', '2048');
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto(`${node.server.publicUrl}/sign-in`);
    await page.getByLabel('Benutzername').fill('admin');
    await page.getByLabel('Passwort', { exact: true }).fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
    await openPage(page, `${node.server.publicUrl}/settings/organisation`);
    const storage = page.getByRole('region', { name: 'Speicher' });
    await storage.getByText('17 von 17 (100 %)').waitFor();
    const status = page.getByRole('region', { name: 'Systemstatus' });
    await status.getByText(/^[\d.,]+\s[GT]B von [\d.,]+\s[GT]B$/).waitFor();
    await status.getByText('Es ist keine Sicherung bekannt.').waitFor();
    await storage.getByText('Voll. Neue Formulare werden abgelehnt.').waitFor();
    await storage.getByText('0 kB von 2,1 GB (0 %)').waitFor();
    await assertAccessibleInAllLooks(page);
  });

  test('a form that is not taken says why; one that was begun without a network is taken', async () => {
    await limit('--forms', '17');
    const page = await signedIn();
    const { publicUrl } = node.server;
    await openPage(page, `${publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Visit' }).click();
    const said = page.getByRole('alert').getByText(/The account has 17 forms, and its limit is 17/);
    await said.waitFor();
    const isKnown = async (): Promise<boolean> => {
      const [, id = ''] = /forms\/([^/]+)\/fill$/.exec(page.url()) ?? [];
      return (await node.request('GET', `/v2/formz/${id}`)).status === 200;
    };
    assert.equal(await isKnown(), false);

    await openPage(page, `${publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Visit' }).waitFor();
    await setOffline(page.context(), true);
    await page.getByRole('button', { name: 'Visit' }).click();
    await page.waitForURL(/\/fill$/);
    await page.getByRole('textbox').first().fill('Harbour');
    await setOffline(page.context(), false);
    await waitUntil(isKnown);
  });

  const REFUSED = {
    'en-GB': {
      said: /The answers of the account take .* MiB, and its limit is .* MiB/,
      kept: 'Everything that you entered stays on this device. Formstead tries again by itself.',
      state: 'Rejected',
    },
    'de-DE': {
      said: /Die Antworten Ihrer Organisation belegen .* von .*\. Bitten Sie einen Admin/,
      kept: 'Alles, was Sie eingegeben haben, bleibt auf diesem Gerät. Formstead versucht es von selbst noch einmal.',
      state: 'Abgelehnt',
    },
  } as const;
  for (const locale of ['en-GB', 'de-DE'] as const) {
    test(`answers that the server has no room for stay on the device, which says so (${locale})`, async () => {
      const { said, kept, state } = REFUSED[locale];
      await limit('--forms', 'default', '--answers-mib', 'default');
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        locale,
        viewport: { width: 390, height: 844 },
      });
      const page = await context.newPage();
      const { publicUrl } = node.server;
      await signInByRequest(page, publicUrl, { userName: 'admin', password: ADMIN_PASSWORD });
      const made = await node.request('POST', '/v2/formz', { body: { templateId } });
      const id = String(made.at('id'));
      await openPage(page, `${publicUrl}/forms/${id}/fill`);
      await limitAnswers(1);
      const site = page.getByRole('textbox').first();
      await site.fill(`Weir ${locale}`);
      const alert = page.getByRole('alert');
      await alert.getByText(said).waitFor();
      await alert.getByText(kept).waitFor();
      await assertAccessibleInAllLooks(page);
      await openPage(page, `${publicUrl}/outbox`);
      await page.getByText(state).first().waitFor();
      await page.getByText(said).waitFor();
      await page.getByText(kept).waitFor();
      await limit('--answers-mib', 'default');
      await waitUntil(async () => {
        const read = await node.request('GET', `/v2/formz/${id}`);
        return read.text.includes(`Weir ${locale}`);
      });
      await context.close();
    });
  }
  const limitAnswers = async (bytes: number): Promise<void> => {
    await node.services.db.reader
      .updateTable('accounts')
      .set({ quota_answer_bytes: bytes })
      .where('id', '=', node.account.accountId)
      .execute();
  };
});
