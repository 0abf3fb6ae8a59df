// Filling in a form of several parts on a phone: nothing is completed unseen, missing answers are found, and what was
// removed by mistake comes back.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { type BuiltField, buildTemplate } from '../support/built-template.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { IS_DEEP } from '../support/timing.ts';
import { answerElsewhere } from '../support/typing.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };

const required = (kind: BuiltField['kind'], name: string, more = {}): BuiltField => ({
  kind,
  name,
  title: `${name} of the site`,
  more: { isRequired: true, ...more },
});

const INSPECTION = buildTemplate(
  [
    { kind: 'text', name: 'site', title: 'Site' },
    { kind: 'comment', name: 'reason', title: 'Reason', more: { visibleIf: "{state} = 'Bad'" } },
  ],
  [
    { kind: 'text', name: 'inspector', title: 'Inspector' },
    { kind: 'radiogroup', name: 'state', title: 'State' },
  ],
);

/** A repeating section and a table, each on its own page. */
const LISTS = buildTemplate([
  {
    kind: 'paneldynamic',
    name: 'defects',
    title: 'Defects',
    within: [
      { kind: 'text', name: 'what', title: 'What is wrong' },
      { kind: 'checkbox', name: 'where', title: 'Where' },
    ],
  },
  { kind: 'matrixdynamic', name: 'parts', title: 'Parts' },
]);

/** Each kind at the top of a page that is longer than the window, with a missing answer at its end. */
const LONG = buildTemplate(
  Array.from({ length: 12 }, (_, i) => ({ kind: 'comment', name: `n${i}`, title: `Note ${i}` })),
  [
    ...(['text', 'date', 'boolean', 'dropdown', 'photo', 'signaturepad'] as const).map((kind) =>
      required(kind, kind),
    ),
    required('checkbox', 'checkbox', {
      choices: Array.from({ length: 30 }, (_, i) => `Choice ${i}`),
    }),
    required('matrixdynamic', 'table', {
      columns: [{ name: 'what', title: 'What', cellType: 'text', isRequired: true }],
    }),
  ],
);

/** A table that begins with more than one row. */
const CREW = buildTemplate([
  { kind: 'text', name: 'site', title: 'Site' },
  { kind: 'matrixdynamic', name: 'crew', title: 'Crew', more: { minRowCount: 3 } },
]);

/** Each page depends on the one before, and the price on a question that may be hidden. */
const CHAIN = buildTemplate(
  [{ kind: 'radiogroup', name: 'roof', title: 'Roof' }],
  [{ kind: 'radiogroup', name: 'beams', title: 'Beams', more: { visibleIf: "{roof} = 'Bad'" } }],
  [
    required('comment', 'why', { visibleIf: "{beams} = 'Bad'" }),
    {
      kind: 'expression',
      name: 'price',
      title: 'Price',
      more: { expression: "iif({beams} = 'Bad', 10, 0)" },
    },
  ],
);

