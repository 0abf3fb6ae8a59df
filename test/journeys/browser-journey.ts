// The same journey in a browser on a phone whose network fails half-way.

import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import type { JsonValue } from '#kernel/json.ts';
import { isStaticKind } from '#web/builder/kinds.ts';
import type { Answer } from '../support/instance.ts';
import { setOffline } from '../support/network.ts';
import type { Receiver } from '../support/webhook-receiver.ts';
import type { Asked, Built } from './build.ts';
import { assertApi, assertCsv, assertJson, assertPdf } from './expectations.ts';
import { type Filled, fillIn } from './filled.ts';
import { assertHeld, put, type Way } from './hands.ts';
import type { Sample } from './journey.ts';
import { assertRead } from './read-page.ts';
import { ok, type Service } from './service.ts';
import { addressTold } from './travel.ts';

export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly service: Service;
  readonly receiver: Receiver;
}

export type Turn = 'first' | 'later';

/** Returns how the answer to a field is entered. */
export type WayOf = (asked: Asked, turn: Turn) => Way;

/** A form that was opened on the phone. */
export interface Opened {
  readonly id: string;
  readonly templateId: string;
  readonly asked: readonly Asked[];
}

/** Publishes a template, and begins to fill in a form of it. */
export async function open(
  { page, service }: Phone,
  { name, definition, asked }: Built & { readonly name: string },
): Promise<Opened> {
  const templateId = await service.publish(name, definition);
  await page.goto(`${service.node.server.publicUrl}/forms/new`);
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL('**/fill');
  const id = /forms\/([^/]+)\/fill$/.exec(page.url())?.[1] ?? '';
  for (const each of asked) await assertShown(page, each);
  return { id, templateId, asked };
}

/** Fills in half of the form online and half offline, reloads and completes it, and then goes online. */
export async function fillHalfOffline(
  { page, context }: Phone,
  { id, asked }: Opened,
  wayOf: WayOf,
): Promise<void> {
  // Answers that hide a field come after the answer of that field.
  const hidden = asked.filter(({ isHidden }) => isHidden);
  const shown = shownOf(asked);
  const typed = shown
    .filter(({ first }) => !('value' in first && first.isComputed))
    .toSorted((a, b) => Number(asksForPeople(b)) - Number(asksForPeople(a)));
  const half = Math.ceil(typed.length / 2);
  for (const each of [...hidden, ...typed.slice(0, half)]) {
    await put(page, each, each.first, wayOf(each, 'first'));
  }
  await isSaved(page);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.evaluate(keptScreens(asked.map(({ journey }) => journey.type)));
  await setOffline(context, true);
  for (const each of typed.slice(half)) await put(page, each, each.first, wayOf(each, 'first'));
  await page.getByText(/^Not sent yet/).waitFor();
  await page.reload();
  for (const each of shown) await assertHeld(page, each, each.first);
  await page.getByRole('button', { name: 'Complete the form' }).click();
  await page.getByText('will be completed when you’re online again').waitFor();
  await setOffline(context, false);
  await page.waitForURL(`**/forms/${id}`);
}

/** A device keeps no directory: people are looked up with a network, also in the cells of a table. */
const asksForPeople = ({ kind, first }: Asked): boolean =>
  kind === 'person' || ('rows' in first && first.rows.some((row) => Object.hasOwn(row, 'person')));

