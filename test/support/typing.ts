// Simulates a person who types while everything happens that can happen to a form: autosaves, answers from a second
// device, an unreliable network, fields that appear. A seed decides when.

import type { BrowserContext, Page } from 'playwright-core';
import type { Browser as Client } from './browser.ts';
import { setOffline } from './network.ts';
import { between, oneOf, type Random } from './seeded.ts';
import { type TypedField, type Typing, typingOf } from './typed-fields.ts';

/** A form that is open on a phone, and another user who has it open, too. */
export interface OpenForm {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly formId: string;
  readonly second: Client;
}

/** Keys per second: slow with one finger, usual, and as fast as a phone keyboard that completes words. */
const SPEEDS = [3, 8, 20] as const;

/**
 * `elsewhere`: the second device answers another field. `switch`: it answers a field that shows or hides another.
 * `same`: it answers the field into which the person is typing.
 */
type Disturbance = 'offline' | 'online' | 'elsewhere' | 'switch' | 'same';

interface Step {
  /** Milliseconds after the first key. */
  readonly at: number;
  readonly what: Disturbance;
}

/** Returns one to three disturbances within that time; each loss of the network ends at most 900 ms later. */
function scheduleOf(random: Random, ms: number): readonly Step[] {
  const kinds = ['offline', 'elsewhere', 'switch', 'same'] as const;
  const steps = Array.from({ length: between(random, 1, 3) }, (): Step => {
    return { at: between(random, 0, ms), what: oneOf(random, kinds) };
  });
  const back = steps
    .filter(({ what }) => what === 'offline')
    .map(({ at }): Step => ({ at: at + between(random, 50, 900), what: 'online' }));
  return [...steps, ...back].toSorted((a, b) => a.at - b.at);
}

/** Presses keys one after the other, at this speed, in the element with the focus. */
export async function press(
  { page }: Pick<OpenForm, 'page'>,
  keys: readonly string[],
  keysPerSecond: number,
): Promise<void> {
  const start = Date.now();
  for (const [i, key] of keys.entries()) {
    await page.waitForTimeout(Math.max(0, start + (i * 1000) / keysPerSecond - Date.now()));
    // A letter without a key of its own is inserted as an input method does.
    if (key.length === 1 && !/[ -~]/.test(key)) await page.keyboard.insertText(key);
    else await page.keyboard.press(key);
  }
}

type Answers = Readonly<Record<string, unknown>>;

/**
 * Runs each step at its time, one after the other. `answer` returns the second device's answers from those that it
 * finds.
 */
async function disturb(
  form: OpenForm,
  steps: readonly Step[],
  answer: (what: Disturbance, found: Answers) => Answers,
): Promise<void> {
  const start = Date.now();
  for (const { at, what } of steps) {
    await form.page.waitForTimeout(Math.max(0, start + at - Date.now()));
    if (what === 'offline' || what === 'online') await setOffline(form.context, what === 'offline');
    else await answerElsewhere(form, (found) => answer(what, found));
  }
}

/** Saves answers as the page of a second device does, and retries if the first device was quicker. */
export async function answerElsewhere(
  { second, formId }: Pick<OpenForm, 'second' | 'formId'>,
  change: (found: Answers) => Answers,
): Promise<void> {
  const path = `/app/v1/forms/${formId}`;
  for (let left = 5; left > 0; left -= 1) {
    const found = await second.send('GET', path);
    const body = { revision: found.at('revision'), answers: change(Object(found.at('answers'))) };
    const { status, text } = await second.send('PATCH', path, { body });
    if (status === 200) return;
    if (status !== 412) throw new Error(`the second device was answered ${status} ${text}`);
  }
  throw new Error('the second device never came through');
}

