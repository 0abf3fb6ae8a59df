// A manager's fortnight on the demo organisation, on its pages: the manager at a desk, the crew on phones, mail, and an
// identity provider. managers-fortnight.test.ts has the same over HTTP, and how the numbers of the API hang together.
// Nightly: it makes the whole demo organisation, and a browser for long.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeSeriesAssignments } from '#series/index.ts';
import { displayName, PEOPLE, personNamed } from '../../tools/demo/people.ts';
import { forOneEngine } from '../support/engines.ts';
import {
  CREW,
  type Fortnight,
  LEAD,
  MANAGER,
  PHONE,
  startFortnight,
} from '../support/fortnight-world.ts';
import { setOffline } from '../support/network.ts';
import { waitUntil } from '../support/wait-until.ts';
import { watchFaults } from '../support/web-pages.ts';

const DAY_MS = 86_400_000;
const OFFLINE = ['Priya Nair', 'Ben Archer', 'Lotte de Vries'];

forOneEngine((engine) => {
  let world: Fortnight;
  let desk: Page;
  let faults: readonly string[];
  const phones = new Map<string, Page>();
  before(async () => {
    world = await startFortnight(engine);
  });
  after(() => world.close());

  /** The manager comes back to the desk: a session does not last for days. */
  const toDesk = async (): Promise<void> => {
    if (desk !== undefined) await desk.context().close();
    desk = await world.open(MANAGER);
    faults = watchFaults(desk);
  };
  const cardOf = (page: Page) =>
    page
      .getByRole('region', { name: 'Assigned to you' })
      .locator('[data-with-border]')
      .filter({ hasText: 'Site check' });
  /** Fills in the form of the work that is shown, reading what is to be done. */
  const fillIn = async (page: Page, found: string): Promise<void> => {
    await cardOf(page).getByRole('button', { name: 'Start Site check' }).first().click();
    await page.waitForURL(/\/forms\/[^/]+\/fill$/);
    await page.getByText('Photographs from below.', { exact: true }).waitFor();
    assert.match(await page.getByLabel('Site').inputValue(), /^Site \d+$/);
    await page.getByLabel('What you found').fill(found);
    await page.getByRole('button', { name: 'Complete the form' }).click();
  };

  test('twelve sites are sent from a file, their people get mail, and a series begins', async () => {
    const { go, mail, node, templateId, work } = world;
    await toDesk();
    const due = new Date(node.services.clock.now() + 5 * DAY_MS).toISOString();
    const rows = CREW.map(
      (name, i) => `${personNamed(name).userName};Site ${i + 1};${due};Photographs from below.`,
    );
    const text = ['User name;Site;Due;Instructions', ...rows].join('\r\n');
    const check = async (says: string) => {
      await go(desk, `/work/import?template=${templateId}`);
      const file = { name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await desk.locator('input[type=file]').setInputFiles(file);
      await desk.getByRole('button', { name: 'Check 12 rows' }).click();
      await desk.getByText(says).waitFor();
    };
    await check('12 rows will be assigned.');
    assert.deepEqual(await work(), []);
    await desk.getByRole('button', { name: 'Assign 12 rows' }).click();
    await desk.getByText('12 rows were assigned.').waitFor();
    await check('12 rows were assigned before, and stay as they are.');
    assert.equal((await work('&state=waiting')).length, CREW.length);
    // One of them has chosen a mail a day.
    const atOnce = CREW.filter((name) => name !== 'Oskar Lind');
    for (const name of atOnce) await mail.waitFor(personNamed(name).userName);

    await go(desk, `/templates/${templateId}?tab=series`);
    await desk.getByRole('button', { name: 'New series' }).click();
    const series = desk.getByRole('dialog', { name: 'New series' });
    await series.getByLabel('Assigned to').fill('Fiona');
    await desk.getByRole('option', { name: /^Fiona Baker/ }).click();
    await series.getByLabel('Repeats', { exact: true }).selectOption('weekly');
    const start = new Date(node.services.clock.now() + DAY_MS).toISOString().slice(0, 10);
    await series.getByLabel('First day').fill(start);
    await series.getByLabel('Due at').fill('12:00');
    await series.getByText(/^Every week on \w+, at 12:00\./).waitFor();
    await series.getByRole('button', { name: 'Create series' }).click();
    await series.waitFor({ state: 'detached' });
    await desk.getByRole('row').filter({ hasText: 'Fiona Baker' }).getByText('Running').waitFor();
    await comparePages();
    assert.deepEqual(faults, []);
  });

  test('two people are ill and one leaves: their work is handed on', async () => {
    const { api, go, idOf, templateId, work, workOf } = world;
    const handOn = async (from: string, to: string) => {
      await go(desk, `/work?template=${templateId}&assignee=${idOf(from)}`);
      await desk.getByRole('table').getByRole('link', { name: 'Site check' }).click();
      await desk.getByRole('button', { name: 'Hand on…' }).click();
      const dialog = desk.getByRole('dialog', { name: `Hand on the work of ${from}` });
      await dialog.getByRole('combobox').fill(to);
      await desk.getByRole('option', { name: to }).click();
      await dialog.getByRole('button', { name: 'Assign' }).click();
      await dialog.waitFor({ state: 'detached' });
      await desk.getByText('Handed on').first().waitFor();
    };
    await handOn('Luke Harmon', 'Ines Carvalho');
    await handOn('Oskar Lind', 'Marta Kovács');
    const { id } = await workOf('Hugh Sinclair');
    await api(`/scim/v2/Users/${idOf('Hugh Sinclair')}`, 'PATCH', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
    // Nothing moves by itself, and nothing is lost.
    assert.equal((await workOf('Hugh Sinclair')).id, id);
    await go(desk, '/work');
    await desk.getByRole('link', { name: 'Leavers' }).click();
    const actions = desk.getByRole('button', { name: 'Actions for Site check · Hugh Sinclair' });
    await actions.click();
    await desk.getByRole('menuitem', { name: `Hand on to ${LEAD}` }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Hand on' }).click();
    await actions.waitFor({ state: 'detached' });
    assert.equal((await workOf(LEAD)).id, id);
    assert.equal((await work('&state=waiting')).length, CREW.length);
    assert.deepEqual(faults, []);
  });

  test('three forms are filled in without a network, arrive late, and are in time', async () => {
    const { api, node, open, pass, signIn, work, workOf } = world;
    pass(3 * DAY_MS);
    for (const name of OFFLINE) {
      const page = await open(name, PHONE);
      phones.set(name, page);
      await page.goto(node.server.publicUrl);
      await cardOf(page).getByRole('img', { name: 'Ready offline' }).waitFor();
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    }
    for (const page of phones.values()) {
      await setOffline(page.context(), true);
      await page.goto(node.server.publicUrl);
      await fillIn(page, 'All bolts are tight.');
      await page.getByText('will be completed when you’re online again').waitFor();
    }
    assert.equal((await work('&state=waiting')).length, CREW.length);
    pass(3 * DAY_MS);
    for (const [name, page] of phones) {
      await page.clock.setSystemTime(node.services.clock.now());
      await setOffline(page.context(), false);
      // The session has ended meanwhile. What was typed waits until its person is back.
      await signIn(page, name);
      await page.goto(node.server.publicUrl);
      await waitUntil(async () => (await workOf(name)).state === 'done');
      const { late, formId, dueDate } = await workOf(name);
      const done = await api(`/v2/formz/${formId}`);
      assert.ok(Date.parse(String(done.at('completedOnDeviceDate'))) < Date.parse(dueDate), name);
      assert.ok(node.services.clock.now() > Date.parse(dueDate));
      assert.equal(late, false);
      await page.context().close();
    }
  });

  test('one declines, and who is late is seen in two clicks', async () => {
    const { go, open } = world;
    const phone = await open('Erik Sandberg', PHONE);
    await go(phone, '/');
    await cardOf(phone).getByRole('button', { name: 'Decline…' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Decline Site check?' });
    await dialog.getByLabel('Reason').fill('I am on leave.');
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
    await cardOf(phone).waitFor({ state: 'detached' });
    await phone.context().close();
    await toDesk();
    await go(desk, '/');
    await desk.getByRole('link', { name: 'Work', exact: true }).click();
    await desk.getByLabel('View').selectOption({ label: 'By person' });
    await desk.getByRole('link', { name: /^Kofi Mensah, Late: [1-9]/ }).click();
    const late = desk.getByRole('table', { name: 'Work' }).getByRole('row');
    await late.filter({ hasText: 'Site check' }).getByText('Kofi Mensah').waitFor();
    await comparePages();
    assert.deepEqual(faults, []);
  });

  test('one is sent back twice, and all that was done is approved', async () => {
    const { api, go, open, workOf } = world;
    const phone = await open('Elena Rossi', PHONE);
    await go(phone, '/');
    await fillIn(phone, 'Fine.');
    await waitUntil(async () => (await workOf('Elena Rossi')).state === 'done');
    const { formId } = await workOf('Elena Rossi');
    const inState = async (state: string) =>
      await waitUntil(
        async () => (await api(`/v2/formz/${formId}`)).at('review', 'state') === state,
      );
    for (const remark of ['Which bolts?', 'Name them as on the drawing.']) {
      await inState('in-review');
      await go(desk, '/reviews');
      const list = desk.getByRole('list', { name: 'My reviews' });
      await list.getByRole('button').filter({ hasText: 'Elena Rossi' }).click();
      await desk.getByRole('definition').getByText('Site 12').waitFor();
      await desk.keyboard.press('s');
      const dialog = desk.getByRole('dialog');
      await dialog.getByLabel('Remark on the form').fill(remark);
      await dialog.getByRole('button', { name: 'Send back' }).click();
      await dialog.waitFor({ state: 'detached' });
      await inState('sent-back');
      await go(phone, `/forms/${formId}/fill`);
      await phone.getByText(remark).waitFor();
      await phone.getByText('Photographs from below.', { exact: true }).waitFor();
      await phone.getByLabel('What you found').fill(`Bolts 3 and 4. (${remark})`);
      await phone.getByRole('button', { name: 'Complete the form' }).click();
    }
    await inState('in-review');
    await phone.context().close();
    await doTheRest();
    await comparePages();
    await approveAll();
    assert.deepEqual(faults, []);
  });

  test('the series made its date once, and every number on every page is that of the API', async () => {
    const { go, idOf, node, pass, templateId, totalOf, work } = world;
    pass(7 * DAY_MS);
    await makeSeriesAssignments(node.services).run();
    await makeSeriesAssignments(node.services).run();
    const made = (await work()).filter(({ assignee }) => assignee.id === idOf('Fiona Baker'));
    assert.equal(made.length, new Set(made.map(({ dueDate }) => dueDate)).size);
    assert.ok(made.length >= 1 && made.length <= 2, `${made.length}`);
    await toDesk();
    await comparePages();
    await doTheRest();
    await go(desk, '/reviews');
    await approveAll();
    await comparePages();
    const all = await work();
    const inState = (state: string) => all.filter((each) => each.state === state).length;
    assert.deepEqual([inState('declined'), inState('done')], [1, all.length - 1]);
    assert.equal(await totalOf(`&template=${templateId}&review=approved`), `${all.length - 1}`);
    assert.deepEqual(await work('&overdue=true'), []);
    assert.deepEqual(faults, []);
  });

  /** The work that nobody has begun is done, as the pages send it. */
  async function doTheRest(): Promise<void> {
    const { idOf, send, work } = world;
    for (const { id, assignee } of await work('&state=waiting')) {
      const person = PEOPLE.find((each) => idOf(displayName(each)) === assignee.id);
      const name = displayName(person ?? assert.fail());
      const form = await send(name, 'POST', `/assignments/${id}/form`);
      const path = `/forms/${form.at('id')}`;
      // That of a series begins without a site.
      const answers = { site: form.at('answers', 'site') ?? 'Workshop' };
      await send(name, 'PATCH', path, { revision: form.at('revision'), answers });
      await send(name, 'POST', `${path}/complete`);
    }
  }

  async function approveAll(): Promise<void> {
    await world.go(desk, '/reviews');
    const list = desk.getByRole('list', { name: 'My reviews' });
    await list.waitFor();
    const count = await list.getByRole('listitem').count();
    await desk.getByLabel(/^Select (?:the form|\d+ forms)$/).check();
    await desk.getByRole('button', { name: new RegExp(`^Approve ${count} forms?$`) }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await desk.getByText('Nothing to review').waitFor();
  }

  /** Compares the numbers on the manager's pages with those of the API. */
  async function comparePages(): Promise<void> {
    const { api, dashboardId, go, idOf, templateId, totalOf, work } = world;
    const all = await work();
    const late = all.filter((each) => each.late).length;
    await go(desk, `/work?template=${templateId}&by=person`);
    const table = desk.getByRole('table', { name: 'Work by person' });
    const names = PEOPLE.map(displayName).filter((name) =>
      all.some(({ assignee }) => assignee.id === idOf(name)),
    );
    assert.equal(await table.getByRole('row').count(), names.length + 1);
    for (const name of names) {
      const own = all.filter(({ assignee }) => assignee.id === idOf(name));
      const row = table.getByRole('row').filter({ hasText: name });
      const shown = (await row.getByRole('cell').allInnerTexts()).slice(1).map(Number);
      const counts = ['waiting', 'begun', 'done', 'declined'].map(
        (wanted) => own.filter(({ state }) => state === wanted).length,
      );
      assert.deepEqual(shown, [own.filter((each) => each.late).length, ...counts], name);
    }
    await go(desk, `/work?template=${templateId}&show=late`);
    const rows = await desk.getByRole('table', { name: 'Work' }).getByRole('row').count();
    assert.equal(Math.max(0, rows - 1), late);

    const figures = await api(`/v2/assignments/figures?template=${templateId}`);
    assert.equal(figures.at('late', 'count'), late);
    await go(desk, `/dashboards/${dashboardId}`);
    for (const [title, count] of [
      ['Late work', late],
      ['Work due this week', figures.at('dueThisWeek', 'count')],
    ] as const) {
      const tile = desk.getByRole('region', { name: `${title}: Site check` });
      await tile.getByText(String(count), { exact: true }).waitFor();
    }

    const waiting = await totalOf('&review=in-review');
    await go(desk, '/reviews');
    const reviews = desk.getByRole('list', { name: 'My reviews' }).getByRole('listitem');
    assert.equal(String(await reviews.count()), waiting);
    await go(desk, '/');
    const link = desk.getByRole('link', { name: /^My reviews/ });
    await link.getByText(waiting === '0' ? 'My reviews' : waiting, { exact: true }).waitFor();
    for (const query of ['', '&status=complete', '&review=approved', '&review=in-review']) {
      const total = await totalOf(`&template=${templateId}${query}`);
      await go(desk, `/forms/all?template=${templateId}${query}`);
      const said = new RegExp(`^${total} (?:entry|entries)$`);
      await desk.getByText(said).waitFor({ state: 'attached' });
    }
  }
});
