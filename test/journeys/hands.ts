// Enters answers as a person with a phone: by tapping, typing key by key, picking or pasting.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { isChosenRow } from '#questionnaires/answers/answer-faults.ts';
import { ROW_NAME } from '#questionnaires/answers/row-names.ts';
import type { Asked } from './build.ts';
import type { Files, Rows, Sample, Value } from './journey.ts';

export type Way = 'keys' | 'picker' | 'paste';

interface Control {
  readonly page: Page;
  /** The whole form, or the row that contains the label. */
  readonly scope: Locator;
  readonly label: string;
  readonly way: Way;
}

/** Delay between keys: faster than any person, slower than a machine. */
const PAUSE_MS = 15;

/**
 * Answers a question that is found by its title, and replaces its former answer.
 * @param before the former answer, if it has rows: cells without a new answer are cleared
 */
export async function put(
  page: Page,
  asked: Asked,
  sample: Sample,
  way: Way,
  before?: Sample,
): Promise<void> {
  const scope = scopeOf(page, asked);
  if (!('rows' in sample)) {
    await putOne({ page, scope, label: asked.title, way }, asked.journey.by, sample);
    return;
  }
  const rowsBefore = before !== undefined && 'rows' in before ? before.rows : [];
  await setCount(scope, asked, sample.rows);
  for (const [i, row] of sample.rows.entries()) {
    await putRow(controlsOf(page, scope, asked, nameOfRow(row, i), way), asked, row, rowsBefore[i]);
  }
}

/** Answers the cells of a row, and clears those that had an answer before. */
async function putRow(
  controlOf: (name: string) => Control,
  { kind }: Asked,
  row: Rows['rows'][number],
  before: Rows['rows'][number] = {},
): Promise<void> {
  if (kind === 'matrix') {
    await stepOf(controlOf('').scope, row).locator('xpath=ancestor::label').click();
    return;
  }
  for (const [name, cell] of cellsIn(row)) {
    await putOne(controlOf(name), 'files' in cell ? 'files' : '', cell);
  }
  for (const [name, cell] of cellsIn(before)) {
    if (!Object.hasOwn(row, name)) await empty(controlOf(name), cell);
  }
}

const scopeOf = (page: Page, { name }: Asked): Locator =>
  page.locator(`[data-name="${name}"]`).first();

/** Returns the cells that people answer: not the one that says which row of the template it is. */
const cellsIn = (row: Rows['rows'][number]) =>
  Object.entries(row).filter(([name]) => name !== ROW_NAME);

/** Returns the number of a row, from 0, and the name that the template gives it. */
function nameOfRow({ row }: Rows['rows'][number], index: number) {
  return { index, name: row !== undefined && 'reads' in row ? row.reads.en : `${index + 1}` };
}

/** Returns the step of a Likert scale that answers a row. */
function stepOf(scope: Locator, { row, answer }: Rows['rows'][number]): Locator {
  const [statement, step] = [row, answer].map((each) =>
    each !== undefined && 'reads' in each ? each.reads.en : '',
  );
  return scope.getByRole('radio', { name: `row ${statement}, column ${step}`, exact: true });
}

/** Adds rows until there are enough, or removes the last ones. The first cell of each row is a text. */
async function setCount(scope: Locator, { kind }: Asked, rows: Rows['rows']): Promise<void> {
  if (kind === 'matrixdropdown' || kind === 'matrix') return;
  const [first = ''] = Object.keys(rows[0] ?? {});
  const isTable = kind === 'matrixdynamic';
  const there = isTable
    ? scope
        .getByLabel(new RegExp(`^row \\d+, column ${escaped(first)}`))
        .and(scope.locator('input'))
    : scope.locator(`[data-name="${first}"]`);
  const adder = scope.getByRole('button', { name: /^(?:Add|One more)/ });
  const removers = scope.getByRole('button', { name: 'Remove', exact: true });
  await there.first().waitFor();
  while ((await there.count()) > rows.length) await removers.last().click();
  while ((await there.count()) < rows.length) await adder.first().click();
}

