// A newcomer builds an inspection of thirty questions with nothing but the pages, and an inspector completes it on a phone
// that has no network for most of the way.
// Nightly: a browser for long; shorter tests send what these pages send.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { fieldsOf } from '#web/builder/definition.ts';
import { adminBrowser } from '../support/browser.ts';
import { isSaved, pasteQuestions, press, publish, readDraft, row } from '../support/builder.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import { CORE_USER } from '../support/scim.ts';
import {
  assertAccessibleInAllLooks,
  openPage,
  signInByRequest,
  watchFaults,
} from '../support/web-pages.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const PASSWORD = 'nine small lanterns by the gate';

const EQUIPMENT = [
  'Code;Equipment;Area;Next service',
  'E-001;Boiler 1;Boiler house;2026-12-01',
  'E-002;Boiler 2;Boiler house;2027-02-15',
  'E-003;Crane 5 t;Hall A;2026-11-30',
].join('\n');

const QUESTIONS = [
  'Inspector',
  'Date of inspection * | date',
  'Start time | time',
  'Site * | dropdown | North yard; South yard; Harbour',
  'Equipment | choice from a list',
  'Location | location',
  'Weather | Sunny; Cloudy; Rain; Snow',
  'Temperature | number | °C',
  'Workers on site | number',
  'Contact phone | phone number',
  'Contact email | email',
  'Access road clear | yes/no',
  'Fences complete | yes/no',
  'Signs in place | yes/no',
  'Fire extinguishers checked | yes/no',
  'First aid kit complete | yes/no',
  '# Findings',
  'Before you go on | instruction text | Report what is dangerous at once, by phone.',
  'Overall condition * | multiple choice | Good; Acceptable; Poor',
  'Defects found * | yes/no',
  'What is wrong | long text',
  'Hazards | checkboxes | Trip hazard; Electrical; Falling objects; Chemicals',
  'Photo of the site | photo',
  'Drawing of the defect | drawing on a photo',
  'Equipment tag | barcode',
  'Material used | table | Item; Quantity; Unit price; Amount',
  'Order and cleanliness | rating',
  'Next inspection | date',
  'Remarks | long text',
  'Report link | web address',
  'Signature of the inspector * | signature',
] as const;

const CHECKED = [
  'access_road_clear',
  'fences_complete',
  'signs_in_place',
  'fire_extinguishers_checked',
  'first_aid_kit_complete',
] as const;

