// A public link at a device that many people use, in a real browser: what one has typed is not shown to the next unless
// they say that it is theirs, goes after a time, and is never lost once somebody has asked to send it.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { allowPublicLinks, type MadeLink, makePublicLink } from '../support/public-links.ts';
import { assertAccessibleInAllLooks, openPage, watchFaults } from '../support/web-pages.ts';

const DEFINITION = {
  pages: [
    {
      name: 'p1',
      elements: [
        { type: 'text', name: 'name', title: { default: 'Your name', de: 'Ihr Name' } },
        { type: 'comment', name: 'reason', title: { default: 'Reason', de: 'Grund' } },
        {
          type: 'text',
          name: 'rooms',
          inputType: 'number',
          title: { default: 'Rooms', de: 'Räume' },
        },
      ],
    },
  ],
};
const HOUR = 3_600_000;
const PHONE = { width: 390, height: 844 };
const SECRET = 'Ada, about my knee';

/** Returns all that this origin keeps in the browser, as text. */
const READ_ALL = `(async () => {
  const found = [{ ...localStorage }, { ...sessionStorage }];
  const done = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
  for (const { name } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      found.push(await done(db.transaction(store).objectStore(store).getAll()));
    }
    db.close();
  }
  return JSON.stringify(found);
})()`;

/** The device takes long to store a draft, so that a page that is left at once has only what it put aside. */
const SLOW_DISK = `(() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value) {
    const request = put.call(this, value);
    const until = performance.now() + 5000;
    const stall = () => {
      if (performance.now() < until) this.count().onsuccess = stall;
    };
    stall();
    return request;
  };
})()`;