/** Returns how to find the cells of a row, by name. */
const controlsOf =
  (page: Page, scope: Locator, { kind }: Asked, row: ReturnType<typeof nameOfRow>, way: Way) =>
  (name: string): Control =>
    kind.startsWith('matrix')
      ? { page, scope, label: `row ${row.name}, column ${name}`, way }
      : { page, scope: scope.locator(`[data-name="${name}"]`).nth(row.index), label: name, way };

/** Checks that an input has the value that was entered. Files are checked where they are read. */
export async function assertHeld(page: Page, asked: Asked, sample: Sample): Promise<void> {
  if ('files' in sample) return;
  const scope = scopeOf(page, asked);
  if ('value' in sample)
    return await assertOneHeld({ page, scope, label: asked.title, way: 'keys' }, sample);
  for (const [i, row] of sample.rows.entries()) {
    if (asked.kind === 'matrix') {
      assert.ok(await stepOf(scope, row).isChecked(), asked.title);
      continue;
    }
    const controlOf = controlsOf(page, scope, asked, nameOfRow(row, i), 'keys');
    for (const [name, cell] of cellsIn(row)) {
      if ('value' in cell) await assertOneHeld(controlOf(name), cell);
    }
  }
}

async function assertOneHeld({ scope, label }: Control, sample: Value): Promise<void> {
  const { value, reads } = sample;
  if (sample.isComputed) return;
  if (isChosenRow(value)) {
    assert.equal(await inputOf(scope, label).inputValue(), sample.reads.en, label);
    return;
  }
  if (await isRanked(scope)) {
    const texts = await scope.getByRole('listitem').allTextContents();
    const words = texts.map((text) => text.replace(/^\d+/, ''));
    assert.deepEqual(words, reads.en.split(', '), label);
    return;
  }
  const list = scope.getByRole('combobox', { name: called(label) });
  const group = scope
    .getByRole('group', { name: called(label) })
    .or(scope.getByRole('radiogroup', { name: called(label) }));
  const input = inputOf(scope, label);
  await input.or(group).or(list).first().waitFor();
  if ((await group.count()) > 0) {
    const words = Array.isArray(value) ? reads.en.split(', ').toSorted() : [reads.en];
    assert.deepEqual((await chosenIn(group)).toSorted(), words, label);
  } else if ((await list.count()) > 0) {
    await scope.getByText(reads.en, { exact: true }).first().waitFor();
  } else assert.equal(await input.inputValue(), sample.keys ?? String(value), label);
}

const isRanked = async (scope: Locator): Promise<boolean> =>
  (await scope.getByRole('button', { name: /^Move up: / }).count()) > 0;

async function chosenIn(group: Locator): Promise<string[]> {
  const words: string[] = [];
  for (const label of await group.locator('label').all()) {
    if (!(await label.locator('input').isChecked())) continue;
    words.push(((await label.textContent()) ?? '').trim());
  }
  return words;
}

async function putOne(control: Control, by: string, sample: Value | Files): Promise<void> {
  if ('files' in sample) return putFiles(control, by, sample);
  if (by === 'rank') return rank(control, sample.reads.en.split(', '));
  if (by === 'slide') return slide(control, Number(sample.value));
  const { scope, label } = control;
  const { value } = sample;
  if (sample.isComputed) return;
  if (isFound(value)) return locate(control, value);
  if (isChosenRow(value)) return chooseRow(control, sample.reads.en);
  const group = scope.getByRole('group', { name: called(label) });
  if (Array.isArray(value)) return tapSeveral(group, sample.reads.en.split(', '));
  const choices = scope.getByRole('radiogroup', { name: called(label) });
  if ((await choices.count()) > 0) return tap(choices, sample.reads.en);
  const list = scope.getByRole('combobox', { name: called(label) });
  if ((await list.count()) > 0) return pickFromList(control.page, list, sample.reads.en);
  await write(control, sample.keys ?? String(value));
}