/** Whether the service worker keeps what only some fields need, also for pages of the form that nobody has opened yet. */
const KEEPS_FIELDS = `caches.keys().then(async (names) => {
  const kept = [];
  for (const name of names) kept.push(...(await (await caches.open(name)).keys()));
  return ['instructions-screen', 'location-screen', 'sharedlist-screen', 'sketch-screen', 'barcode-screen']
    .every((each) => kept.some(({ url }) => url.includes(each)));
})`;

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let templateId: string;
  before(async () => {
    // Chromium refuses a service worker if the certificate is not trusted.
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const body = { schemas: [CORE_USER], userName: 'ada', displayName: 'Ada', password: PASSWORD };
    const made = await node.request('POST', '/scim/v2/Users', { body });
    assert.equal(made.status, 201, made.text);
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  test('a designer who was never here makes the list and the inspection by choosing, and publishes it', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: DESK });
    const page = await context.newPage();
    const faults = watchFaults(page);
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    await openPage(page, `${node.server.publicUrl}/`);
    await makeList(page);

    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('link', { name: 'New template' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Site inspection');
    await press(page, 'Create and add fields');
    await page.getByText('What do you want to ask?').waitFor();
    templateId = page.url().split('/').at(-1) ?? '';
    await pasteQuestions(page, QUESTIONS.join('\n'));
    await page.getByText('30 fields added.').waitFor({ state: 'attached' });

    await row(page, 'Equipment').first().click();
    await page.getByRole('combobox', { name: 'List', exact: true }).click();
    await page.getByRole('option', { name: 'Equipment' }).click();
    await row(page, 'What is wrong').click();
    await press(page, 'Add condition'); // it asks about the question before, and for "Yes"
    await row(page, 'Material used').click();
    await calculateAmounts(page);
    await row(page, 'Before you go on').click();
    await addSign(page);
    await assertAccessibleInAllLooks(page);

    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Report what is dangerous at once, by phone.').waitFor();
    await preview.getByRole('img', { name: 'The danger sign' }).waitFor();
    assert.equal(await preview.getByText('What is wrong', { exact: true }).count(), 0);
    await preview.locator('[data-name=defects_found]').getByText('Yes', { exact: true }).click();
    await preview.getByText('What is wrong', { exact: true }).waitFor();
    await preview.getByRole('textbox', { name: /Quantity/ }).fill('3');
    await preview.getByRole('textbox', { name: /Unit price/ }).fill('4.5');
    await preview.getByText('Sum: 13.50 €').waitFor();
    await isSaved(page);
    await publish(page);

    const draft = await readDraft(node, templateId);
    assert.equal(draft.pages.length, 2);
    assert.equal(fieldsOf(draft).length, 30);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('an inspector fills it in on a phone, goes on and completes it without a network, and all of it arrives', async () => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: PHONE,
      hasTouch: true,
      permissions: ['geolocation'],
    });
    await context.setGeolocation({ latitude: 51.5007, longitude: -0.1246, accuracy: 8 });
    const page = await context.newPage();
    const faults = watchFaults(page);
    const { publicUrl } = node.server;
    await signInByRequest(page, publicUrl, { userName: 'ada', password: PASSWORD });
    await openPage(page, `${publicUrl}/`);
    await page.getByRole('link', { name: 'New form' }).click();
    // The list comes with the template, before anybody looks into it.
    const kept = page.waitForResponse(/\/changes\?seq=0/);
    await page.getByRole('button', { name: 'Site inspection' }).click();
    await page.getByLabel('Inspector', { exact: true }).fill('Ada');
    await page.getByLabel('Date of inspection').fill('2026-11-26');
    await page.locator('[data-name=site] .sd-dropdown').first().click();
    await page.getByRole('option', { name: 'South yard' }).click();
    await page.getByText(/^Saved at/).waitFor();
    const formId = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
    await kept;
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    while ((await page.evaluate(KEEPS_FIELDS)) !== true) await page.waitForTimeout(100);

    await setOffline(context, true);
    await page.getByText('You’re offline').waitFor();
    await page.locator('[data-name=equipment] input').first().fill('boil');
    await page.getByRole('option', { name: /Boiler 2/ }).click();
    await press(page, 'Use my location');
    await page.getByText('Accurate to 8 m').waitFor();
    await answer(page, 'weather', 'Rain');
    await page.getByLabel('Temperature').fill('7');
    for (const name of CHECKED) await answer(page, name, 'Yes');
    await page.getByText('3 required questions left').waitFor();
    await press(page, 'Next');
    await fillInFindings(page);
    await page.getByText(/^Not sent yet/).waitFor();

    await press(page, 'Complete the form');
    const left = page.getByRole('alert').filter({ hasText: '1 answer is missing' });
    await left.waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);
    await left.getByRole('button', { name: 'Signature of the inspector' }).click();
    await sign(page);
    await press(page, 'Complete the form');
    await page.getByText('will be completed when you’re online again').waitFor();
    await page.goto(`${publicUrl}/outbox`);
    await page.getByText('Formstead sends and completes this form when you’re online.').waitFor();
    await assertAccessibleInAllLooks(page);
    await page.setViewportSize(PHONE);

    await setOffline(context, false);
    await page.getByText('Everything is sent').waitFor();
    await page.goto(`${publicUrl}/forms`);
    await page.getByRole('link', { name: 'Site inspection 1' }).click();
    const material = page.getByRole('table', { name: 'Material used' });
    await material.getByRole('row', { name: 'Total Amount 16.00 €' }).waitFor();
    await page.getByRole('img', { name: 'Picture: Photo of the site, pier.png' }).waitFor();
    await page.getByRole('img', { name: /^Picture: Signature of the inspector/ }).waitFor();
    await assertAccessibleInAllLooks(page);

    const admin = await adminBrowser(node);
    const form = await admin.send('GET', `/app/v1/forms/${formId}`);
    assert.equal(form.at('status'), 'complete');
    const { equipment, location, photo_of_the_site, signature_of_the_inspector, ...rest } = Object(
      form.at('answers'),
    );
    assert.deepEqual([equipment.key, equipment.label], ['E-002', 'Boiler 2']);
    assert.deepEqual([location.lat, location.lon, location.source], [51.5007, -0.1246, 'gps']);
    assert.equal(photo_of_the_site[0].name, 'pier.png');
    assert.equal(signature_of_the_inspector.type, 'image/png');
    assert.deepEqual(rest, {
      inspector: 'Ada',
      date_of_inspection: '2026-11-26',
      site: 'South yard',
      weather: 'Rain',
      temperature: 7,
      ...Object.fromEntries(CHECKED.map((name) => [name, true])),
      overall_condition: 'Acceptable',
      defects_found: true,
      what_is_wrong: 'Railing loose',
      hazards: ['Trip hazard'],
      material_used: [
        { item: 'Timber', quantity: 3, unit_price: 4.5, amount: 13.5 },
        { item: 'Screws', quantity: 10, unit_price: 0.25, amount: 2.5 },
      ],
    });
    assert.deepEqual(
      faults.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    );
    await context.close();
  });
});

