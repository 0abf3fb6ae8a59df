// Somebody fills in an Arabic form of three pages on a phone and changes her mind on the first one: what that hides is
// empty everywhere, and page, API, table, CSV, XLSX and PDF say the same, also after a correction.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Browser, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { linesOfPdf } from '../support/pdf-text.ts';
import { assertAccessible, openPage, signInByRequest, watchFaults } from '../support/web-pages.ts';

const yes = { value: 'yes', text: 'نعم' };
const no = { value: 'no', text: 'بدون' };
const DEFINITION = {
  locale: 'ar',
  pages: [
    {
      name: 'first',
      elements: [
        { type: 'text', name: 'site', title: 'الموقع', isRequired: true },
        { type: 'radiogroup', name: 'leak', title: 'هل يوجد تسرب؟', choices: [yes, no] },
      ],
    },
    {
      name: 'second',
      elements: [
        {
          type: 'radiogroup',
          name: 'kind',
          title: 'نوع التسرب',
          visibleIf: "{leak} = 'yes'",
          choices: [
            { value: 'x', text: 'ماء' },
            { value: 'y', text: 'غاز' },
          ],
        },
        {
          type: 'text',
          name: 'amount',
          title: 'الكمية',
          inputType: 'number',
          visibleIf: "{kind} = 'x'",
          isRequired: true,
        },
        {
          type: 'text',
          name: 'pump',
          title: 'المضخة',
          visibleIf: '{amount} > 5',
          isRequired: true,
        },
        { type: 'text', name: 'count', title: 'العدد', inputType: 'number' },
      ],
    },
    {
      name: 'third',
      elements: [
        {
          type: 'expression',
          name: 'total',
          title: 'المجموع',
          expression: '{amount} + {count}',
        },
        { type: 'comment', name: 'note', title: 'تعليق' },
      ],
    },
  ],
};
const FIELDS: readonly { readonly name: string; readonly title: string }[] =
  DEFINITION.pages.flatMap(
    ({ elements }): readonly { readonly name: string; readonly title: string }[] => elements,
  );
type Expected = Readonly<Record<string, string | number>>;
/** A word as its letters are drawn, from left to right. Without lam and alef side by side, which are one letter in print. */
const drawn = (word: string): string => [...word].toReversed().join('');

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let page: Page;
  let faults: readonly string[];
  let templateId: string;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { name: 'فحص', definition: DEFINITION, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text);
    templateId = String(made.at('id'));
    const published = await admin.send('POST', `/app/v1/templates/${templateId}/publish`, {
      body: {},
    });
    assert.equal(published.status, 200, published.text);
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    faults = watchFaults(page);
    const who = { userName: 'admin', password: ADMIN_PASSWORD };
    await signInByRequest(page, node.server.publicUrl, who);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = (text: string) => page.getByText(text, { exact: true }).tap();
  const isShown = (title: string) => page.getByText(title).first().isVisible();

  async function exported(body: object): Promise<Buffer> {
    const begun = await admin.send('POST', '/app/v1/exports', { body });
    assert.equal(begun.status, 202, begun.text);
    for (;;) {
      const job = await admin.send('GET', String(begun.headers['location']));
      if (job.at('finishedAt') === undefined) {
        await setTimeout(25);
        continue;
      }
      assert.deepEqual([job.at('state'), job.at('problemCount')], ['done', 0], job.text);
      return (await admin.send('GET', String(job.at('files', 0, 'url')))).bytes;
    }
  }

  async function theApiSays(formId: string, expected: Expected): Promise<void> {
    const read = await node.request('GET', `/v2/formz/${formId}`);
    assert.equal(read.status, 200, read.text);
    for (const { name } of FIELDS) {
      const told = read.at('fields', name, 'value') ?? read.at('fields', name, 'text');
      assert.equal(String(told ?? ''), String(expected[name] ?? ''), `${name} in ${read.text}`);
    }
  }

  /** Asks each reader for the answers of the form, and requires that they say the same. */
  async function allSay(formId: string, expected: Expected): Promise<void> {
    await theApiSays(formId, expected);
    const { sheets } = await readXlsx(await exported({ kind: 'xlsx', templateId }));
    const lines = linesOfPdf(await exported({ kind: 'pdf', formId })).flat();
    const said = {
      table: JSON.stringify(
        (await admin.send('GET', `/app/v1/templates/${templateId}/answers`)).at('items'),
      ),
      csv: (await exported({ kind: 'csv', templateId })).toString(),
      xlsx: (sheets[0]?.rows ?? []).flat().join('\n'),
    };
    const pdf = lines.map(({ text }) => text).join('\n');
    const tell = (text: string, isTold: boolean): void => {
      for (const [who, all] of Object.entries(said)) {
        assert.equal(all.includes(text), isTold, `${text}, ${who}: ${all}`);
      }
      for (const word of text.split(' ')) {
        assert.equal(pdf.includes(drawn(word)), isTold, `${word} in ${pdf}`);
      }
    };
    for (const value of Object.values(expected))
      tell(value === 'no' ? no.text : String(value), true);
    for (const text of ['ماء', 'قديمة']) tell(text, false);
    for (const { name, title } of FIELDS) {
      assert.equal(pdf.includes(drawn(title)), name in expected, `${title} in ${pdf}`);
    }
  }

  test('who changes her mind on the first page completes without what that hides, and everybody reads the same', async () => {
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'فحص' }).tap();
    await page.waitForURL('**/fill');
    const formId = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
    await page.getByLabel('الموقع').fill('مصنع الشمال');
    await choose('نعم');
    await button('Next').tap();
    await choose('ماء');
    await page.getByLabel('الكمية').fill('9');
    await page.getByLabel('العدد').fill('4');
    await page.getByLabel('المضخة').fill('مضخة قديمة');
    await button('Next').tap();
    await page.getByText('13', { exact: true }).waitFor();
    await assertAccessible(page);

    await button('Previous').tap();
    await button('Previous').tap();
    await choose('بدون');
    await button('Next').tap();
    for (const title of ['نوع التسرب', 'الكمية', 'المضخة']) {
      assert.equal(await isShown(title), false, title);
    }
    await button('Next').tap();
    await page.getByLabel('تعليق').fill('كل شيء جيد');
    await page.getByText('13', { exact: true }).waitFor({ state: 'detached' });
    // What is hidden waits for its question to come back.
    await button('Previous').tap();
    await button('Previous').tap();
    await choose('نعم');
    await button('Next').tap();
    assert.equal(await page.getByLabel('المضخة').inputValue(), 'مضخة قديمة');
    await button('Previous').tap();
    await choose('بدون');
    await button('Next').tap();
    await button('Next').tap();
    await button('Complete the form').tap();
    await page.waitForURL(`**/forms/${formId}`);

    const answers = { site: 'مصنع الشمال', leak: 'no', count: 4, total: 4, note: 'كل شيء جيد' };
    await allSay(formId, answers);

    await page.setViewportSize({ width: 1280, height: 800 });
    await openPage(page, `${node.server.publicUrl}/templates/${templateId}/answers`);
    await page.locator('[data-cell]').filter({ hasText: /^4$/ }).first().dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'العدد' }).fill('7');
    await page.keyboard.press('Enter');
    await page.locator('[data-cell]').filter({ hasText: /^7$/ }).first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await allSay(formId, { ...answers, count: 7, total: 7 });
    assert.deepEqual(faults, []);
  });
});