const TEMPLATES = { Chain: CHAIN, Inspection: INSPECTION, Lists: LISTS, Long: LONG, Crew: CREW };

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let page: Page;
  let faults: readonly string[];
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    faults = watchFaults(page);
    for (const [name, definition] of Object.entries(TEMPLATES)) {
      const made = await admin.send('POST', '/app/v1/templates', { body: { name, definition } });
      assert.equal(made.status, 201, made.text);
      const path = `/app/v1/templates/${made.at('id')}/publish`;
      const published = await admin.send('POST', path, { body: {} });
      assert.equal(published.status, 200, published.text);
    }
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const start = async (name: string): Promise<string> => {
    await openPage(page, `${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name }).click();
    await page.waitForURL('**/fill');
    await page.locator('.survey-view input, .survey-view textarea').first().waitFor();
    return /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const cells = () => page.locator('[data-name="crew"] input');

  test('each cell of a table is named by its own row, also of rows that came from another device', async () => {
    const formId = await start('Crew');
    await cells().nth(2).waitFor();
    await page.getByLabel('Site').fill('North');
    await page.getByText(/^Saved at \d/).waitFor();
    const crew = ['Ada', 'Grace', 'Joan', 'Mary'].map((name) => ({ what: name }));
    await answerElsewhere({ second: admin, formId }, (found) => ({ ...found, crew }));
    await page.getByLabel('Site').fill('North pier');
    await cells().nth(3).waitFor();
    const labels = await Promise.all(
      (await cells().all()).map((cell) => cell.getAttribute('aria-label')),
    );
    assert.deepEqual(
      labels.map((label) => label?.replace(/,.*$/, '')),
      ['row 1', 'row 2', 'row 3', 'row 4'],
    );
  });

  const statusOf = async (id: string) =>
    (await admin.send('GET', `/app/v1/forms/${id}`)).at('status');

  test('a form of two parts is completed on the last one, and not before what a condition shows was seen', async () => {
    const id = await start('Inspection');
    await page.getByLabel('Site').fill('North pier');
    assert.equal(await button('Complete the form').count(), 0);
    await button('Next').click();
    await page.getByText('Page 2 of 2').waitFor();
    await page.getByLabel('Inspector').fill('Ada');
    await page.getByText('Bad', { exact: true }).click();
    await button('Complete the form').click();
    const note = page.getByRole('alert').filter({ hasText: 'You have not seen 1 question' });
    await note.waitFor();
    await page.getByText(/^Saved/).waitFor();
    assert.equal(await statusOf(id), 'draft');
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await note.getByRole('button', { name: 'Reason' }).click();
    await page.getByLabel('Reason').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Rust');
    await button('Next').click();
    await button('Complete the form').click();
    await page.waitForURL(`**/forms/${id}`);
    const done = await admin.send('GET', `/app/v1/forms/${id}`);
    assert.deepEqual(done.at('answers'), {
      site: 'North pier',
      inspector: 'Ada',
      state: 'Bad',
      reason: 'Rust',
    });
  });

  test('what nobody has seen is named once; who asks again completes the form without it', async () => {
    const id = await start('Inspection');
    await button('Next').click();
    await page.getByText('Page 2 of 2').waitFor();
    await page.getByText('Bad', { exact: true }).click();
    assert.equal(await page.getByRole('radio', { name: 'Bad' }).isChecked(), true);
    await button('Complete the form').click();
    await page.getByText('You have not seen 1 question').waitFor();
    await button('Complete the form').click();
    await page.waitForURL(`**/forms/${id}`);
    assert.equal(await statusOf(id), 'complete');
  });

  test('who changes their mind is asked nothing more, finds it all again, and completes what is shown', async () => {
    const id = await start('Chain');
    const choose = (name: string) => page.getByText(name, { exact: true }).click();
    const price = page.locator('[data-name="price"]');
    await choose('Bad');
    await button('Next').click();
    await choose('Bad');
    await button('Next').click();
    await page.getByLabel('why of the site').fill('Rust');
    await price.getByText('10').waitFor();
    await button('Previous').click();
    await button('Previous').click();
    await choose('Good');
    await button('Next').click();
    await price.getByText('0', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('why of the site').count(), 0);
    await page.getByText(/^Saved/).waitFor();
    const draft = await admin.send('GET', `/app/v1/forms/${id}`);
    assert.deepEqual(draft.at('answers'), { roof: 'Good', beams: 'Bad', why: 'Rust' });

    await button('Previous').click();
    await choose('Bad');
    await button('Next').click();
    assert.equal(await page.getByRole('radio', { name: 'Bad' }).isChecked(), true);
    await button('Next').click();
    assert.equal(await page.getByLabel('why of the site').inputValue(), 'Rust');
    await button('Previous').click();
    await button('Previous').click();
    await choose('Good');
    await button('Next').click();
    await button('Complete the form').click();
    await page.waitForURL(`**/forms/${id}`);
    const done = await admin.send('GET', `/app/v1/forms/${id}`);
    assert.deepEqual(done.at('answers'), { roof: 'Good', price: 0 });
  });

  test('an entry or a row that was removed comes back where it was, with all that was in it', async () => {
    const id = await start('Lists');
    const answersAre = async (expected: object): Promise<void> => {
      await page.getByText(/^Saved/).waitFor();
      const { body } = await admin.send('GET', `/app/v1/forms/${id}`);
      assert.deepEqual(Reflect.get(Object(body), 'answers'), expected);
    };
    for (const [i, what] of ['Rust', 'Cracks', 'Rot'].entries()) {
      if (i > 0) await button('Add new').click();
      await page.getByLabel('What is wrong').nth(i).fill(what);
    }
    await page.getByText('Bad', { exact: true }).nth(1).click();
    const defects = [{ what: 'Rust' }, { what: 'Cracks', where: ['Bad'] }, { what: 'Rot' }];
    await button('Remove').nth(1).click();
    const said = page.getByRole('status').filter({ hasText: 'Entry 2 of “Defects” removed.' });
    await said.waitFor();
    await answersAre({ defects: [{ what: 'Rust' }, { what: 'Rot' }] });
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await button('Undo').click();
    await page.getByLabel('What is wrong').nth(1).and(page.locator(':focus')).waitFor();
    await page.getByRole('status').filter({ hasText: 'restored' }).waitFor({ state: 'attached' });
    await answersAre({ defects });

    const cells = page.getByRole('table').getByRole('textbox');
    await cells.first().fill('Bolt');
    await button('Remove').last().press('Enter');
    await page.getByText('Entry 1 of “Parts” removed.').waitFor();
    // The focus is on a button now, where a keyboard user undoes the removal.
    await page.keyboard.press('Control+z');
    await cells.first().and(page.locator(':focus')).waitFor();
    assert.equal(await cells.first().inputValue(), 'Bolt');
    await answersAre({ defects, parts: [{ what: 'Bolt' }] });
    await page.reload();
    await page.getByLabel('What is wrong').nth(2).waitFor();
    await answersAre({ defects, parts: [{ what: 'Bolt' }] });
  });

  test('each part begins at its top, below the header, and there is a way back', async () => {
    await start('Long');
    await button('Next').click();
    const part = page.getByText('Page 2 of 2');
    await part.waitFor();
    await isClear(page, part);
    await button('Previous').click();
    await page.getByText('Page 1 of 2').waitFor();
    await isClear(page, page.getByLabel('Note 0'));
  });

  test('the browser goes back part by part, and leaves the form only from the first one', async () => {
    await openPage(page, `${node.server.publicUrl}/forms`);
    const id = await start('Inspection');
    const [first, second] = [page.getByText('Page 1 of 2'), page.getByText('Page 2 of 2')];
    await button('Next').click();
    await second.waitFor();
    await page.goBack();
    await first.waitFor();
    assert.match(page.url(), /\/fill$/);
    await page.goForward();
    await second.waitFor();
    await page.reload();
    await second.waitFor();
    await button('Previous').click();
    await first.waitFor();
    await page.goBack();
    await page.waitForURL((url) => !url.pathname.endsWith('/fill'));
    await openPage(page, `${node.server.publicUrl}/forms`);
    await openPage(page, `${node.server.publicUrl}/forms/${id}/fill`);
    await button('Next').click();
    await second.waitFor();
    await button('Complete the form').click();
    await page.waitForURL(`**/forms/${id}`);
    await page.goBack();
    await page.waitForURL('**/forms');
    assert.deepEqual(faults, []);
  });

  for (const [device, viewport] of Object.entries({
    phone: PHONE,
    ...(IS_DEEP && { desk: DESK }),
  })) {
    test(`what is missing is shown with its label and what is wrong with it, on a ${device}`, async () => {
      await page.setViewportSize(viewport);
      await start('Long');
      await button('Next').click();
      const fixes: Readonly<Record<string, (question: Locator) => Promise<void>>> = {
        text: async () => await page.keyboard.type('North'),
        date: async (question) => await question.locator('input').fill('2026-11-22'),
        boolean: async (question) => await question.getByText('Yes').click(),
        dropdown: async () => {
          await page.keyboard.press('ArrowDown');
          await page.keyboard.press('Enter');
        },
      };
      for (const [name, fix] of Object.entries(fixes)) {
        await button('Complete the form').click();
        const question = page.locator(`.survey-view [data-name=${name}]`);
        await question.locator(':focus').waitFor();
        await isClear(page, question.getByText(`${name} of the site`).first());
        await isClear(page, question.getByText('Response required.'));
        await fix(question);
      }
      assert.equal(await page.getByRole('button', { name: /^(?:text|date) of/ }).count(), 0);
      const left = page.getByRole('alert').filter({ hasText: /answers? (?:is|are) missing/ });
      for (const name of ['checkbox of the site', 'table of the site: What']) {
        await left.getByRole('button', { name }).click();
        const question = page.locator(`.survey-view [data-name=${name.split(' ')[0]}]`);
        await question.locator(':focus').waitFor();
        await isClear(page, question.getByText('Response required.'));
      }
      assert.deepEqual(faults, []);
    });
  }
});

/** Waits until an element is within the window with nothing over it, and scrolling has stopped. */
async function isClear(page: Page, what: Locator): Promise<void> {
  await what.first().waitFor();
  let before = '';
  for (let still = 0; still < 3; ) {
    const box = JSON.stringify(await what.first().boundingBox());
    still = box === before ? still + 1 : 0;
    before = box;
    await page.waitForTimeout(30);
  }
  assert.equal(
    await what.first().evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      const { documentElement } = element.ownerDocument;
      const height = documentElement.clientHeight;
      if (top < 0 || bottom > height) return `from ${top} to ${bottom} of ${height}`;
      const over = element.ownerDocument.elementFromPoint(left + 2, (top + bottom) / 2);
      const isIt = over !== null && (element.contains(over) || over.contains(element));
      return isIt ? '' : `under ${over?.className}`;
    }),
    '',
  );
}
