// The text in a field of a form is what is kept and sent, at every typing speed, whatever the page, the network and
// other users do meanwhile.
// Nightly: a browser for long; shorter tests send what these pages send.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { adminBrowser } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';
import { forOneEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { seeded } from '../support/seeded.ts';
import { deepTest, IS_DEEP } from '../support/timing.ts';
import { TYPED_FIELDS, type TypedField, typedForm } from '../support/typed-fields.ts';
import {
  answerElsewhere,
  fillAtOnce,
  inputOf,
  isSaved,
  type OpenForm,
  PATIENCE_MS,
  press,
  type Run,
  shownIn,
  typeDisturbed,
} from '../support/typing.ts';
import { signInByRequest } from '../support/web-pages.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en-US' } as const;
/** Runs per test, each with its own seed. In `npm run test:deep`, each field is typed into many times. */
const RUNS = 12;
const TESTS = 42;
/** One field of each kind. */
const ONE_OF_EACH = TYPED_FIELDS.filter(
  ({ kind }, i) => TYPED_FIELDS.findIndex((field) => field.kind === kind) === i,
);
/** Concurrent sessions, each on its own phone. */
const SESSIONS = 2;
/** Always the same, except in `npm run test:deep`, which tries new seeds to find new faults. */
const SEED = Number(process.env['TEST_SEED'] ?? (IS_DEEP ? Date.now() % 1_000_000 : 1));

