// Answers read the same everywhere: on the page, in the PDF, in the CSV file and over /v2. The template is made with
// the builder's own functions, with each kind of field that it offers.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { KINDS, kindOf } from '#web/builder/kinds.ts';
import { storeList } from '../journeys/kinds/list.ts';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import {
  ANSWERS,
  CALCULATED,
  CELLS,
  FIELDS,
  fieldOf,
  ROWS,
  TEMPLATE,
  TEXTS,
} from '../support/every-field.ts';
import { ADMIN_PASSWORD, type Answer, type Instance, startInstance } from '../support/instance.ts';
import { textOfPdf } from '../support/text-of-pdf.ts';
import { unzip } from '../support/unzip.ts';
import { assertAccessible, openPage, signInByRequest, watchFaults } from '../support/web-pages.ts';

const ZONE = 'Pacific/Auckland';
const PHONE = { width: 390, height: 844 };

/** Returns the first line of a CSV file, by column title. */
function tableIn(file: Buffer | undefined): ReadonlyMap<string, string> {
  const [heads = [], cells = []] = (file?.toString('utf8') ?? '')
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  return new Map(heads.map((head, i) => [head.replace('\uFEFF', ''), cells[i] ?? '']));
}

const UNANSWERED = ['photo', 'crack', 'plan', 'signed', 'skipped'];

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await storeList(node);
    await done(admin.send('PATCH', '/app/v1/account', { body: { timeZone: ZONE } }));
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      // West of Greenwich, while the account is far to the east.
      timezoneId: 'America/New_York',
      locale: 'en',
    });
    page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
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
  const publish = async (name: string, definition: object): Promise<string> => {
    const made = await done(
      admin.send('POST', '/app/v1/templates', { body: { name, definition } }),
    );
    await done(admin.send('POST', `/app/v1/templates/${made.at('id')}/publish`, { body: {} }));
    return String(made.at('id'));
  };
  const exported = async (body: object): Promise<Buffer> => {
    let job = await done(admin.send('POST', '/app/v1/exports', { body }));
    const url = String(job.headers['location']);
    while (job.at('finishedAt') === undefined) {
      await setTimeout(50);
      job = await done(admin.send('GET', url));
    }
    assert.deepEqual([job.at('state'), job.at('problemCount')], ['done', 0], job.text);
    return (await done(admin.send('GET', String(job.at('files', 0, 'url'))))).bytes;
  };
  const dayIn = (ms: number): string =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: ZONE }).format(ms);

  const isoDayIn = (ms: number): string =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: ZONE }).format(ms);
  const isoOf = (table: string, column: string): string =>
    String(Object(ANSWERS)[table].rows[0][column]);

  /** Returns the title and text of each question; rows follow their table. */
  const answersOn = async (): Promise<readonly (readonly [string, string])[]> => {
    const pairs = await page
      .getByRole('term')
      .evaluateAll((terms) =>
        terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
      );
    return pairs.map(([title, text]) => [String(title), String(text)] as const);
  };

  /** The questions that appear once what is folded is opened. */
  const unansweredOn = async (): Promise<readonly string[]> => {
    for (const fold of await page.getByText(/^\d+ not answered$/).all()) await fold.press('Enter');
    return await page.locator('details').getByRole('listitem').allTextContents();
  };

  /** The same form in each output. */
  interface Outputs {
    readonly api: Answer;
    readonly page: ReadonlyMap<string, string>;
    /** The questions that the page folds, because they have no answer. */
    readonly unanswered: readonly string[];
    readonly pdf: string;
    readonly files: ReadonlyMap<string, Buffer>;
  }

  async function outputsOf(templateId: string, id: string): Promise<Outputs> {
    await openPage(page, `${node.server.publicUrl}/forms/${id}`);
    return {
      api: await done(node.request('GET', `/v2/formz/${id}`)),
      page: new Map(await answersOn()),
      unanswered: await unansweredOn(),
      pdf: textOfPdf(await exported({ kind: 'pdf', formId: id })),
      files: unzip(await exported({ kind: 'csv', templateId, locale: 'en' })),
    };
  }

  function assertText(outputs: Outputs, name: string, text: string): void {
    const { api, pdf, files } = outputs;
    const value = api.at('fields', name, 'displayValue') ?? api.at('fields', name, 'text');
    assert.equal(value, text, `/v2: ${name}`);
    assert.equal(outputs.page.get(`The ${name}`), text, `page: ${name}`);
    assert.ok(pdf.includes(`The ${name}\n${text}\n`), `PDF: ${name}: ${pdf}`);
    const answered = name === 'today' ? isoDayIn(node.clock.now()) : (CELLS[name] ?? text);
    // Tables leave out calculations of drafts, which their sums do not count (decision 96).
    const isLeftOut = CALCULATED.has(name) && api.at('status', 'status') === 'draft';
    const cell = isLeftOut ? '' : answered;
    assert.equal(tableIn(files.get('Everything.csv')).get(`The ${name}`), cell, `CSV: ${name}`);
  }

  function assertRow(
    outputs: Outputs,
    name: string,
    texts: Readonly<Record<string, string>>,
  ): void {
    const { api, pdf, files } = outputs;
    assert.deepEqual(api.at('fields', name, 'displayRows', 0), texts, `/v2: ${name}`);
    // A row of a grid is one line; nothing is between the texts of its cells.
    assert.ok(pdf.includes(`${Object.values(texts).join('')}\n`), `PDF: ${name}: ${pdf}`);
    const cells = [...tableIn(files.get(`Everything - ${name}.csv`)).values()];
    for (const [column, text] of Object.entries(texts)) {
      assert.ok(outputs.page.get(`The ${name}`)?.includes(text), `page: ${name}.${column}`);
      const isDay = column === 'made' || column === 'when';
      assert.ok(cells.includes(isDay ? isoOf(name, column) : text), `CSV: ${name}.${column}`);
    }
  }

  test('every kind of field reads the same on the page, in the PDF, in the CSV file and over /v2', async () => {
    const there = new Set(FIELDS.map((field) => kindOf(field)));
    assert.deepEqual(
      KINDS.filter((kind) => !there.has(kind)),
      [],
      'each kind of the builder',
    );
    const faults = watchFaults(page);
    const templateId = await publish('Everything', TEMPLATE);
    const body = { templateId, fields: ANSWERS };
    const id = String((await done(node.request('POST', '/v2/formz', { body }))).at('id'));
    for (const status of ['draft', 'complete']) {
      if (status === 'complete') {
        await done(node.request('POST', `/v2/formz/${id}/status`, { body: { status } }));
      }
      const outputs = await outputsOf(templateId, id);
      const { api, pdf } = outputs;
      for (const [name, text] of Object.entries(TEXTS)) assertText(outputs, name, text);
      assertText(outputs, 'today', dayIn(node.clock.now()));
      for (const [name, texts] of Object.entries(ROWS)) assertRow(outputs, name, texts);
      for (const name of UNANSWERED) {
        assert.ok(outputs.unanswered.includes(`The ${name}`), name);
        assert.equal(outputs.page.has(`The ${name}`), false, name);
        assert.ok(pdf.includes(`The ${name}\nNot answered\n`), name);
      }
      assert.equal(outputs.page.has('The why'), false, 'nobody was asked');
      assert.equal(pdf.includes('The why'), false);
      assert.deepEqual(
        [api.at('fields', 'why', 'hidden'), api.at('fields', 'skipped', 'hidden')],
        [true, undefined],
      );
      assert.equal(api.at('fields', 'state', 'comment'), 'bent');
      assert.equal(api.at('fields', 'mark', 'type'), 'DropDown');
      await assertAccessible(page);
    }
    assert.deepEqual(faults, []);
  });

  test('while a form is filled in, days are those of the account and of the language, and every page is reached', async () => {
    const definition = {
      showNavigationButtons: false,
      pages: [
        {
          name: 'one',
          elements: [
            fieldOf('date', 'day', { min: '2026-06-01' }),
            fieldOf('expression', 'due', { expression: "dateAdd({day}, 7, 'days')" }),
            fieldOf('expression', 'today', { expression: 'today()' }),
          ],
        },
        { name: 'two', elements: [fieldOf('text', 'last')] },
      ],
    };
    const templateId = await publish('Days', definition);
    const made = await done(node.request('POST', '/v2/formz', { body: { templateId } }));
    const before = dayIn(Date.now());
    await openPage(page, `${node.server.publicUrl}/forms/${made.at('id')}/fill`);
    await page.getByLabel('The day').fill('2026-07-01');
    await page.getByText('Jul 8, 2026', { exact: true }).waitFor();
    const shown = [before, dayIn(Date.now())].map((day) => page.getByText(day, { exact: true }));
    await shown
      .reduce((one, other) => one.or(other))
      .first()
      .waitFor();
    assert.equal(await page.getByText(/GMT/).count(), 0);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('The last').waitFor();

    await page.evaluate("localStorage.setItem('language', 'de')");
    await openPage(page, `${node.server.publicUrl}/forms/${made.at('id')}/fill`);
    // The form opens where it was left.
    await page.getByRole('button', { name: 'Zurück' }).click();
    await page.getByText('08.07.2026', { exact: true }).waitFor();
    await page.getByLabel('The day').fill('2026-05-01');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page
      .getByText(/01\.06\.2026/)
      .first()
      .waitFor();
    await page.evaluate("localStorage.setItem('language', 'en')");

    // The service refuses it when it is written. The error has the position, the rule, and the date in the format of
    // programs.
    const late = await admin.send('POST', `/app/v1/forms/${made.at('id')}/complete`, {
      body: { answers: { day: '2026-05-01' }, locale: 'de' },
    });
    assert.equal(late.status, 422, late.text);
    const said = ['at', 'rule', 'limit'].map((each) => late.at('faults', 0, each));
    assert.deepEqual(said, ['day', 'min', '2026-06-01']);
    assert.doesNotMatch(late.text, /Jun 01|GMT/);
  });

  test('an admin chooses the time zone of the organisation from a list', async () => {
    await openPage(page, `${node.server.publicUrl}/settings/organisation`);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    assert.equal(await zone.inputValue(), ZONE);
    await zone.selectOption('Europe/Berlin');
    await assertAccessible(page);
    await page.locator('form').filter({ has: zone }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    const account = await done(admin.send('GET', '/app/v1/account'));
    assert.equal(account.at('timeZone'), 'Europe/Berlin');
  });
});
