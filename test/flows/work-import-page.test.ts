// Work for many people from a CSV file or a workbook, in a real browser: columns, preview, what is wrong with rows, sending, report.
// Nightly: a browser for long; src/assignments/rows/send-rows.test.ts sends what this page sends.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminBrowser, type Browser as Client } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import {
  assertAccessible,
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';
import { writeWorkbook } from '../support/workbooks.ts';

const PHONE = { width: 390, height: 844 };
const SCHEMAS = ['urn:ietf:params:scim:schemas:core:2.0:User'];
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: { default: 'Site', de: 'Standort' } },
    { type: 'text', name: 'level', title: 'Level', inputType: 'number' },
    { type: 'dropdown', name: 'kind', title: 'Kind', choices: [{ value: 'p', text: 'Pump' }] },
  ],
};
/** As a German Excel writes it; the empty row and the last column are nothing of ours. */
const FILE = [
  '\ufeffE-Mail;Fällig am;Standort;Level;Kind;Anweisungen;Sonstiges',
  'ann@example.org;31.01.2035;Weir;1,5;Pump;"Key at the gate; ring twice";x',
  'bob@example.org;31.01.2035 17:00;Dam;2;p;;',
  ';;;;;;',
  'bob@example.org;31.1.2035 17:00;Dam;2,0;Pump;;',
  'nobody@example.org;31.01.2035;Lock;;;;',
  'ann@example.org;tomorrow;Lock;much;Hose;;',
  'ann@example.org;;Lock;;;;;shifted',
].join('\r\n');

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let admin: Client;
  let context: BrowserContext;
  let page: Page;
  let templateId: string;
  before(async () => {
    browser = await launchChromium();
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    await admin.send('PATCH', '/app/v1/account', { body: { timeZone: 'Europe/Berlin' } });
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    templateId = String((await admin.send('POST', '/app/v1/templates', { body })).at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
    for (const [userName, displayName] of [
      ['ann', 'Ann Ames'],
      ['bob', 'Bob Burns'],
    ] as const) {
      const emails = [{ value: `${userName}@example.org` }];
      const user = { schemas: SCHEMAS, userName, displayName, emails };
      const made = await node.request('POST', '/scim/v2/Users', { body: user });
      assert.equal(made.status, 201, made.text);
    }
    context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: PHONE });
    page = await context.newPage();
    const userName = 'admin';
    await signInByRequest(page, node.server.publicUrl, { userName, password: ADMIN_PASSWORD });
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const open = () => openPage(page, `${node.server.publicUrl}/work/import?template=${templateId}`);
  const choose = async (name: string, content: string | Buffer) => {
    const buffer = Buffer.from(content);
    const files = page.locator('input[type=file]');
    await files.setInputFiles({ name, mimeType: 'text/csv', buffer });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const sentWork = async (): Promise<readonly { assignee: { name: string }; dueDate: string }[]> =>
    Object((await admin.send('GET', '/app/v1/assignments?limit=100')).body).items;

  test('a file becomes work after a preview that names what is wrong, and the same file again adds nothing', async () => {
    const faults = watchFaults(page);
    await openPage(page, `${node.server.publicUrl}/work`);
    await page.getByRole('link', { name: 'Assign from a file' }).click();
    await page.getByRole('heading', { name: 'Assign work from a file', level: 1 }).waitFor();
    await open();
    await choose('sites.csv', FILE);
    const meaningOf = async (column: string) =>
      await page.getByLabel(column, { exact: true }).evaluate((select) => {
        const chosen = Reflect.get(select, 'selectedOptions');
        return chosen[0].text;
      });
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    assert.deepEqual(
      [
        await meaningOf('E-Mail'),
        await meaningOf('Fällig am'),
        await meaningOf('Standort'),
        await meaningOf('Level'),
        await meaningOf('Anweisungen'),
        await meaningOf('Sonstiges'),
      ],
      ['Person, by email address', 'Due', 'Site', 'Level', 'Instructions', 'Not used'],
    );
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await button('Check 6 rows').click();
    await page.getByText('2 rows will be assigned.').waitFor();
    await page.getByText('1 row repeats an earlier row of the file.').waitFor();
    await page.getByText('3 rows have errors and will be left out.').waitFor();
    await page.getByText(/Row 3: Bob Burns, due .* · Site: Dam · Level: 2 · Kind: p$/).waitFor();
    for (const reason of [
      'No user matches “nobody@example.org”.',
      'This is not a date.',
      'Enter a number.',
      '“Hose” is not one of the options.',
      'The row has more cells than the file has columns.',
    ]) {
      await page.getByRole('listitem').filter({ hasText: reason }).waitFor();
    }
    assert.equal((await sentWork()).length, 0);
    await assertAccessible(page);
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);

    await button('Assign 2 rows').click();
    await page.getByText('2 rows were assigned.').waitFor();
    const sent = await sentWork();
    assert.deepEqual(
      sent.map(({ assignee, dueDate }) => [assignee.name, dueDate]),
      [
        ['Bob Burns', '2035-01-31T16:00:00.000Z'],
        ['Ann Ames', '2035-01-31T22:59:00.000Z'],
      ],
    );
    await assertAccessible(page);
    const downloading = page.waitForEvent('download');
    await button('Download report').click();
    const file = await downloading;
    assert.equal(file.suggestedFilename(), 'sites-report.csv');
    const report = (await readFile(await file.path(), 'utf8')).split('\r\n');
    assert.equal(report[0], '\ufeffRow,Person,Result,Due,Reason');
    assert.match(report[1] ?? '', /^2,ann@example\.org,Assigned,/);
    assert.match(report[3] ?? '', /^5,bob@example\.org,Repeats an earlier row,.*Repeats row 3\.$/);
    assert.match(report[4] ?? '', /^6,nobody@example\.org,Has an error,,.*No user matches/);

    await open();
    await choose('sites.csv', FILE);
    await button('Check 6 rows').click();
    await page.getByText('2 rows were assigned before, and stay as they are.').waitFor();
    assert.equal(await button(/^Assign/).count(), 0);
    assert.deepEqual(faults, []);
  });

  test('sending that was cancelled or broken off goes on where it was, and nobody gets anything twice', async () => {
    const before = (await sentWork()).length;
    await open();
    const rows = Array.from({ length: 250 }, (_, i) => `ann,site ${i}`);
    await choose('many.csv', ['User name,Site', ...rows].join('\n'));
    await button('Check 250 rows').click();
    await page.getByText('250 rows will be assigned.').waitFor();
    let portions = 0;
    await page.route('**/assignments/rows', async (route) => {
      portions += 1;
      if (portions === 1) return await route.continue();
      // The second portion is sent, and its answer never comes.
      await route.fetch();
      await route.abort();
    });
    await button('Assign 250 rows').click();
    await page.getByText('150 rows have not been assigned yet.').waitFor();
    await page.getByText('100 rows were assigned.').waitFor();
    await page.getByRole('alert').waitFor();
    await assertAccessible(page);
    await page.unroute('**/assignments/rows');
    await button('Assign the remaining 150 rows').click();
    await page.getByText('150 rows were assigned.').waitFor();
    await page.getByText('100 rows had been assigned before.').waitFor();
    const { n } = await node.services.db.reader
      .selectFrom('assignments')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), before + 250);
  });

  test('a workbook of Excel is read as a CSV file is, with its days and numbers', async () => {
    await open();
    const rows = [
      ['E-Mail', 'Site', 'Due'],
      ['ann@example.org', 'Weir 12', '2031-04-30'],
    ];
    await choose('sites.xlsx', await writeWorkbook({ Sites: rows, Other: [['x']] }));
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    await page.getByText('First row: Weir 12').waitFor();
    await button('Check 1 row').waitFor();
    await assertAccessible(page);
  });

  test('a file that is neither a workbook nor CSV in UTF-8, or has no rows, is refused in words', async () => {
    await open();
    for (const [content, words] of [
      [Buffer.from([0xff, 0xfe, 0x03]), 'This is neither an Excel workbook nor a CSV file'],
      [Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe]), 'The file is damaged'],
      ['E-Mail,Site\n', 'The file has no rows below the column names.'],
      ['E-Mail,Site\n"a,b\n', 'A quotation mark in row 2 is never closed.'],
    ] as const) {
      await choose('bad.csv', content);
      await page.getByText(words).waitFor();
    }
    await assertAccessible(page);
    await choose('none.csv', 'Place,Other\nWeir,x\n');
    await page.getByText('Choose the column that names the person').waitFor();
    assert.ok(await button('Check 1 row').isDisabled());
    await page.getByLabel('Place', { exact: true }).selectOption('userName');
    await button('Check 1 row').click();
    await page.getByText('No user matches “Weir”.').waitFor();
  });
});