/** Makes the list of equipment from a file, starting anywhere. */
async function makeList(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Lists' }).click();
  await press(page, 'New list');
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'Equipment.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(EQUIPMENT),
  });
  assert.equal(await dialog.getByLabel('Display column').inputValue(), 'equipment');
  await dialog.getByRole('button', { name: 'Create list' }).click();
  await page.getByText('3 rows are added').waitFor();
  await press(page, 'Import');
  await page.getByText('Rows imported: version 1.').waitFor();
}

/** Adds a picture to the open instruction text: as large as that of a camera, and of noise, which compresses worst. */
async function addSign(page: Page): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
  const buffer = await sharp({ create: { ...SIGN_SIZE, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer();
  const input = page.getByLabel('Picture', { exact: true });
  await input.setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await page.getByText('This file can’t be read as a picture.').waitFor();
  await input.setInputFiles({ name: 'sign.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByLabel('What the picture shows').fill('The danger sign');
}

const SIGN_SIZE = { width: 3000, height: 2000 };

/** Makes numbers of the columns, multiplies two of them for the last one, and sums it up. */
async function calculateAmounts(page: Page): Promise<void> {
  const column = (number: number) =>
    page.getByRole('group', { name: `Column ${number}`, exact: true });
  await column(2).getByLabel('Column type').selectOption('Number');
  await column(3).getByLabel('Column type').selectOption('Number');
  await column(3).getByLabel('Unit').fill('€');
  await column(4).getByLabel('Column type').selectOption('Calculation');
  await column(4).getByLabel('Column', { exact: true }).selectOption('Quantity');
  await column(4).getByLabel('Second value').selectOption('Unit price');
  await column(4).getByLabel('Unit').fill('€');
  await column(4).getByLabel('Decimals').fill('2');
  await column(4).getByLabel('Total below the table').selectOption('Sum');
}

const answer = (page: Page, name: string, text: string): Promise<void> =>
  page.locator(`[data-name=${name}]`).getByText(text, { exact: true }).click();

/** Fills in the second page, except the signature. */
async function fillInFindings(page: Page): Promise<void> {
  await page.getByText('Report what is dangerous at once, by phone.').waitFor();
  const shown = page.getByRole('img', { name: 'The danger sign' });
  await shown.evaluate((picture: { decode(): Promise<void> }) => picture.decode());
  await answer(page, 'overall_condition', 'Acceptable');
  assert.equal(await page.getByLabel('What is wrong').count(), 0);
  await answer(page, 'defects_found', 'Yes');
  await page.getByLabel('What is wrong').fill('Railing loose');
  await answer(page, 'hazards', 'Trip hazard');
  const grey = { width: 600, height: 400, channels: 3, background: '#808080' } as const;
  const buffer = await sharp({ create: grey }).png().toBuffer();
  await page
    .locator('[data-name=photo_of_the_site] input[type=file]')
    .last()
    .setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer });
  await page.getByText('pier.png').waitFor();
  const cell = (number: number, column: string) =>
    page.getByRole('textbox', { name: `row ${number}, column ${column}` });
  await cell(1, 'Item').fill('Timber');
  await cell(1, 'Quantity').fill('3');
  await cell(1, 'Unit price').fill('4.5');
  await page.getByText('Sum: 13.50 €').waitFor();
  await press(page, 'Add row');
  await cell(2, 'Item').fill('Screws');
  await cell(2, 'Quantity').fill('10');
  await cell(2, 'Unit price').fill('0.25');
  await cell(2, 'Unit price').press('Tab');
  await page.getByText('Sum: 16.00 €').waitFor();
}

/** Signs with a stroke of the finger. */
async function sign(page: Page): Promise<void> {
  const paper = page.getByRole('img', { name: /^Sign here/ });
  await paper.scrollIntoViewIfNeeded();
  const box = (await paper.boundingBox()) ?? assert.fail();
  await page.mouse.move(box.x + 30, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 90, { steps: 8 });
  await page.mouse.up();
  await press(page, 'Save signature');
  await page.getByRole('img', { name: 'Signature', exact: true }).waitFor();
}
