// Dashboards in a real browser: charts are put on one from a summary, arranged, shared, seen by others, and deleted.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { comeBack } from '../support/come-back.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD } from '../support/instance.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { makeRightsWorld, type RightsWorld } from '../support/rights-world.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

forOneEngine((engine) => {
  let browser: Browser;
  let world: RightsWorld;
  let mail: MailServer;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    mail = await startMailServer();
    world = await makeRightsWorld(engine, { env: mail.env });
  });
  after(async () => {
    await browser.close();
    await world.node.close();
    await mail.close();
  });

  async function openAs(userName: string, path: string, locale = 'en-US'): Promise<Page> {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale,
    });
    const page = await context.newPage();
    const { publicUrl } = world.node.server;
    await signInByRequest(page, publicUrl, { userName, password: ADMIN_PASSWORD });
    await openPage(page, publicUrl + path);
    return page;
  }

  test('a chart is added from a summary, shown in other ways, shared, and counts what each reader may see', async () => {
    const { salaries } = world;
    const page = await openAs('hanna', `/templates/${salaries}/summary`);
    const faults = watchFaults(page);
    const card = (of: Page, title: string) => of.getByRole('region', { name: title, exact: true });
    await card(page, 'site').getByText('Answered in 2 of 2 forms').waitFor();
    await card(page, 'site').getByRole('button', { name: 'Add to a dashboard' }).click();
    await page.getByLabel('Name of the new dashboard').fill('Pay');
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to Pay.').first().waitFor();
    await card(page, 'photo').getByRole('button', { name: 'Add to a dashboard' }).click();
    await page.getByRole('dialog').getByLabel('Dashboard', { exact: true }).fill('pa');
    await page.getByRole('option', { name: 'Pay' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const menu = page.getByRole('group', { name: 'Navigation' });
    await menu.getByRole('link', { name: 'Dashboards', exact: true }).click();
    await page.getByRole('link', { name: 'Pay' }).click();
    await card(page, 'site').getByRole('button', { name: 'confidential' }).waitFor();
    await card(page, 'photo').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Actions for 2' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    const titles = () => page.getByRole('heading', { level: 2 }).allInnerTexts();
    await page.getByRole('heading', { level: 2 }).first().filter({ hasText: 'photo' }).waitFor();
    assert.deepEqual(await titles(), ['photo', 'site']);
    await page.getByRole('button', { name: 'Actions for 2' }).click();
    await page.getByRole('menuitem', { name: 'Show only how many answered' }).click();
    await card(page, 'site').getByText('2', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await card(page, 'photo').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog').getByLabel('Group').first().fill('Personnel');
    await page.getByRole('option', { name: 'Personnel' }).click();
    await assertAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(faults, []);

    const other = await openAs('hugo', '/');
    const start = other.getByRole('navigation', { name: 'Dashboards' });
    const above = await start.boundingBox();
    const forms = await other.getByRole('heading', { name: 'Your forms' }).boundingBox();
    assert.ok(above && forms && above.y < forms.y);
    const all = await start.getByRole('link', { name: 'All dashboards' }).boundingBox();
    const pay = await start.getByRole('link', { name: 'Pay' }).boundingBox();
    assert.ok(all && pay && all.x >= pay.x + pay.width + 8, 'the links stand apart');
    await start.getByRole('link', { name: 'Pay' }).click();
    await card(other, 'site').getByText('Answered in 1 of 1 form').waitFor();
    assert.equal(await other.getByRole('button', { name: 'Edit', exact: true }).count(), 0);
    const stranger = await openAs('mila', '/dashboards');
    await stranger.getByText('No dashboards yet').waitFor();
    await assertAccessibleInAllLooks(stranger);

    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No dashboards yet').waitFor();
  });

  test('groups that somebody else shares with meanwhile are not taken out unseen', async () => {
    const { hanna, personnel } = world;
    const made = await hanna.ask('POST', '/app/v1/dashboards', { body: { name: 'Staff' } });
    const path = `/app/v1/dashboards/${made.at('id')}`;
    const page = await openAs('hanna', `/dashboards/${made.at('id')}`);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Group').first().fill('Team');
    await page.getByRole('option', { name: 'Team' }).click();
    const body = { name: 'Staff of ours', revision: made.at('revision'), groupIds: [personnel] };
    const shared = await hanna.ask('PUT', path, { body });
    assert.equal(shared.status, 200, shared.text);
    await comeBack(page);
    await page.getByRole('heading', { name: 'Staff of ours', includeHidden: true }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^Somebody changed the dashboard since you read it\./).waitFor();
    assert.deepEqual((await hanna.ask('GET', path)).at('groups', 0, 'id'), personnel);
    await hanna.ask('DELETE', path);
  });

  test('a tile shows one number alone, such as the average of a field', async () => {
    const { hanna } = world;
    const elements = [
      { type: 'text', inputType: 'number', name: 'hours' },
      { type: 'text', inputType: 'number', name: 'way', unit: 'km' },
      { type: 'boolean', name: 'done', title: { default: 'Done', de: 'Erledigt' } },
    ];
    const made = await hanna.ask('POST', '/app/v1/templates', {
      body: { name: 'Visits', definition: { elements }, openToAll: true },
    });
    const template = String(made.at('id'));
    await hanna.ask('POST', `/app/v1/templates/${template}/publish`, { body: {} });
    for (const hours of [10, 20, 33.5]) {
      await hanna.ask('POST', '/app/v1/forms', {
        body: { templateId: template, answers: { hours, way: 7, done: hours > 10 } },
      });
    }
    const fields = await hanna.ask('GET', `/app/v1/templates/${template}/answers`);
    const settings = { template, field: fields.at('fields', 0, 'id'), show: 'chart' };
    const done = { ...settings, field: fields.at('fields', 2, 'id') };
    const way = {
      ...{ template, field: fields.at('fields', 1, 'id'), show: 'number', statistic: 'mean' },
      ...{ from: 'this-month', to: 'this-month' },
      ...{ compareFrom: 'last-month', compareTo: 'last-month' },
    };
    const dashboard = await hanna.ask('POST', '/app/v1/dashboards', {
      body: {
        name: 'Hours',
        tiles: [{ settings }, { settings }, { settings: done }, { settings: way }],
      },
    });
    const page = await openAs('hanna', `/dashboards/${dashboard.at('id')}`, 'de-DE');
    const faults = watchFaults(page);
    const region = (name: string) => page.getByRole('region', { name, exact: true });
    // Two tiles of one field have names of their own, and the texts are in the language of the reader.
    await region('hours').getByRole('heading', { name: 'hours' }).waitFor();
    await region('hours (2)').getByRole('heading', { name: 'hours' }).waitFor();
    await region('Erledigt').getByRole('button', { name: 'Ja' }).waitFor();
    // A tile says what it counts, on paper too: the template, the unit, the period and what it is compared with.
    for (const media of ['print', 'screen'] as const) {
      await page.emulateMedia({ media });
      const tile = region('way: Durchschnitt');
      await tile.getByText('7 km', { exact: true }).waitFor();
      await tile
        .getByText(
          /^Visits · Erstellt: in diesem Monat \(.+\), Vergleich: im letzten Monat \(.+\)$/,
        )
        .waitFor();
      await region('hours').getByText('Visits · Erstellt: jederzeit', { exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Bearbeiten' }).click();
    const shows = async (tile: number, view: string, number: string, label: string) => {
      await page.getByRole('button', { name: `Aktionen für ${tile}` }).click();
      await page.getByRole('menuitem', { name: view }).click();
      const card = page.getByRole('region', { name: 'hours' }).nth(tile - 1);
      await card.getByText(number, { exact: true }).waitFor();
      await card.getByText(label, { exact: true }).waitFor();
    };
    await shows(1, 'Nur den Durchschnitt zeigen', '21,17', 'Durchschnitt');
    await shows(2, 'Nur die Anzahl der Formulare zeigen', '3', 'Formulare');
    await shows(2, 'Nur die größte Zahl zeigen', '33,5', 'Größter Wert');
    await assertAccessibleInAllLooks(page);

    // A number that is left out says why, and where each unit can be calculated with.
    const definition = {
      elements: elements.map((each) => (each.name === 'hours' ? { ...each, unit: 'h' } : each)),
    };
    const path = `/app/v1/templates/${template}`;
    const { revision } = (await hanna.ask('GET', path)).body as { revision: number };
    const changed = await hanna.ask('PATCH', path, { body: { definition, revision } });
    assert.equal(changed.status, 200, changed.text);
    await hanna.ask('POST', `${path}/publish`, { body: {} });
    await page.reload();
    const average = region('hours: Durchschnitt');
    await average
      .getByText(/haben hier verschiedene Einheiten, daher werden ihre Zahlen/)
      .waitFor();
    await average.getByText(/als CSV: Dort hat jede Einheit eine eigene Spalte/).waitFor();
    await assertAccessibleInAllLooks(page);
    assert.deepEqual(faults, []);
  });

  test('on a phone, a list names the columns that its cards show, and a dashboard says when it was updated', async () => {
    const { hanna, adam } = world;
    await hanna.ask('POST', '/app/v1/dashboards', { body: { name: 'Small' } });
    const hook = { targetUrl: 'https://hooks.example/a', description: 'Small hook' };
    const body = { ...hook, eventTypes: ['form.completed'] };
    assert.equal((await adam.ask('POST', '/app/v1/webhooks', { body })).status, 201);
    const shown = { '/dashboards': ['1', '2', '3', '4'], '/webhooks': ['1', '2', '3', '4', '5'] };
    for (const [path, columns] of Object.entries(shown)) {
      const page = await openAs(path === '/webhooks' ? 'adam' : 'hanna', path);
      await page.setViewportSize({ width: 390, height: 844 });
      const row = page.getByRole('row').filter({ hasText: 'Small' });
      await row.waitFor();
      const numbers = (cells: Locator) =>
        cells.evaluateAll((all) => all.map((each) => each.getAttribute('aria-colindex')));
      assert.deepEqual(await numbers(page.getByRole('columnheader')), columns, path);
      assert.deepEqual(await numbers(row.getByRole('cell')), columns, path);
      const isUpdated = path === '/dashboards';
      assert.equal(
        await row
          .getByRole('cell')
          .getByText(/ago$|now$/)
          .isVisible(),
        isUpdated,
      );
      await assertAccessibleInAllLooks(page);
    }
  });

  test('a reader plans mails with the link, finds them planned, and ends them where the link of a mail leads', async () => {
    const { hanna, hugo, adam, personnel } = world;
    const made = await hanna.ask('POST', '/app/v1/dashboards', {
      body: { name: 'Weekly', groupIds: [personnel] },
    });
    const path = `/dashboards/${made.at('id')}`;
    const page = await openAs('hugo', path);
    const faults = watchFaults(page);
    const dialog = page.getByRole('dialog');
    const open = page.getByRole('button', { name: 'Get by email' });
    await open.click();
    await dialog.getByText('You have no email address').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const email = 'hugo@people.example';
    const user = `/app/v1/users/${hugo.by.userId}`;
    assert.equal((await adam.ask('PATCH', user, { body: { email } })).status, 200);
    await page.reload();
    await open.click();
    await dialog.getByText(`The emails go to ${email}.`, { exact: true }).waitFor();
    await dialog.getByLabel('How often').selectOption('Every month');
    await dialog.getByLabel('Day of the month').selectOption('31');
    await assertAccessibleInAllLooks(page);
    await dialog.getByLabel('How often').selectOption('Every week');
    await dialog.getByLabel('Day of the week').selectOption('Friday');
    await dialog.getByLabel('Time').selectOption('5:00 PM');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('You get this dashboard by email.').first().waitFor();
    const stored = await hugo.ask('GET', `/app/v1${path}/mail`);
    assert.deepEqual(
      ['every', 'on', 'hour'].map((name) => stored.at('mail', name)),
      ['week', 5, 17],
    );

    const german = await openAs('hugo', `${path}?mail=true`, 'de-DE');
    const germanDialog = german.getByRole('dialog');
    await germanDialog
      .getByText(/^Nächste E-Mail: Freitag, \d{2}\.\d{2}\.\d{4}, 17:00\./)
      .waitFor();
    assert.equal(await germanDialog.getByLabel('Wochentag').inputValue(), '5');
    await assertAccessibleInAllLooks(german);
    await germanDialog.getByRole('button', { name: 'E-Mails beenden' }).click();
    await german.getByText('Sie erhalten keine E-Mails mehr').first().waitFor();
    await germanDialog.waitFor({ state: 'detached' });
    assert.equal(new URL(german.url()).search, '');
    assert.equal((await hugo.ask('GET', `/app/v1${path}/mail`)).at('mail'), undefined);
    assert.deepEqual(faults, []);
  });

  test('a chart can be added to every dashboard of one’s own, however many others share theirs', async () => {
    const { hanna, adam, personnel, salaries } = world;
    for (let i = 1; i <= 50; i += 1) {
      const body = { name: `Adam’s ${i}`, groupIds: [personnel] };
      assert.equal((await adam.ask('POST', '/app/v1/dashboards', { body })).status, 201);
    }
    await hanna.ask('POST', '/app/v1/dashboards', { body: { name: 'Zones' } });
    const page = await openAs('hanna', `/templates/${salaries}/summary`);
    const card = page.getByRole('region', { name: 'site', exact: true });
    await card.getByRole('button', { name: 'Add to a dashboard' }).click();
    const choice = page.getByRole('dialog').getByLabel('Dashboard', { exact: true });
    await choice.click();
    await page.getByRole('option', { name: 'Zones' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Adam’s' }).count(), 0);
    await choice.fill('adam');
    await page.getByText('No matching dashboards').waitFor();
    await choice.fill('zon');
    await page.getByRole('option', { name: 'Zones' }).click();
  });
});