forOneEngine((engine) => {
  let browser: Browser;
  let node: Instance;
  let state: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
  before(async () => {
    browser = await launchChromium(['--ignore-certificate-errors']);
    node = await startInstance(engine);
    const { send } = await adminBrowser(node);
    const body = { name: 'Inspection', definition: typedForm() };
    const made = await send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text);
    const published = await send('POST', `/app/v1/templates/${made.at('id')}/publish`, {
      body: {},
    });
    assert.equal(published.status, 200, published.text);
    const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await signInByRequest(page, node.server.publicUrl, {
      userName: 'admin',
      password: ADMIN_PASSWORD,
    });
    state = await context.storageState();
    await context.close();
  });
  after(async () => {
    await browser.close();
    await node.close();
  });

  const openForm = async (locale = 'en-US'): Promise<OpenForm> => {
    const context = await browser.newContext({
      ...PHONE,
      locale,
      ignoreHTTPSErrors: true,
      storageState: state,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${node.server.publicUrl}/forms/new`);
    await page.getByRole('button', { name: 'Inspection' }).click();
    await page.getByLabel('before', { exact: true }).waitFor();
    const formId = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
    const form = { context, page, formId, second: await adminBrowser(node) };
    await inputOf(form, 'before').fill('first');
    await isSaved(form);
    return form;
  };
  const answersOf = async ({ second, formId }: OpenForm) => {
    const form = await second.send('GET', `/app/v1/forms/${formId}`);
    return {
      status: form.at('status'),
      at: (...at: TypedField['at']) => form.at('answers', ...at),
    };
  };

  test('a phone number, an address and a time that follow another answer are complete when the form is', async (t) => {
    const form = await openForm();
    t.after(() => form.context.close());
    const { page } = form;
    for (const [label, keys] of [
      ['my_tel', [...'0301234567']],
      ['my_email', [...'ada@example.org']],
      ['my_url', [...'https://a.example']],
      ['my_time', [...'0230P']],
      ['part_tel', [...'0307654321']],
      ['visit_email', [...'bob@example.org']],
    ] as const) {
      await inputOf(form, label).focus();
      await press(form, keys, 8);
    }
    await inputOf(form, 'visit_time').fill('15:45'); // as a picker sets it
    await isSaved(form);
    await inputOf(form, 'my_url').focus();
    await press(form, ['End', ...'/pier'], 20);
    await page.reload(); // without leaving the field
    assert.equal(await inputOf(form, 'my_url').inputValue(), 'https://a.example/pier');
    assert.equal(await inputOf(form, 'my_time').inputValue(), '14:30');
    await inputOf(form, 'my_tel').focus();
    await press(form, ['End', ...'89'], 20);
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.waitForURL(`**/forms/${form.formId}`);
    const { at, status } = await answersOf(form);
    assert.deepEqual(
      [status, at('my_tel'), at('my_email'), at('my_url'), at('my_time'), at('part_tel')],
      [
        'complete',
        '030123456789',
        'ada@example.org',
        'https://a.example/pier',
        '14:30',
        '0307654321',
      ],
    );
    assert.deepEqual(
      [at('visits', 0, 'visit_email'), at('visits', 0, 'visit_time')],
      ['bob@example.org', '15:45'],
    );
  });

  test('what an input method composes and what the browser fills in is kept, also while other answers are saved', async (t) => {
    const form = await openForm('ja-JP');
    t.after(() => form.context.close());
    const { page } = form;
    const keyboard = await form.context.newCDPSession(page);
    for (const label of ['my_text', 'my_comment']) {
      await inputOf(form, label).focus();
      for (const text of ['に', 'にほ', 'にほん']) {
        const at = { selectionStart: text.length, selectionEnd: text.length };
        await keyboard.send('Input.imeSetComposition', { text, ...at });
      }
      // A pause in the middle of a word: the previous answer is saved, and another user answers meanwhile.
      await answerElsewhere(form, (found) => ({ ...found, before: `beside ${label}` }));
      await page.waitForTimeout(3000);
      await keyboard.send('Input.insertText', { text: '日本' });
      await keyboard.send('Input.insertText', { text: '橋' });
      assert.equal(await inputOf(form, label).inputValue(), '日本橋');
    }
    const filledIn = { my_email: 'ada@example.org', my_tel: '0301234567' };
    await fillAtOnce(form, filledIn);
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.waitForURL(`**/forms/${form.formId}`);
    const { at } = await answersOf(form);
    assert.deepEqual(
      [at('my_text'), at('my_comment'), at('my_email'), at('my_tel')],
      ['日本橋', '日本橋', filledIn.my_email, filledIn.my_tel],
    );
  });

  test('an answer of somebody else waits until its field is left, and is asked about when it was changed here', async (t) => {
    const form = await openForm();
    t.after(() => form.context.close());
    const tel = inputOf(form, 'my_tel');
    const before = inputOf(form, 'before');
    const bySecond = (value: string) =>
      answerElsewhere(form, (found) => ({ ...found, my_tel: value, note: value, switch: true }));
    await tel.focus();
    await bySecond('0991');
    // The page is not notified; it learns of the change when it saves something, here a text typed before.
    await fillAtOnce(form, { before: 'beside' });
    await inputOf(form, 'note').waitFor();
    assert.equal(await tel.inputValue(), '');
    await before.focus();
    await form.page.waitForFunction("document.activeElement.value === 'beside'");
    assert.equal(await tel.inputValue(), '0991');

    await tel.focus();
    await bySecond('0992');
    await press(form, ['End', '5'], 8);
    // A user who looks up the rest pauses, and does not look at the page when continuing.
    await form.page.waitForTimeout(5000);
    await press(form, ['5'], 8);
    const dialog = form.page.getByRole('dialog', {
      name: 'Someone else changed the same answers',
    });
    await before.evaluate((input) => input.focus());
    await dialog.waitFor();
    assert.equal(await tel.inputValue(), '099155');
    await dialog.getByRole('radio', { name: 'Their answer' }).check();
    await dialog.getByRole('button', { name: 'Save selection' }).click();
    await dialog.waitFor({ state: 'detached' });
    await isSaved(form);
    assert.equal(await tel.inputValue(), '0992');
    assert.equal((await answersOf(form)).at('my_tel'), '0992');
  });

  test('an answer of somebody else that came in while its field had the focus is asked about, also when a save is under way at the first key', async (t) => {
    const form = await openForm();
    t.after(() => form.context.close());
    const { page } = form;
    const tel = inputOf(form, 'my_tel');
    await tel.focus();
    await answerElsewhere(form, (found) => ({ ...found, my_tel: '0991', note: 'x', switch: true }));
    // Once the page knows the other answer, it sends it along with its own.
    const underWay = Promise.withResolvers<void>();
    const passed = Promise.withResolvers<void>();
    await page.route(`**/app/v1/forms/${form.formId}`, async (route) => {
      if (route.request().postData()?.includes('0991')) {
        underWay.resolve();
        await passed.promise;
      }
      await route.continue();
    });
    await fillAtOnce(form, { before: 'beside' });
    await underWay.promise;
    await inputOf(form, 'note').waitFor();
    assert.equal(await tel.inputValue(), '');
    await press(form, ['5'], 8);
    await page.waitForTimeout(1000);
    passed.resolve();
    const dialog = page.getByRole('dialog', { name: 'Someone else changed the same answers' });
    await inputOf(form, 'before').evaluate((input) => input.focus());
    await dialog.getByRole('radio', { name: 'Their answer' }).check();
    await dialog.getByRole('button', { name: 'Save selection' }).click();
    await dialog.waitFor({ state: 'detached' });
    await isSaved(form);
    const { at } = await answersOf(form);
    assert.deepEqual([at('my_tel'), at('before'), at('note')], ['0991', 'beside', 'x']);
    assert.equal(await tel.inputValue(), '0991');
  });

  test('a number is read by the language of the page, and refused with its place where it could be two', async (t) => {
    const form = await openForm('de-DE');
    t.after(() => form.context.close());
    const { page } = form;
    const complete = page.getByRole('button', { name: 'Formular abschließen' });
    const fault = (text: string) => page.getByRole('alert').getByText(text);
    await inputOf(form, 'my_number').focus();
    await press(form, [...'1,5'], 8);
    await inputOf(form, 'visit_number').focus();
    await press(form, [...'1.234,5'], 8);
    const cell = page.getByLabel(/col_number$/);
    await cell.focus();
    await press(form, [...'1.234'], 8);
    await inputOf(form, 'before').focus();
    await fault('„1.234“ kann zwei Zahlen bedeuten. Geben Sie 1234 oder 1,234 ein.').waitFor();
    await isSaved(form);
    const first = await answersOf(form);
    assert.deepEqual([first.at('my_number'), first.at('visits', 0, 'visit_number')], [1.5, 1234.5]);
    assert.equal(first.at('parts', 0, 'col_number'), undefined);
    await page.reload();
    assert.equal(await cell.inputValue(), '1.234');
    await complete.click();
    await page.getByText('1 Antwort fehlt oder ist ungültig').waitFor();
    await cell.and(page.locator(':focus')).waitFor();
    assert.equal((await answersOf(form)).status, 'draft');

    // On an English page, the parsed number is the same, and 1.234 is not ambiguous any more.
    await page.evaluate("localStorage.setItem('language', 'en')");
    await page.reload();
    await page.getByRole('button', { name: 'Complete the form' }).waitFor();
    assert.equal(await inputOf(form, 'my_number').inputValue(), '1.5');
    assert.equal(await cell.inputValue(), '1.234');
    await cell.fill('12 kg');
    await inputOf(form, 'before').focus();
    await fault('“12 kg” is not a number. Enter only the number, like this: 1234.5').waitFor();
    await cell.fill('1234');
    await page.getByRole('button', { name: 'Complete the form' }).click();
    await page.waitForURL(`**/forms/${form.formId}`);
    const last = await answersOf(form);
    assert.deepEqual([last.at('my_number'), last.at('parts', 0, 'col_number')], [1.5, 1234]);
  });

  test('a time of which a part is missing is said at its field and not left out of a completed form', async (t) => {
    const form = await openForm();
    t.after(() => form.context.close());
    const { page } = form;
    const complete = page.getByRole('button', { name: 'Complete the form' });
    const incomplete = page.getByText(
      'The time is incomplete. Enter all of its parts, or clear the field.',
    );
    await inputOf(form, 'my_time').fill('14:30');
    await isSaved(form);
    await inputOf(form, 'my_time').focus();
    await press(form, ['Backspace'], 8);
    await complete.click();
    await incomplete.waitFor();
    await page.getByText('1 answer is missing or not valid').waitFor();
    await isSaved(form);
    await page.reload();
    await incomplete.waitFor();
    await inputOf(form, 'my_time').focus();
    await press(form, [...'0415P'], 8);
    await inputOf(form, 'my_datetime').focus();
    await press(form, [...'11212026'], 8);
    await complete.click();
    await page.getByText('The date or time is incomplete').waitFor();
    assert.equal((await answersOf(form)).status, 'draft');
    await inputOf(form, 'my_datetime').fill('2026-11-21T08:05');
    await complete.click();
    await page.waitForURL(`**/forms/${form.formId}`);
    const { at } = await answersOf(form);
    assert.deepEqual([at('my_time'), at('my_datetime')], ['16:15', '2026-11-21T08:05']);
  });

  test('what is typed into one field of each kind is what is kept, while answers are saved, merged and asked for again', async () => {
    const seeds = ONE_OF_EACH.map(
      (field) => SEED * TYPED_FIELDS.length + TYPED_FIELDS.indexOf(field),
    );
    assert.deepEqual(await fillInAtOnce(seeds), []);
  });

  assert.ok(RUNS * TESTS >= TYPED_FIELDS.length && RUNS <= TYPED_FIELDS.length);
  for (let part = 0; part < TESTS; part += 1) {
    deepTest(
      `what is typed at any speed is what is kept, while answers are saved, merged and asked for again (${part + 1} of ${TESTS})`,
      async () => {
        const seeds = Array.from({ length: RUNS }, (_, i) => SEED + part * RUNS + i);
        assert.deepEqual(await fillInAtOnce(seeds), []);
      },
    );
  }

  /** Fills in a field for each seed, in several sessions. @returns what went wrong */
  const fillInAtOnce = async (seeds: readonly number[]): Promise<readonly string[]> => {
    const shares = Array.from({ length: SESSIONS }, (_, i) =>
      seeds.filter((_seed, at) => at % SESSIONS === i),
    );
    return (await Promise.all(shares.map(fillIn))).flat();
  };

  /** Fills in a field for each seed, one after the other. @returns what went wrong */
  const fillIn = async (seeds: readonly number[]): Promise<readonly string[]> => {
    const form = await openForm();
    try {
      const runs: Run[] = [];
      for (const seed of seeds) {
        const field = TYPED_FIELDS[seed % TYPED_FIELDS.length];
        assert.ok(field);
        runs.push(await typeDisturbed(form, field, seeded(seed), seed));
      }
      const kept = await form.second.send('GET', `/app/v1/forms/${form.formId}`);
      await form.page.reload();
      const again = await Promise.all(runs.map(({ field }) => shownIn(form, field)));
      return runs.flatMap(({ field, typing, told, found }, i) =>
        [
          ...found,
          [typing.stored, kept.at('answers', ...field.at), 'the service has'] as const,
          [typing.shown, again[i], 'loaded again'] as const,
        ].flatMap(([wanted, actual, where]) =>
          wanted === actual ? [] : [`${told}: ${where} ${JSON.stringify(actual)}`],
        ),
      );
    } finally {
      await form.context.close();
    }
  };
});