/** Fills several fields at once, without focus, as a browser's autofill does. */
export async function fillAtOnce(
  { page }: Pick<OpenForm, 'page'>,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const byId: (readonly [id: string | null, value: string])[] = [];
  for (const [label, value] of Object.entries(values)) {
    const input = page.locator('.survey-view').getByLabel(label, { exact: true });
    byId.push([await input.getAttribute('id'), value]);
  }
  await page.evaluate(`(${FILL_AT_ONCE})(${JSON.stringify(byId)})`);
}

const FILL_AT_ONCE = `(values) => {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  for (const [id, value] of values) {
    const input = document.getElementById(id);
    set.call(input, value);
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  }
}`;

/** A limit that only a busy machine reaches: a test waits for nothing that depends on a timer of a page. */
export const PATIENCE_MS = 90_000;

/** Waits until the form is saved; if asked, keeps what was typed. */
export async function isSaved({ page }: OpenForm): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Someone else changed the same answers' });
  const saved = page.locator('[role=status][aria-busy=false]').getByText(/^(?:Saved|Gespeichert)/);
  for (let left = PATIENCE_MS / 100; left > 0; left -= 1) {
    if (await dialog.isVisible()) {
      await dialog.getByRole('button', { name: 'Save selection' }).click();
      await dialog.waitFor({ state: 'detached' });
    } else if (await saved.isVisible()) return;
    // It asks when the field is left.
    else if (await page.getByText('when you leave this field').isVisible()) {
      await page.evaluate('document.activeElement.blur()');
    }
    await page.waitForTimeout(100);
  }
  throw new Error('the form was never saved');
}

/** Returns the answers with a change at one position. */
function withAnswer(
  found: Answers,
  [name, row, column]: TypedField['at'],
  value: unknown,
): Answers {
  if (row === undefined) return { ...found, [name]: value };
  const rows: unknown[] = Array.isArray(found[name]) ? [...found[name]] : [];
  rows[Number(row)] = { ...Object(rows[Number(row)]), [String(column)]: value };
  return { ...found, [name]: rows };
}

/** What became of one field that was filled in. */
export interface Run {
  readonly field: TypedField;
  readonly typing: Typing;
  /** How to repeat the run. */
  readonly told: string;
  readonly found: readonly (readonly [wanted: string, actual: string, where: string])[];
}

/** Types an answer into a field while it is disturbed, and saves it. */
export async function typeDisturbed(
  form: OpenForm,
  field: TypedField,
  random: Random,
  seed: number,
): Promise<Run> {
  const typing = typingOf(field.kind, random);
  const speed = oneOf(random, SPEEDS);
  const steps = scheduleOf(random, (typing.keys.length * 1000) / speed);
  const told = `TEST_SEED=${seed}: ${field.label}, ${JSON.stringify(typing.shown)} at ${speed} a second, ${JSON.stringify(steps)}`;
  const other = typingOf(field.kind, random).stored;
  let count = 0;
  const answer = (what: Disturbance, found: Answers): Answers => {
    count += 1;
    if (what === 'switch') return { ...found, switch: found['switch'] !== true };
    if (what === 'elsewhere') return { ...found, note: `second device ${count}` };
    return withAnswer(found, field.at, other);
  };
  // The previous answer, whose autosave happens while this one is typed.
  await inputOf(form, 'before').fill(`run ${seed}`);
  await form.page.waitForTimeout(between(random, 0, 900));
  await inputOf(form, field.label).focus();
  await Promise.all([press(form, typing.keys, speed), disturb(form, steps, answer)]);
  const typed = await shownIn(form, field);
  await setOffline(form.context, false);
  // Leaving the field asks about changes by others.
  await inputOf(form, field.label).blur();
  await isSaved(form);
  const saved = await shownIn(form, field);
  const found = [
    [typing.shown, typed, 'shown'],
    [typing.shown, saved, 'shown once saved'],
  ] as const;
  return { field, typing, told, found };
}

export const inputOf = ({ page }: OpenForm, label: string) =>
  page.locator('.survey-view').getByLabel(label, { exact: true });

export const shownIn = (form: OpenForm, { label }: TypedField): Promise<string> =>
  inputOf(form, label).inputValue();