/** Moves each choice up by its button, from the first place to the last. */
async function rank({ scope }: Control, words: readonly string[]): Promise<void> {
  const rows = scope.getByRole('listitem');
  await rows.first().waitFor();
  for (const [place, word] of words.entries()) {
    const up = scope.getByRole('button', { name: `Move up: ${word}`, exact: true });
    for (;;) {
      const texts = await rows.allTextContents();
      if (texts.findIndex((text) => text.endsWith(word)) <= place) break;
      await up.click();
    }
  }
  const keep = scope.getByRole('button', { name: 'Keep this order' });
  if (await keep.isVisible()) await keep.click();
}

/** Moves a slider with the keys to one of its ends, and from there step by step. */
async function slide({ scope, page, label }: Control, wanted: number): Promise<void> {
  const slider = scope.getByRole('slider', { name: called(label) });
  await slider.focus();
  const value = async () => Number(await slider.inputValue());
  const ends = await Promise.all(
    ['min', 'max'].map(async (end) => Number(await slider.getAttribute(end))),
  );
  const [min = 0, max = 0] = ends;
  await page.keyboard.press(wanted < (min + max) / 2 ? 'Home' : 'End');
  if ((await value()) === wanted) return;
  const key = wanted < (await value()) ? 'ArrowLeft' : 'ArrowRight';
  while ((await value()) !== wanted) await page.keyboard.press(key);
}

interface FoundPlace {
  readonly lat: number;
  readonly lon: number;
  readonly accuracy: number;
}

const isFound = (value: unknown): value is FoundPlace => Object(value).source === 'gps';

/** Stands there with the phone, and taps the button. */
async function locate({ page, scope, label }: Control, place: FoundPlace): Promise<void> {
  const { lat: latitude, lon: longitude, accuracy } = place;
  await page.context().setGeolocation({ latitude, longitude, accuracy });
  await scope.getByRole('button', { name: /my location$/ }).click();
  await scope.getByText(`${Math.ceil(accuracy)} m`).waitFor();
  const keep = scope.getByRole('button', { name: 'Stop and keep this position' });
  if (await keep.isVisible()) await keep.click();
  await inputOf(scope, label).waitFor();
}

/** Enters text into an input for text, a number, a date or a time. */
async function write({ page, scope, label, way }: Control, text: string): Promise<void> {
  const input = inputOf(scope, label);
  const type = (await input.getAttribute('type')) ?? 'text';
  const isPicked = /^(?:date|time|datetime-local)$/.test(type);
  if (isPicked && way !== 'keys') return input.fill(text);
  if (isPicked) {
    // Focuses the first part of the input, as the Tab key does.
    await input.blur();
    await input.focus();
    await page.keyboard.type(keysOf(type, text), { delay: PAUSE_MS });
    return;
  }
  await input.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  if (way === 'paste') {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('ControlOrMeta+v');
    return;
  }
  const isLong = text.length > 100;
  await page.keyboard.type(text, { delay: isLong ? 0 : PAUSE_MS });
}

const inputOf = (scope: Locator, label: string): Locator =>
  scope.getByLabel(called(label)).and(scope.locator('input, textarea'));

/** Clears an answer. */
async function empty(control: Control, before: Value | Files): Promise<void> {
  if ('files' in before) return await removeFiles(control.scope);
  if (Array.isArray(before.value)) {
    const group = control.scope.getByRole('group', { name: called(control.label) });
    await tapSeveral(group, []);
  } else if (typeof before.value === 'string') await inputOf(control.scope, control.label).fill('');
  else throw new Error(`Nobody knows how to empty ${control.label}`);
}

/**
 * Returns the keys in US English: month, day, year; hours, minutes, AM or PM. After each part, typing continues in the
 * next.
 */
