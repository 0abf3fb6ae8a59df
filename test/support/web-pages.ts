// All pages and dialogs of the web app, for tests and screenshots. A page or dialog that is missing here is not
// checked.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Examined, findViolations } from './accessibility.ts';
import { assertFits, assertNothingCovers } from './covering-bars.ts';
import { findRawWords } from './shown-words.ts';
import { IS_DEEP } from './timing.ts';
import { XLSFORMS } from './xlsforms.ts';

/** On a phone and on a desktop, in light and dark mode. */
export const LOOKS = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desk-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

/** What is left of a desktop at 400 % (WCAG 2.2, 1.4.10): everything is read without scrolling sideways. */
const ZOOMED = { width: 320, height: 256 };
const DESK = { width: 1280, height: 800 };

interface Dialog {
  readonly name: string;
  open(page: Page): Promise<void>;
}

interface WebPage {
  readonly name: string;
  readonly path: string;
  /** The page is not `path` itself, but the target of the first link in its table. */
  readonly isFirstOfList?: true;
  /** Brings the page at `path` into a state that has no URL of its own. */
  readonly enter?: (page: Page) => Promise<void>;
  readonly dialogs?: readonly Dialog[];
}

/** Opens a dialog with the button of that name. */
const byButton = (name: string, button: string | RegExp): Dialog => ({
  name,
  async open(page) {
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await isSettled(page);
  },
});

/** Opens a dialog with a key. */
const byKey = (name: string, key: string): Dialog => ({
  name,
  async open(page) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await isSettled(page);
  },
});

/** Opens a dialog with an entry of the menu "Actions". */
export const byMenu = (name: string, entry: string): Dialog => ({
  name,
  async open(page) {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await isSettled(page);
  },
});

const TURN_OFF_BASIC = 'Turn off Basic authentication';

/** An XLSForm, of which some is left out. */
const clinicForm = async () => {
  const form = XLSFORMS.find(({ maker }) => maker === 'KoboToolbox');
  assert.ok(form);
  return { name: 'clinic.xlsx', mimeType: 'application/zip', buffer: await form.bytes() };
};

/** Opens the builder of the last template, at one of its tabs. */
const inBuilder = async (page: Page, tab = 'Fields'): Promise<void> => {
  const templates = 'a[href^="/templates/"]:not([href$="/answers"])';
  await page.getByRole('table').locator(templates).last().click();
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await page.getByRole('tabpanel').waitFor();
  await page.mouse.move(0, 0); // no tooltip of an element under the pointer
};

const builderTab = (tab: string, dialogs: readonly Dialog[] = []): WebPage => ({
  name: `template-${tab.toLowerCase()}`,
  path: '/templates?status=published',
  enter: (page) => inBuilder(page, tab),
  dialogs,
});

/** Opens all settings of the first field of that kind, or of another field if there is none. */
const openedField = (kind: string, dialogs: readonly Dialog[] = []): WebPage => ({
  name: `template-${kind.toLowerCase().replaceAll(' ', '-')}`,
  path: '/templates?status=published',
  async enter(page) {
    await inBuilder(page);
    const rows = page.locator('li button[data-part=head]');
    await rows.first().waitFor();
    const ofKind = rows.filter({ hasText: kind });
    await ((await ofKind.count()) > 0 ? ofKind : rows).first().click();
    await page.getByRole('button', { name: 'More settings', exact: true }).click();
  },
  dialogs,
});

