// The pages of the web app as the tests and the screenshots walk through them: a page or dialog that is
// missing here is looked at by nobody.
import type { Page } from 'playwright-core';

/** On a phone and on a desk, in the light and in the dark. */
export const LOOKS = [
  { name: 'phone-light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'desk-light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desk-dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

interface Dialog {
  readonly name: string;
  open(page: Page): Promise<void>;
}

interface WebPage {
  readonly name: string;
  readonly path: string;
  readonly dialogs?: readonly Dialog[];
}

/** Opens a dialog by the button that is called so. */
const byButton = (name: string, button: string): Dialog => ({
  name,
  async open(page) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await isSettled(page);
  },
});

/** Every page that an admin sees. */
export const PAGES: readonly WebPage[] = [
  { name: 'my-forms', path: '/forms' },
  { name: 'users', path: '/settings/users', dialogs: [byButton('create', 'New user')] },
  { name: 'groups', path: '/settings/groups', dialogs: [byButton('create', 'New group')] },
  { name: 'provisioning-log', path: '/settings/provisioning/log' },
  {
    name: 'credentials',
    path: '/settings/credentials',
    dialogs: [
      byButton('create', 'New credential'),
      byButton('create-token', 'New provisioning token'),
    ],
  },
];

/** Goes there and waits until everything that it loads is shown. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await isSettled(page);
}

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

/** Nothing is being loaded or moved any more. */
export async function isSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(
    'Promise.all(document.getAnimations().map((each) => each.finished.catch(() => undefined)))',
  );
}