function keysOf(type: string, text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  const [, hours, minutes] = /(\d\d):(\d\d)$/.exec(text) ?? [];
  const date = `${month}${day}${year}`;
  if (type === 'date') return date;
  const hour = Number(hours);
  const twelve = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  const time = `${twelve}${minutes}${hour < 12 ? 'a' : 'p'}`;
  return type === 'time' ? time : date + time;
}

const tap = (group: Locator, word: string): Promise<void> =>
  group
    .locator('label')
    .filter({ hasText: exactly(word) })
    .click();

async function tapSeveral(group: Locator, words: readonly string[]): Promise<void> {
  for (const label of await group.locator('label').all()) {
    if (await label.getByRole('checkbox').isChecked()) await label.click();
  }
  for (const word of words) await tap(group, word);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const exactly = (text: string): RegExp => new RegExp(`^\\s*${escaped(text)}\\s*$`);

/** Matches a label, with the asterisk of a required field. */
const called = (label: string): RegExp => new RegExp(`^\\s*${escaped(label)}(?:\\s*\\*)?\\s*$`);

async function pickFromList(page: Page, list: Locator, word: string): Promise<void> {
  // The input is covered by the selected item.
  await list.locator('xpath=ancestor::*[contains(@class, "sd-dropdown")][last()]').click();
  await page.getByRole('option', { name: word, exact: true }).filter({ visible: true }).click();
}

/** Types the text of a row of a shared list, and chooses it from those that are found. */
async function chooseRow({ page, scope, label }: Control, text: string): Promise<void> {
  const input = inputOf(scope, label);
  await input.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text, { delay: PAUSE_MS });
  await page.getByRole('option', { name: text }).filter({ visible: true }).first().click();
}

async function putFiles({ scope, page, label }: Control, by: string, sample: Files): Promise<void> {
  if (by === 'draw') return sign(page, scope);
  if (by === 'sketch') return sketch({ page, scope, label }, sample);
  const named = `input[type=file][aria-label="${label}"]`;
  const input = scope.locator(named);
  // What a cell has is looked for from the cell on.
  const around = /^row .*, column /.test(label)
    ? scope.locator('td').filter({ has: page.locator(named) })
    : scope;
  await removeFiles(around);
  await input.setInputFiles(
    sample.files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })),
  );
  for (const { name } of sample.files) await around.getByText(name, { exact: true }).waitFor();
}

/** Chooses a photo, and draws a stroke on it. */
async function sketch(
  { page, scope, label }: Pick<Control, 'page' | 'scope' | 'label'>,
  { files }: Files,
): Promise<void> {
  const input = scope.locator(`input[type=file][aria-label="${label}"]`);
  await input.setInputFiles(
    files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })),
  );
  await scope.getByText(files[0]?.name ?? '', { exact: true }).waitFor();
  await scope.getByRole('button', { name: 'Draw on photo' }).click();
  const dialog = page.getByRole('dialog');
  // The photo has one pixel, which a finger hits only with a shape in the middle.
  await dialog.getByRole('button', { name: 'Rectangle' }).click();
  await dialog.getByRole('button', { name: 'Add to the middle' }).click();
  await dialog.getByText('1 shape. It is saved already.').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
}

async function removeFiles(scope: Locator): Promise<void> {
  const removers = await scope.getByRole('button', { name: /^Remove ./ }).all();
  for (const remove of removers.toReversed()) await remove.click();
}

async function sign(page: Page, scope: Locator): Promise<void> {
  const again = scope.getByRole('button', { name: 'Sign again' });
  if ((await again.count()) > 0) await again.click();
  const paper = scope.getByRole('img', { name: /^Sign here/ });
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  if (box === null) throw new Error('Nothing to sign on');
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await scope.getByRole('button', { name: 'Save signature' }).click();
  await scope.getByRole('img', { name: 'Signature' }).waitFor();
}