/** Every page that an admin can open. */
export const PAGES: readonly WebPage[] = [
  { name: 'home', path: '/', dialogs: [byKey('palette', 'Control+k'), byKey('keys', '?')] },
  { name: 'my-forms', path: '/forms' },
  { name: 'all-forms', path: '/forms/all?status=complete' },
  { name: 'deleted-forms', path: '/forms/all?deleted=true' },
  {
    name: 'form',
    path: '/forms/all?status=complete',
    isFirstOfList: true,
    dialogs: [byButton('reopen', 'Reopen'), byMenu('delete', 'Delete')],
  },
  {
    name: 'draft-form',
    path: '/forms/all?status=draft',
    isFirstOfList: true,
    dialogs: [byButton('assign', 'Assign'), byMenu('schedule', 'Due date…')],
  },
  { name: 'new-form', path: '/forms/new' },
  {
    name: 'fill',
    path: '/forms/new',
    async enter(page) {
      await page.getByRole('main').getByRole('list').getByRole('button').first().click();
      await page.getByRole('button', { name: 'Complete the form' }).waitFor();
    },
  },
  ...['outbox', 'reviews'].map((name) => ({ name, path: `/${name}` })),
  {
    name: 'summary',
    path: '/templates?status=published',
    async enter(page) {
      await page.locator('a[href$="/answers"]').first().click();
      await page.getByRole('link', { name: 'Summary', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: /^Summary/ }).waitFor();
    },
  },
  {
    name: 'templates',
    path: '/templates',
    dialogs: [
      {
        name: 'duplicate',
        async open(page) {
          await page
            .getByRole('button', { name: /^Actions for / })
            .first()
            .click();
          await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
          await page.getByRole('dialog').waitFor();
          await isSettled(page);
        },
      },
    ],
  },
  {
    name: 'new-template',
    path: '/templates/new',
    dialogs: [
      {
        name: 'example',
        async open(page) {
          // Examples have names of their own in each language.
          await page.getByRole('main').locator('li button').first().click();
          await page.getByRole('dialog').locator('.sd-question').first().waitFor();
          await isSettled(page);
        },
      },
    ],
  },
  {
    name: 'import-template',
    path: '/templates/import',
    async enter(page) {
      await page.locator('input[type=file]').setInputFiles(await clinicForm());
      await page.getByRole('table').waitFor();
    },
  },
  builderTab('Fields', [
    byButton('add', /^Add field to Page 1/),
    byButton('lines', 'Paste questions'),
    byButton('publish', 'Publish'),
    byButton('archive', 'Archive'),
  ]),
  openedField('Short text'),
  openedField('Multiple choice', [byButton('paste', 'Add several options')]),
  openedField('Table'),
  openedField('Calculation'),
  builderTab('Preview'),
  builderTab('Translations', [byButton('upload', 'Upload CSV')]),
  builderTab('JSON', [byButton('import', 'Import')]),
  builderTab('Rights', [byButton('add', 'Add user or group')]),
  builderTab('Settings'),
  builderTab('Versions', [byButton('version', 'View version 1')]),
  {
    name: 'profile',
    path: '/profile',
    dialogs: [byButton('passkey', 'Add a passkey'), byButton('app', 'Set up an authenticator app')],
  },
  { name: 'organisation', path: '/settings/organisation' },
  {
    name: 'security',
    path: '/settings/security',
    dialogs: [byButton('sso', 'Connect an identity provider'), byButton('basic', TURN_OFF_BASIC)],
  },
  { name: 'brand', path: '/settings/brand' },
  { name: 'audit', path: '/settings/audit?action=user.&from=2026-01-01' },
  { name: 'audit-entry', path: '/settings/audit?action=user.', isFirstOfList: true },
  { name: 'help-with-basic', path: '/help/basic-authentication' },
  { name: 'api-docs', path: '/docs#createForm' },
  { name: 'users', path: '/settings/users', dialogs: [byButton('create', 'New user')] },
  {
    name: 'user',
    path: '/settings/users?q=admin',
    isFirstOfList: true,
    dialogs: [
      byButton('link', 'Create password link'),
      byButton('deactivate', 'Deactivate'),
      byButton('delete', 'Delete'),
      byButton('erase', 'Erase data'),
    ],
  },
  { name: 'provisioned-user', path: '/settings/users?origin=provisioned', isFirstOfList: true },
  { name: 'deleted-users', path: '/settings/users/deleted' },
  { name: 'groups', path: '/settings/groups', dialogs: [byButton('create', 'New group')] },
  {
    name: 'group',
    path: '/settings/groups',
    isFirstOfList: true,
    dialogs: [byButton('delete', 'Delete')],
  },
  {
    name: 'provisioning',
    path: '/settings/provisioning',
    dialogs: [
      byButton('pause', 'Pause provisioning'),
      byButton('disconnect', 'Disconnect provisioning'),
    ],
  },
  { name: 'provisioning-connect', path: '/settings/provisioning?tab=connect&idp=onelogin' },
  { name: 'provisioning-sign-in', path: '/settings/provisioning?tab=sign-in&idp=entra' },
  { name: 'provisioning-attributes', path: '/settings/provisioning?tab=attributes&idp=entra' },
  { name: 'provisioning-roles', path: '/settings/provisioning?tab=roles' },
  { name: 'provisioning-log', path: '/settings/provisioning/log' },
  {
    name: 'credentials',
    path: '/settings/credentials',
    dialogs: [
      byButton('create', 'Create credential'),
      byMenu('create-token', 'Create provisioning token'),
    ],
  },
  { name: 'exports', path: '/exports', dialogs: [byButton('create', 'New export')] },
  { name: 'bulk-acts', path: '/bulk-actions' },
  { name: 'webhooks', path: '/webhooks', dialogs: [byButton('create', 'Create webhook')] },
  {
    name: 'webhook',
    path: '/webhooks',
    isFirstOfList: true,
    dialogs: [
      byMenu('change', 'Edit webhook'),
      byMenu('rotate', 'Regenerate secret'),
      byMenu('turn-off', 'Turn off'),
      byMenu('delete', 'Delete webhook'),
    ],
  },
];