const WORDS = {
  en: {
    locale: 'en-GB',
    field: 'Reason',
    asks: 'Someone has started this form on this device.',
    goOn: 'Continue',
    startOver: 'Start over',
    send: 'Send',
    again: 'Fill in another form',
    receipt: 'Receipt number',
    kept: 'Kept on this device until you send it.',
    notKept: 'Kept only until you close this page.',
    stillThere: 'Are you still there?',
    unsent: 'has not been sent yet',
    show: 'Show my answers',
    limited: 'Your internet connection has sent 2 forms within 10 minutes, its limit.',
    willSendAt: /The form will be sent at \d+:\d\d/,
  },
  de: {
    locale: 'de-DE',
    field: 'Grund',
    asks: 'Auf diesem Gerät hat jemand dieses Formular begonnen.',
    goOn: 'Weitermachen',
    startOver: 'Neu beginnen',
    send: 'Senden',
    again: 'Weiteres Formular ausfüllen',
    receipt: 'Belegnummer',
    kept: 'Auf diesem Gerät gespeichert, bis Sie es senden.',
    notKept: 'Bleibt nur erhalten, bis Sie diese Seite schließen.',
    stillThere: 'Sind Sie noch da?',
    unsent: 'ist noch nicht gesendet',
    show: 'Meine Antworten zeigen',
    limited: 'Von Ihrem Internetanschluss wurden in 10 Minuten 2 Formulare gesendet.',
    willSendAt: /Das Formular wird um \d+:\d\d gesendet/,
  },
} as const;

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    await allowPublicLinks(node);
    admin = await adminBrowser(node);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const make = (settings = {}) => makePublicLink(admin, DEFINITION, settings);
  const addressOf = ({ token }: MadeLink) => `${node.server.publicUrl}/answer#${token}`;
  const device = (locale = 'en-GB'): Promise<BrowserContext> =>
    browser.newContext({ ignoreHTTPSErrors: true, locale, viewport: PHONE });
  /** Somebody comes to the device, at this time. */
  const comeTo = async (at: BrowserContext, link: MadeLink, laterMs = 0): Promise<Page> => {
    const page = await at.newPage();
    await page.addInitScript((ahead) => {
      const now = Date.now.bind(Date);
      Object.assign(globalThis, { ahead });
      Date.now = () => now() + Number(Reflect.get(globalThis, 'ahead'));
    }, laterMs);
    await openPage(page, addressOf(link));
    return page;
  };
  const type = async (page: Page, words: (typeof WORDS)['en' | 'de'], isKept = true) => {
    await page.getByRole('textbox', { name: words.field }).fill(SECRET);
    await page.getByText(isKept ? words.kept : words.notKept).waitFor();
    await page.getByRole('textbox', { name: words.field }).blur();
  };
  /** Time passes; the screen of the device wakes up. */
  const pass = (page: Page, ms: number) =>
    page.evaluate(`ahead += ${ms}; document.dispatchEvent(new Event('visibilitychange'));`);
  /** Nothing of what somebody typed is on the page. */
  const assertHidden = async (page: Page) =>
    assert.ok(!(await page.content()).includes(SECRET) && !(await valuesIn(page)).includes(SECRET));
  const valuesIn = async (page: Page): Promise<string> =>
    String(
      await page.evaluate(
        `[...document.querySelectorAll('input, textarea')].map((each) => each.value).join()`,
      ),
    );
  const countForms = async ({ templateId }: MadeLink) => {
    const forms = await admin.send('GET', `/app/v1/forms?scope=all&template=${templateId}`);
    return JSON.parse(forms.text).items.length;
  };

  for (const language of ['en', 'de'] as const) {
    const words = WORDS[language];

    test(`${language}: whoever comes next is asked before anything is shown, and starts over by the keyboard`, async () => {
      const link = await make();
      const at = await device(words.locale);
      const first = await comeTo(at, link);
      const faults = watchFaults(first);
      await type(first, words);
      await first.close();
      const next = await comeTo(at, link);
      await next.getByText(words.asks).waitFor();
      await assertHidden(next);
      await assertAccessibleInAllLooks(next);
      await next.setViewportSize(PHONE);
      await next.keyboard.press('Tab');
      assert.equal(await focused(next), words.goOn);
      await next.keyboard.press('Tab');
      assert.equal(await focused(next), words.startOver);
      await next.keyboard.press('Enter');
      const field = next.getByRole('textbox', { name: words.field });
      await field.waitFor();
      assert.equal(await field.inputValue(), '');
      await next.reload();
      await field.waitFor();
      assert.equal(await field.inputValue(), '', 'nothing is left');
      await field.fill('Bob');
      await next.getByRole('button', { name: words.send }).press('Enter');
      await next.getByText(words.receipt).waitFor();
      assert.equal(await countForms(link), 1);
      assert.deepEqual(faults, []);
      await at.close();
    });

    test(`${language}: where the device keeps nothing, answers go with the page, and after a time without a touch`, async () => {
      const link = await make({ keepOnDevice: false });
      const at = await device(words.locale);
      const first = await comeTo(at, link);
      await type(first, words, false);
      await assertNothingKept(first);
      await first.reload();
      const field = first.getByRole('textbox', { name: words.field });
      await field.waitFor();
      assert.equal(await field.inputValue(), '', 'gone with the page');
      await type(first, words, false);
      await pass(first, 11 * 60_000);
      await first.getByText(words.stillThere).waitFor();
      await assertHidden(first);
      await assertAccessibleInAllLooks(first);
      await first.setViewportSize(PHONE);
      await first.getByRole('button', { name: words.goOn }).press('Enter');
      await field.waitFor();
      assert.equal(await field.inputValue(), SECRET, 'they were still there');
      await pass(first, 11 * 60_000);
      await first.getByText(words.stillThere).waitFor();
      await pass(first, 3 * 60_000);
      await field.waitFor();
      assert.equal(await field.inputValue(), '');
      await type(first, words, false);
      await first.getByRole('button', { name: words.send }).press('Enter');
      await first.getByText(words.receipt).waitFor();
      await first.reload();
      await field.waitFor();
      assert.equal(await first.getByText(words.receipt).count(), 0);
      assert.equal(await countForms(link), 1);
      await at.close();
    });
  }

  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');
  const assertNothingKept = async (page: Page) => {
    const kept = String(await page.evaluate(READ_ALL));
    assert.ok(!kept.includes(SECRET), kept);
  };

  test('whoever comes back within a day and continues has lost nothing, and after a day it is gone', async () => {
    const words = WORDS.en;
    const link = await make();
    const at = await device();
    const first = await comeTo(at, link);
    await type(first, words);
    await first.close();
    const field = (page: Page) => page.getByRole('textbox', { name: words.field });
    const back = await comeTo(at, link, 23 * HOUR);
    await back.getByRole('button', { name: words.goOn }).click();
    assert.equal(await field(back).inputValue(), SECRET);
    await back.close();
    // Another link is opened after more than a day, which is when the device forgets.
    const other = await comeTo(at, await make(), 25 * HOUR);
    await field(other).waitFor();
    await other.waitForFunction('indexedDB.databases().then((all) => all.length === 2)');
    await other.close();
    const late = await comeTo(at, link, 25 * HOUR);
    await field(late).waitFor();
    assert.equal(await late.getByText(words.asks).count(), 0);
    assert.equal(await field(late).inputValue(), '');
    await assertNothingKept(late);
    await at.close();
  });

  test('a text that is no number, left in a number field, is not shown to the next person', async () => {
    const words = WORDS.en;
    const link = await make();
    const at = await device();
    const first = await comeTo(at, link);
    const rooms = (page: Page) => page.getByRole('textbox', { name: 'Rooms' });
    await first.evaluate(SLOW_DISK);
    await rooms(first).fill('twelve');
    await first.goto('about:blank');
    await first.close();
    const next = await comeTo(at, link);
    await next.getByText(words.asks).waitFor();
    assert.ok(!(await valuesIn(next)).includes('twelve'));
    await next.getByRole('button', { name: words.goOn }).click();
    assert.equal(await rooms(next).inputValue(), 'twelve');
    await at.close();
  });

  test('a page that is left open hides what was typed, and one that comes back by the button too', async () => {
    const words = WORDS.en;
    const link = await make();
    const at = await device();
    const page = await comeTo(at, link);
    await type(page, words);
    await pass(page, 11 * 60_000);
    await page.getByText(words.asks).waitFor();
    await assertHidden(page);
    await page.getByRole('button', { name: words.goOn }).click();
    const field = page.getByRole('textbox', { name: words.field });
    assert.equal(await field.inputValue(), SECRET);
    await page.goto('about:blank');
    await page.goBack();
    await page.getByText(words.asks).waitFor();
    await assertHidden(page);
    await at.close();
  });

  test('what somebody has asked to send is never forgotten, and the next person fills in another form', async () => {
    const words = WORDS.en;
    for (const keepOnDevice of [true, false]) {
      const link = await make({ keepOnDevice });
      const at = await device();
      const first = await comeTo(at, link);
      await type(first, words, keepOnDevice);
      await at.route('**/link/v1/answers', (route) => route.abort());
      await first.getByRole('button', { name: words.send }).click();
      await first.getByText('will be sent when you’re online again').waitFor();
      await first.close();
      // Two days later the server still does not answer.
      const next = await comeTo(at, link, 48 * HOUR);
      if (keepOnDevice) {
        await next.getByText(words.unsent).waitFor();
        await assertHidden(next);
        await assertAccessibleInAllLooks(next);
        await next.getByRole('button', { name: words.again }).click();
      }
      const field = next.getByRole('textbox', { name: words.field });
      await field.waitFor();
      assert.equal(await field.inputValue(), '');
      await at.unroute('**/link/v1/answers');
      await field.fill('Bob');
      await next.getByRole('button', { name: words.send }).click();
      await next.getByText(words.receipt).waitFor();
      await next.close();
      const last = await comeTo(at, link, 49 * HOUR);
      for (let tries = 0; (await countForms(link)) < 2 && tries < 100; tries += 1) {
        await last.waitForTimeout(100);
      }
      assert.equal(await countForms(link), 2);
      await at.close();
    }
  });

  test('a code that changes while somebody fills in the form is asked for, and nothing that was typed is lost', async () => {
    const words = WORDS.en;
    const link = await make({ code: 'lantern' });
    const at = await device();
    const page = await comeTo(at, link);
    await page.getByLabel('Code').fill('lantern');
    await page.getByRole('button', { name: 'Continue' }).click();
    await type(page, words);
    const body = { code: 'candle' };
    await admin.send('PATCH', `/app/v1/public-links/${link.id}`, { body });
    await page.getByRole('button', { name: words.send }).click();
    await page.getByLabel('Code').fill('candle');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(words.receipt).waitFor();
    assert.equal(await countForms(link), 1);
    await at.close();
  });
});

