// A form that is taken from its person while they type into it without a network, in a real browser over HTTPS: they
// learn what happened, and nothing that they typed is lost. And what the page of a form shows of corrections.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { CORE_USER } from '../support/scim.ts';
import { waitUntil } from '../support/wait-until.ts';
import { assertAccessibleInAllLooks, signInByRequest } from '../support/web-pages.ts';

const PASSWORD = 'eleven slow ferries before noon';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'text', name: 'heat', title: 'Temperature', inputType: 'number' },
    { type: 'comment', name: 'notes', title: 'Notes' },
  ],
};
/** Where pictures of the screens are kept, for people who look at them. */
const PICTURES = process.env['LOST_FORM_PICTURES'];

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let templateId: string;
  const ids = new Map<string, string>();
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const template = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String(
      (await done(admin.send('POST', '/app/v1/templates', { body: template }))).at('id'),
    );
    await done(admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    for (const [userName, displayName] of [
      ['ada', 'Ada Lindqvist'],
      ['grace', 'Grace Okafor'],
    ] as const) {
      const body = { schemas: [CORE_USER], userName, displayName, password: PASSWORD };
      const made = await done(node.request('POST', '/scim/v2/Users', { body }));
      ids.set(userName, String(made.at('id')));
    }
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const done = async (call: ReturnType<Client['send']>) => {
    const answer = await call;
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const deviceOf = async (userName: string, locale = 'en-US') => {
    const options = { viewport: PHONE, ignoreHTTPSErrors: true, locale };
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName, password: PASSWORD });
    return { context, page };
  };
  const user = (name: string) => ({ type: 'User', id: ids.get(name) });
  /** The admin makes a form for Ada. */
  const makeForm = async (answers: object): Promise<string> => {
    const body = { templateId, assignment: user('ada'), answers };
    return String((await done(admin.send('POST', '/app/v1/forms', { body }))).at('id'));
  };
  const open = async (page: Page, id: string): Promise<void> => {
    await page.goto(`${node.server.publicUrl}/forms/${id}/fill`);
    await page.getByLabel('Site').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  };
  const look = async (page: Page, name: string): Promise<void> => {
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true });
      for (const [size, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
        await page.setViewportSize(viewport);
        await page.screenshot({ path: `${PICTURES}/${name}-${size}.png`, fullPage: true });
      }
    }
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
  };
  const formsOf = async (createdBy: string) => {
    const list = await done(
      admin.send(
        'GET',
        `/app/v1/forms?scope=all&creator=${ids.get(createdBy)}&template=${templateId}`,
      ),
    );
    const items = list.at('items');
    assert.ok(Array.isArray(items));
    return items;
  };

  test('whose form was assigned away is told by whom, cannot type on, and hands over what they typed', async (t) => {
    const { context, page } = await deviceOf('ada');
    t.after(() => context.close());
    const id = await makeForm({ site: 'Dam' });
    await open(page, id);
    await setOffline(context, true);
    await page.getByLabel('Notes').fill('Rust at the gate');
    await page.getByText(/^Not sent yet/).waitFor();
    const body = { assignment: user('grace') };
    await done(admin.send('POST', `/app/v1/forms/${id}/assign`, { body }));
    await setOffline(context, false);
    const note = page.getByRole('alert').filter({ hasText: 'assigned to someone else' });
    await note.waitFor();
    assert.match((await note.textContent()) ?? '', /By .*admin/i);
    await page.getByText('This form can’t be sent any more.').waitFor();
    assert.equal(await page.getByText('Try again').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Complete the form' }).count(), 0);
    assert.equal(await page.getByLabel('Notes').isEditable(), false);
    assert.equal(await page.getByLabel('Notes').inputValue(), 'Rust at the gate');
    await look(page, 'assigned');
    const saving = page.waitForEvent('download');
    await note.getByRole('button', { name: 'Download what you entered' }).click();
    assert.equal((await saving).suggestedFilename().endsWith('.json'), true);
    await page.goto(`${node.server.publicUrl}/outbox`);
    await page.getByText('Open it to start a new form').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Try again/ }).count(), 0);
    await look(page, 'outbox');
    await page.getByRole('link', { name: 'Open' }).click();
    await note.getByRole('button', { name: 'Hand over to the present assignee' }).click();
    await page.getByText('on its way to the present assignee').waitFor();
    await waitUntil(async () => (await formsOf('ada')).length === 1);
    const [handed] = await formsOf('ada');
    assert.equal(handed.assignee.id, ids.get('grace'));
    await waitUntil(async () => {
      const form = await done(admin.send('GET', `/app/v1/forms/${handed.id}`));
      return (
        form.at('answers', 'notes') === 'Rust at the gate' && form.at('answers', 'site') === 'Dam'
      );
    });
    // The form that was assigned away is as its new person has it.
    const old = await done(admin.send('GET', `/app/v1/forms/${id}`));
    assert.equal(old.at('answers', 'notes'), undefined);
  });

  test('whose form was deleted is told so in German, and begins anew from it', async (t) => {
    const { context, page } = await deviceOf('ada', 'de-DE');
    t.after(() => context.close());
    const id = await makeForm({ site: 'Weir' });
    await open(page, id);
    await setOffline(context, true);
    await page.getByLabel('Notes').fill('Nass');
    await page.getByText(/^Noch nicht gesendet/).waitFor();
    await done(admin.send('DELETE', `/app/v1/forms/${id}`));
    await setOffline(context, false);
    const note = page.getByRole('alert').filter({ hasText: 'wurde gelöscht' });
    await note.waitFor();
    await look(page, 'deleted-german');
    await note.getByRole('button', { name: 'Mit diesen Antworten neu beginnen' }).click();
    await page.waitForURL((url) => !url.pathname.includes(id) && url.pathname.endsWith('/fill'));
    await page.getByText(/^Gespeichert um/).waitFor();
    assert.equal(await page.getByLabel('Notes').inputValue(), 'Nass');
    await page.getByLabel('Notes').fill('Nass und kalt');
    const made = /forms\/([^/]+)\/fill/.exec(page.url())?.[1];
    await waitUntil(async () => {
      const form = await done(admin.send('GET', `/app/v1/forms/${made}`));
      return (
        form.at('answers', 'notes') === 'Nass und kalt' && form.at('answers', 'site') === 'Weir'
      );
    });
    await page.goto(`${node.server.publicUrl}/outbox`);
    await page.getByText('Alles ist gesendet').waitFor();
  });

  test('a form that is restored can be filled in again where it was left', async (t) => {
    const { context, page } = await deviceOf('ada');
    t.after(() => context.close());
    const id = await makeForm({ site: 'Weir' });
    await open(page, id);
    await done(admin.send('DELETE', `/app/v1/forms/${id}`));
    await page.getByLabel('Notes').fill('Rust');
    const note = page.getByRole('alert').filter({ hasText: 'was deleted' });
    await note.waitFor();
    await done(admin.send('POST', `/app/v1/forms/${id}/restore`));
    await page.reload();
    await note.waitFor({ state: 'detached' });
    await page.getByText(/^Saved/).waitFor();
    const form = await done(admin.send('GET', `/app/v1/forms/${id}`));
    assert.equal(form.at('answers', 'notes'), 'Rust');
  });

  test('the page of a form says who corrected what, from what, to what, and shows long answers whole', async (t) => {
    const { context, page } = await deviceOf('ada');
    t.after(() => context.close());
    const id = await makeForm({ site: 'Dam', heat: 21, notes: 'short' });
    const detail = await done(admin.send('GET', `/app/v1/forms/${id}`));
    const fields = detail.at('fields');
    assert.ok(Array.isArray(fields));
    const fieldOf = (name: string) => fields.find((each) => each.name === name).id;
    let revision = Number(detail.at('revision'));
    await done(admin.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    revision += 1;
    const correct = async (name: string, value: unknown) => {
      const body = { revision, value };
      const path = `/app/v1/forms/${id}/answers/${fieldOf(name)}`;
      revision = Number((await done(admin.send('PUT', path, { body }))).at('revision'));
    };
    const long = 'The gate is rusty on both sides. '.repeat(40);
    await correct('notes', long);
    for (let heat = 1; heat <= 22; heat += 1) await correct('heat', heat);
    await correct('heat', 23);
    await page.goto(`${node.server.publicUrl}/forms/${id}`);
    await page.getByText('corrected “Temperature”').first().waitFor();
    await page.getByText('from 22 to 23').waitFor();
    await page.getByText('Corrected by').waitFor();
    await look(page, 'history');
    assert.equal(await page.getByText('from 21 to 1', { exact: true }).count(), 0);
    await page.getByRole('button', { name: 'Show what older corrections changed' }).click();
    await page.getByText('from 21 to 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show the whole answers' }).click();
    const beside = page.getByRole('complementary', { name: 'Details' });
    await beside.getByText(long.trim()).waitFor();
    await look(page, 'history-whole');
  });
});
