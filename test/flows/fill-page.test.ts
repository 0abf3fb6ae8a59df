// A provisioned user fills in a form on a phone with an unreliable network. An integrator and a webhook receiver get
// all of it, exactly once.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from '../support/attachments.ts';
import { adminBrowser, type Browser as Client, openBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { REFUSED_COMPLETION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { PAINT_LARGE } from '../support/pictures.ts';
import { CORE_USER } from '../support/scim.ts';
import { IS_DAILY } from '../support/timing.ts';
import {
  assertAccessibleInAllLooks,
  signInAt,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';
import { RECEIVER_ENV, type Receiver, startReceiver, verify } from '../support/webhook-receiver.ts';

const PASSWORD = 'nine small lanterns by the gate';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const DEFINITION = {
  pages: [
    {
      name: 'where',
      title: 'Where',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        { type: 'comment', name: 'notes', title: 'Notes' },
        {
          type: 'matrixdynamic',
          name: 'items',
          title: 'Items',
          rowCount: 1,
          columns: [{ name: 'what', title: 'What', cellType: 'text' }],
        },
      ],
    },
    {
      name: 'proof',
      title: 'Proof',
      elements: [
        { type: 'file', name: 'photo', title: 'Photo', allowMultiple: true, isRequired: true },
        { type: 'signaturepad', name: 'signed', title: 'Signed', isRequired: true },
      ],
    },
  ],
};

/** Counts how often the page reads all forms that the device keeps. */
const COUNT_READS = `
  globalThis.readsOfAllForms = 0;
  const { getAll } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.getAll = function (...query) {
    if (this.name === 'drafts') readsOfAllForms += 1;
    return getAll.apply(this, query);
  };
`;

forEngineOrBoth('sqlite', (engine) => {
  let browser: Browser;
  let receiver: Receiver;
  let node: Instance;
  let admin: Client;
  before(async () => {
    receiver = await startReceiver();
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine, { env: RECEIVER_ENV });
    admin = await adminBrowser(node);
    const template = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const made = await done(admin.send('POST', '/app/v1/templates', { body: template }));
    await done(admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} }));
    for (const userName of ['ada', 'grace']) {
      const body = { schemas: [CORE_USER], userName, displayName: userName, password: PASSWORD };
      await done(node.request('POST', '/scim/v2/Users', { body }));
    }
  });
  after(async () => {
    await browser.close();
    await node.close();
    await receiver.close();
  });

  const done = async (call: ReturnType<Client['send']>) => {
    const answer = await call;
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const phoneOf = async (userName: string) => {
    const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, { userName, password: PASSWORD });
    return { context, page };
  };
  /** @returns the id of the form */
  const startForm = async (page: Page): Promise<string> => {
    await page.goto(`${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('Site').waitFor();
    return /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
  };
  const isSaved = (page: Page) => page.getByText(/^Saved/).waitFor();
  const isAppKept = (page: Page) =>
    page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  const isKeptHere = (page: Page) => page.getByText(/^Not sent yet/).waitFor();
  const look = async (page: Page): Promise<void> => {
    if (engine.name !== 'sqlite') return;
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE.viewport);
  };
  const readForm = (id: string) => done(node.request('GET', `/v2/formz/${id}`));

  test('what is filled in while the network comes and goes is complete, there once, and told once', async (t) => {
    const body = { targetUrl: `${receiver.url}/completed`, eventTypes: ['form.completed'] };
    const hook = await done(admin.send('POST', '/app/v1/webhooks', { body }));
    const { context, page } = await phoneOf('ada');
    t.after(() => context.close());
    const faults = watchFaults(page);
    const id = await startForm(page);
    await page.getByLabel('Site').fill('North pier');
    await isSaved(page);
    await isAppKept(page);

    await setOffline(context, true);
    await page.evaluate(COUNT_READS);
    await page.getByLabel('Notes').pressSequentially('Railing loose');
    await page.getByLabel('What').fill('Ladder');
    await isKeptHere(page);
    // A device keeps up to 200 forms with their definitions.
    const reads = await page.evaluate<number>('readsOfAllForms');
    assert.ok(reads < 4, `19 keys read all forms on the device ${reads} times`);
    await page.reload();
    assert.equal(await page.getByLabel('Notes').inputValue(), 'Railing loose');
    await page.getByRole('button', { name: 'Next' }).click();
    const file = { name: 'pier (1).png', mimeType: 'image/png', buffer: PNG };
    await page.locator('input[type=file]').last().setInputFiles(file);
    await page.getByText('pier (1).png').waitFor();
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.getByText('1 answer is missing').waitFor();
    await look(page);
    await sign(page);
    await page.getByRole('button', { name: 'Complete the form' }).click();
    const later = page.getByText('will be completed when you’re online again');
    await later.waitFor();
    const { y = -1 } = (await later.boundingBox()) ?? {};
    const height = page.viewportSize()?.height ?? 0;
    assert.ok(y > 0 && y < height, `the note stands at ${y} of ${height}`);
    await page.goto(`${node.server.publicUrl}/outbox`);
    await page.getByText('2 files not sent').waitFor();
    await look(page);
    assert.equal((await readForm(id)).at('status', 'status'), 'draft');
    await page.goto(`${node.server.publicUrl}/forms`);
    const here = page.getByRole('region', { name: 'On this device' });
    await here.getByText('Will be completed').waitFor();
    await here.getByRole('link', { name: 'View outbox' }).click();
    await page.getByRole('heading', { name: 'Outbox' }).waitFor();

    await setOffline(context, false);
    await page.getByText('Everything is sent').waitFor();
    await page.goto(`${node.server.publicUrl}/forms/${id}`);
    await page.getByRole('img', { name: /^Picture: Photo/ }).waitFor();
    await page.getByRole('img', { name: /^Picture: Signed/ }).waitFor();
    await look(page);

    const list = await done(node.request('GET', '/v2/formz'));
    assert.ok(Array.isArray(list.body));
    assert.deepEqual(
      list.body.map(({ formId, status }) => [formId, status.status]),
      [[id, 'complete']],
    );
    const form = await readForm(id);
    assert.deepEqual(form.at('fields', 'items', 'rows'), [{ what: 'Ladder' }]);
    assert.equal(form.at('fields', 'notes', 'text'), 'Railing loose');
    const photo = form.at('fields', 'photo', 'files', 0, 'id');
    const bytes = await done(node.request('GET', `/v2/formz/${id}/attachments/${photo}`));
    assert.deepEqual(bytes.bytes, PNG);
    const signature = form.at('fields', 'signed', 'imageFile', 'id');
    const drawn = await done(node.request('GET', `/v2/formz/${id}/attachments/${signature}`));
    assert.equal(drawn.headers['content-type'], 'image/png');

    const [told] = await receiver.waitFor('/completed');
    assert.ok(told);
    const event = verify(String(hook.at('secret')), told);
    assert.ok(typeof event === 'object' && event !== null && 'type' in event);
    assert.equal(event.type, 'form.completed');
    assert.match(told.body, new RegExp(id));
    await page.waitForTimeout(1500);
    assert.equal((await receiver.waitFor('/completed')).length, 1);
    assert.deepEqual(faults, []);
  });

  // The remaining tests are about the page, which does not depend on the database. Every day the test above fills in and
  // completes a form in the browser, and test/offline tests merging and refusals.
  if (engine.name !== 'sqlite' || IS_DAILY) return;

  test('two people in the same form: other answers come together, the same answer is asked about', async (t) => {
    const { context, page } = await phoneOf('ada');
    t.after(() => context.close());
    const id = await startForm(page);
    await page.getByLabel('Site').fill('North');
    await isSaved(page);
    const other = openBrowser(node, admin.cookie());
    await setOffline(context, true);
    await page.getByLabel('Site').fill('West');
    await isKeptHere(page);
    const { body } = await done(other.send('GET', `/app/v1/forms/${id}`));
    const revision = Reflect.get(Object(body), 'revision');
    const answers = { site: 'South', notes: 'by the admin' };
    await done(other.send('PATCH', `/app/v1/forms/${id}`, { body: { revision, answers } }));
    await setOffline(context, false);
    // It is told while the field is in use, and asked when it is left.
    await page.getByRole('alert').getByText('changed “Site” too').waitFor();
    await page.getByText('Not saved yet: someone else changed the same answer.').waitFor();
    await look(page);
    const dialog = page.getByRole('dialog', { name: 'Someone else changed the same answers' });
    assert.equal(await dialog.isVisible(), false);
    await page.evaluate('document.activeElement.blur()');
    await dialog.waitFor();
    await look(page);
    await dialog.getByRole('radio', { name: 'Your answer' }).check();
    await dialog.getByRole('button', { name: 'Save selection' }).click();
    await isSaved(page);
    assert.equal(await page.getByLabel('Notes').inputValue(), 'by the admin');
    const kept = await readForm(id);
    assert.equal(kept.at('fields', 'site', 'text'), 'West');
    assert.equal(kept.at('fields', 'notes', 'text'), 'by the admin');
  });

  test('two tabs of one person add to one form, with a large photo made small and a signature by keyboard', async (t) => {
    const { context, page } = await phoneOf('ada');
    t.after(() => context.close());
    const id = await startForm(page);
    await page.getByLabel('Site').fill('North');
    await isSaved(page);
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 54.97328, longitude: -1.61396, accuracy: 12 });
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByLabel('Notes').pressSequentially('from the second tab');
    await page.getByLabel('Site').press('End');
    await page.keyboard.type(' pier');
    await page.getByRole('button', { name: 'Next' }).click();
    const large = await page.evaluate(PAINT_LARGE);
    const buffer = Buffer.from(String(large), 'base64');
    const file = { name: 'large.png', mimeType: 'image/png', buffer };
    await page.locator('input[type=file]').last().setInputFiles(file);
    await page.getByText('large.jpg').waitFor();
    await page.getByRole('button', { name: 'Type my name instead: Signed' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Signature' }).waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Add my location' }).click();
    await page.getByText('Location: 54.97328, -1.61396').waitFor();
    // Either of the two tabs may send it.
    await context.route('**/complete?*', (route) => route.fulfill(REFUSED_COMPLETION), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.getByText('Could not complete the form').waitFor();
    await page.getByLabel('Site').and(page.locator(':focus')).waitFor();
    await page.getByText('Site: There is no such site.').waitFor();
    assert.equal(await page.getByText('There is no such site.').count(), 2);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.waitForURL(`**/forms/${id}`);
    await second.waitForURL(`**/forms/${id}`);

    const form = await readForm(id);
    assert.equal(form.at('status', 'status'), 'complete');
    assert.equal(form.at('fields', 'site', 'text'), 'North pier');
    assert.equal(form.at('fields', 'notes', 'text'), 'from the second tab');
    assert.equal(form.at('fields', 'photo', 'files', 0, 'type'), 'image/jpeg');
    const shown = page.getByRole('img', { name: /^Picture: Photo/ });
    await shown.waitFor();
    const width = await page.evaluate(READ_WIDTH);
    assert.equal(width, 2000);
    const history = await done(admin.send('GET', `/app/v1/forms/${id}`));
    assert.equal(history.at('location', 'latitude'), 54.97328);
    const actions = Reflect.get(Object(history.body), 'history').map(
      ({ action }: { readonly action: string }) => action,
    );
    assert.equal(actions.filter((each: string) => each === 'complete').length, 1);
    assert.equal(actions.filter((each: string) => each === 'create').length, 1);
  });

  test('what the service refuses stays in the outbox with the reason, to try, download or delete', async (t) => {
    const { context, page } = await phoneOf('ada');
    t.after(() => context.close());
    const template = { name: 'Withdrawn', definition: DEFINITION, openToAll: true };
    const made = await done(admin.send('POST', '/app/v1/templates', { body: template }));
    const path = `/app/v1/templates/${made.at('id')}`;
    await done(admin.send('POST', `${path}/publish`, { body: {} }));
    await page.goto(`${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Withdrawn' }).waitFor();
    await isAppKept(page);
    await setOffline(context, true);
    await page.getByRole('button', { name: 'Withdrawn' }).click();
    await page.getByLabel('Site').fill('South quay');
    await isKeptHere(page);
    await done(admin.send('POST', `${path}/archive`, { body: {} }));
    await setOffline(context, false);
    await page.getByText('The server rejected this change').waitFor();

    await page.goto(`${node.server.publicUrl}/forms`);
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog', { name: 'Some changes are not sent yet' }).waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Stay signed in' }).click();

    await page.goto(`${node.server.publicUrl}/outbox`);
    await page.getByText('Rejected').waitFor();
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST' && !answer.ok()),
      page.getByRole('button', { name: /^Try again/ }).click(),
    ]);
    await page.getByText('Rejected').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download/ }).click();
    const kept: unknown = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
    assert.deepEqual(Reflect.get(Object(kept), 'answers'), { site: 'South quay' });
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Delete from this device', exact: true }).click();
    await page.getByText('Everything is sent').waitFor();
  });

  test('a session that ends while there is no network costs nothing that was typed, and shows it to nobody else', async (t) => {
    const { context, page } = await phoneOf('grace');
    t.after(() => context.close());
    const id = await startForm(page);
    await page.getByLabel('Site').fill('North');
    await isSaved(page);
    await setOffline(context, true);
    await page.getByLabel('Site').fill('North pier');
    await isKeptHere(page);
    await endSessionsOf(admin, 'grace');
    await setOffline(context, false);
    await page.getByText('You are signed out').waitFor();
    await look(page);

    // Another user of the same phone neither sees nor sends it.
    await signInAt(page, node.server.publicUrl, { userName: 'ada', password: PASSWORD });
    await page.goto(`${node.server.publicUrl}/outbox`);
    await page.getByText('Everything is sent').waitFor();
    assert.equal((await readForm(id)).at('fields', 'site', 'text'), 'North');
    await leave(context, page);

    await signInAt(page, node.server.publicUrl, { userName: 'grace', password: PASSWORD });
    await page.goto(`${node.server.publicUrl}/forms/${id}/fill`);
    await isSaved(page);
    assert.equal(await page.getByLabel('Site').inputValue(), 'North pier');
    assert.equal((await readForm(id)).at('fields', 'site', 'text'), 'North pier');
  });
});

const READ_WIDTH = `(() => {
  const picture = document.querySelector('img[alt^="Picture: Photo"]');
  return picture.decode().then(() => picture.naturalWidth);
})()`;

/** Signs with a stroke of the finger. */
async function sign(page: Page): Promise<void> {
  const paper = page.getByRole('img', { name: /^Sign here/ });
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 30, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 90, { steps: 8 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Save signature' }).click();
  await page.getByRole('img', { name: 'Signature' }).waitFor();
}

async function endSessionsOf(admin: Client, userName: string): Promise<void> {
  const found = await admin.send('GET', `/app/v1/users?q=${userName}`);
  const answer = await admin.send('DELETE', `/app/v1/users/${found.at('items', 0, 'id')}/sessions`);
  assert.equal(answer.status, 204);
}

async function leave(context: BrowserContext, page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/sign-in');
  const left = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
  // Not a session: it makes the next single sign-on in this browser ask for the user.
  assert.deepEqual(left, ['__Host-who=ask']);
}