forOneEngine((engine) => {
  for (const language of ['en', 'de'] as const) {
    test(`${language}: a limit is told with whose it is and when it ends, and the form waits for it`, async (t) => {
      const words = WORDS[language];
      const browser = await launchChromium();
      const node = await startInstance(engine, {
        env: { FORMSTEAD_LIMIT_LINK_SENDS_PER_ADDRESS: '2' },
      });
      t.after(async () => {
        await browser.close();
        await node.close();
      });
      await allowPublicLinks(node);
      const link = await makePublicLink(await adminBrowser(node), DEFINITION);
      const context = await browser.newContext({
        ignoreHTTPSErrors: true,
        locale: words.locale,
        viewport: PHONE,
      });
      const page = await context.newPage();
      await openPage(page, `${node.server.publicUrl}/answer#${link.token}`);
      const field = page.getByRole('textbox', { name: words.field });
      for (const _ of [1, 2]) {
        await field.fill('Bob');
        await page.getByRole('button', { name: words.send }).click();
        await page.getByRole('button', { name: words.again }).click();
      }
      await field.fill(SECRET);
      await page.getByRole('button', { name: words.send }).click();
      await page.getByText(words.limited).waitFor();
      await page.getByText(words.willSendAt).waitFor();
      await assertAccessibleInAllLooks(page);
      await page.reload();
      await page.getByText(words.unsent).waitFor();
      await page.getByRole('button', { name: words.show }).press('Enter');
      await page.getByText(words.limited).waitFor();
      assert.equal(await field.inputValue(), SECRET);
    });
  }
});
