// The sign-in page says under the same key in English and in German why somebody did not come in.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { addApp } from '../support/authenticator-app.ts';
import { adminBrowser, openBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { wordsFor } from '../support/refusal-words.ts';
import { fresh } from '../support/scim.ts';
import { openPage } from '../support/web-pages.ts';

const PASSWORD = 'four green kettles in march';
const LABELS = {
  en: { name: 'User name', password: 'Password', code: 'Code from your authenticator app' },
  de: { name: 'Benutzername', password: 'Passwort', code: 'Code aus Ihrer Authenticator-App' },
} as const;

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

  const addPerson = async (): Promise<string> => {
    const userName = fresh('person');
    const body = { userName, role: 'member', password: PASSWORD };
    const made = await (await adminBrowser(node)).send('POST', '/app/v1/users', { body });
    assert.equal(made.status, 201, made.text);
    return userName;
  };
  /** Does something on a page, and returns the refusal that the service answered with. */
  const refusalOf = async (page: Page, act: () => Promise<void>): Promise<Pick<Answer, 'at'>> => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.status() === 401),
      act(),
    ]);
    const problem: Readonly<Record<string, unknown>> = Object(await answer.json());
    return { at: (name) => problem[String(name)] };
  };

  for (const language of ['en', 'de'] as const) {
    const labels = LABELS[language];
    test(`wrong passwords and codes are told on a page in ${language} as the key says`, async () => {
      const userName = await addPerson();
      const own = openBrowser(node);
      assert.equal((await own.signIn(userName, PASSWORD)).status, 201);
      await addApp(own, node);
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: language });
      const page = await context.newPage();
      await openPage(page, `${node.server.publicUrl}/sign-in`);
      const signIn = async (password: string) => {
        await page.getByLabel(labels.name).fill(userName);
        await page.getByLabel(labels.password, { exact: true }).fill(password);
        await page.keyboard.press('Enter');
      };
      const wrong = await refusalOf(page, () => signIn('five green kettles in march'));
      await page.getByText(wordsFor(language, wrong)).waitFor();
      await signIn(PASSWORD);
      const code = page.getByLabel(labels.code);
      await code.waitFor();
      for (let left = 4; left >= 0; left -= 1) {
        const refused = await refusalOf(page, async () => {
          await code.fill('000000');
          await page.keyboard.press('Enter');
        });
        assert.equal(refused.at('triesLeft'), left);
        await page.getByText(wordsFor(language, refused)).waitFor();
      }
      await context.close();
    });
  }
});