/** Reopens the complete form, changes every answer, and completes it again. */
export async function changeAll(
  { page, service }: Phone,
  { id, asked }: Opened,
  wayOf: WayOf,
): Promise<void> {
  const base = service.node.server.publicUrl;
  await page.goto(`${base}/forms/${id}`);
  await page.getByRole('button', { name: 'Reopen', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${base}/forms/${id}/fill`);
  await page.getByRole('button', { name: 'Complete the form' }).waitFor();
  for (const each of shownOf(asked)) {
    await assertHeld(page, each, each.first);
    await put(page, each, each.later, wayOf(each, 'later'), each.first);
  }
  await isSaved(page);
  await page.getByRole('button', { name: 'Complete the form' }).click();
  await page.waitForURL(`**/forms/${id}`);
}

/** Resolves when the service worker keeps the screens of these types of fields, which only some forms load. */
const keptScreens = (types: readonly string[]): string => `(async () => {
  const wanted = ${JSON.stringify(SCREENS.filter((screen) => types.some((type) => type.toLowerCase() === screen)))};
  for (;;) {
    const kept = [];
    for (const name of await caches.keys()) kept.push(...(await (await caches.open(name)).keys()));
    if (wanted.every((each) => kept.some(({ url }) => url.includes(each + '-screen')))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
})()`;

const SCREENS = ['location', 'barcode', 'sketch'];

const shownOf = (asked: readonly Asked[]) => asked.filter(({ isHidden }) => !isHidden);

const isSaved = (page: Page) =>
  page
    .locator('[role=status][aria-busy=false]')
    .getByText(/^Saved/)
    .waitFor();

/** Checks what a property makes visible, and the default value of the field. */
async function assertShown(page: Page, asked: Asked): Promise<void> {
  const { name, property } = asked;
  // A section shows it around its field, a heading above it.
  const scope =
    asked.of === 'panel' || isStaticKind(asked.of)
      ? page.locator('main')
      : page.locator(`[data-name="${name}"]`).first();
  if (property?.shows !== undefined) await scope.getByText(property.shows).first().waitFor();
  if (property?.filled !== undefined) await assertHeld(page, asked, property.filled);
  if (property?.attribute === undefined) return;
  const input = scope.locator('input, textarea').first();
  const { name: attribute, value } = property.attribute;
  assert.equal(await input.getAttribute(attribute), value, `${name}: ${attribute}`);
}

/** Checks the answers on the page of the form, over the API, and in every export. */
export async function assertEverywhere(
  { page, service }: Phone,
  { id, templateId, asked }: Opened,
  turn: Turn,
): Promise<void> {
  await page.getByText('Complete', { exact: true }).first().waitFor();
  const form = await ok(service.read(id));
  assert.equal(form.at('status', 'status'), 'complete');
  const filled: Filled[] = [];
  for (const each of asked) filled.push(await found(form, each, each[turn]));
  assertApi(form, filled);
  await assertRead(page, filled);
  assertCsv(await service.export('csv', templateId, 'en'), filled, 'en');
  assertPdf(await service.export('pdf', templateId, 'en'), filled, 'en');
  assertJson(await service.export('json', templateId, 'en'), filled);
}

/** Checks the form at the URL that the webhook message contains. */
export async function assertTold({ service, receiver }: Phone, { id }: Opened): Promise<void> {
  const told = await ok(service.node.request('GET', await addressTold(service, receiver, id)));
  assert.equal(told.text, (await service.read(id)).text);
}

/** Returns the expected answers, with the ids of the uploaded files. */
async function found(form: Answer, asked: Asked, sample: Sample): Promise<Filled> {
  const kept = form.at('fields', asked.name);
  const files = filesIn(kept);
  const idOf = async (_question: string, { name }: { readonly name: string }) => {
    const at = files.findIndex((file) => file.name === name);
    const [file] = files.splice(at, at < 0 ? 0 : 1);
    return file?.id ?? `no ${name}`;
  };
  const filled = await fillIn(asked, sample, idOf);
  if (asked.isHidden) return filled;
  if (asked.journey.type === 'Location') {
    // The time is that of the browser.
    const at: JsonValue = Object(form.at('fields', asked.name, 'value')).at;
    assert.match(String(at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    return { ...filled, answer: { ...Object(filled.answer), at } };
  }
  // What is typed has no format.
  if (asked.journey.type === 'Barcode') {
    return { ...filled, answer: { text: Object(filled.answer).text } };
  }
  if (asked.journey.by === 'sketch') {
    const { imageFile, retainedImage, shapes } = Object(form.at('fields', asked.name));
    assert.deepEqual([imageFile.name, imageFile.type], ['drawing.jpg', 'image/jpeg']);
    assert.deepEqual(shapes, [
      { kind: 'box', color: '#c92a2a', width: 6, points: [0.4, 0.4, 0.6, 0.6] },
    ]);
    const [photo, picture] = [retainedImage, imageFile].map(({ link: _link, ...file }) => file);
    return { ...filled, answer: { photo, picture, shapes } };
  }
  if (asked.journey.by !== 'draw') return filled;
  // The browser determines the size of a drawing in bytes.
  const { id, name, type, size } = Object(form.at('fields', asked.name, 'imageFile'));
  assert.deepEqual([name, type, size > 500], ['signature.png', 'image/png', true]);
  return { ...filled, answer: { id, name, type, size } };
}

interface FileFound {
  readonly id: string;
  readonly name: string;
}

/** Finds files at any depth. */
function filesIn(value: unknown): FileFound[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(filesIn);
  const { id, name, size, imageFile: _first, ...rest } = value as Record<string, JsonValue>;
  if (typeof size === 'number') return [{ id: String(id), name: String(name) }];
  return Object.values(rest).flatMap(filesIn);
}