/** Opens a page and waits until everything is loaded. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await isSettled(page);
}

/** Opens one of {@link PAGES}. */
export async function openListed(page: Page, baseUrl: string, listed: WebPage): Promise<void> {
  await openPage(page, baseUrl + listed.path);
  if (listed.enter !== undefined) {
    await listed.enter(page);
    await isSettled(page);
  }
  if (!listed.isFirstOfList) return;
  const list = page.url();
  const heading = page.getByRole('heading', { level: 1 });
  const title = (await heading.textContent()) ?? '';
  await page.getByRole('table').getByRole('link').first().click();
  await page.mouse.move(0, 0); // no tooltip of an element under the pointer
  await page.waitForURL((url) => url.href !== list);
  await heading.filter({ hasNotText: title }).waitFor();
  await isSettled(page);
}

/** Gives the browser a session without the sign-in page, for tests of something else. The page is not reloaded. */
export async function signInByRequest(
  page: Page,
  baseUrl: string,
  { userName, password }: { readonly userName: string; readonly password: string },
): Promise<void> {
  const answer = await page.request.post(`${baseUrl}/app/v1/session`, {
    data: { userName, password },
    headers: { 'sec-fetch-site': 'same-origin' },
    ignoreHTTPSErrors: true,
  });
  assert.equal(answer.status(), 201, await answer.text());
}

/** Signs in with the sign-in page, and stays on the page that follows it. */
export async function signInAt(
  page: Page,
  baseUrl: string,
  { userName, password }: { readonly userName: string; readonly password: string },
): Promise<void> {
  await openPage(page, `${baseUrl}/sign-in`);
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor({ state: 'attached' });
  await isSettled(page);
}

/** Waits until nothing is loading or moving. */
export async function isSettled(page: Page): Promise<void> {
  const loaders = page.locator('.mantine-Loader-root, .mantine-Skeleton-root');
  while ((await loaders.count()) > 0) await loaders.first().waitFor({ state: 'detached' });
  await page.evaluate(
    'Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)))',
  );
}

/** Returns the text that a copy button copies. The page must have permission to use the clipboard. */
export async function copied(page: Page, name: string): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('')");
  await page.getByRole('button', { name: `Copy: ${name}`, exact: true }).press('Enter');
  const text = await page.waitForFunction('navigator.clipboard.readText()');
  return String(await text.jsonValue());
}

/**
 * Messages of the browser itself: each 4xx response to a script; and that it refuses a service worker because only the
 * test trusts the certificate, or because the page was left before the check ended.
 */
const NOTE =
  /^(?:Failed to load resource|An SSL certificate error|An unknown error occurred when fetching the script)/;

/** Collects the faults of a page: failing scripts, and violations of its content security policy. */
export function watchFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !NOTE.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOurs = /^(?:data|blob|about):$/.test(protocol) || hostname === 'localhost';
    if (!isOurs) faults.push(`loaded from another origin: ${request.url()}`);
  });
  return faults;
}

let nextLook = 0;

/** Checks the page in all looks with `npm run test:deep`, or else in one look, each page in another than the one before. */
export async function assertAccessibleInAllLooks(page: Page): Promise<void> {
  const looks = IS_DEEP ? LOOKS : LOOKS.slice(nextLook, nextLook + 1);
  nextLook = (nextLook + 1) % LOOKS.length;
  for (const { viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    // Without this, an element that fades in during the check would have too little contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page reacts a moment later than its styles.
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await assertAccessible(page, IS_DEEP ? {} : { dialogOnly: true });
  }
  await page.setViewportSize(ZOOMED);
  await assertFits(page);
  await assertNothingCovers(page);
  await page.setViewportSize(DESK);
}

/** Checks that axe finds no violation, and that nothing must be scrolled sideways. */
export async function assertAccessible(page: Page, examined: Examined = {}): Promise<void> {
  await isSettled(page);
  assert.deepEqual(await findViolations(page, examined), [], page.url());
  assert.deepEqual(await findRawWords(page), [], page.url());
  await assertFits(page);
}
