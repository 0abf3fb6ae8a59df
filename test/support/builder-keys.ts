// Types into the builder as a designer does, and tells how long each key takes until the screen shows it.
import type { Page } from 'playwright-core';
import type { JsonObject } from '#kernel/json.ts';

const KEYS = 'How many of them are there today?';
/** Between two keys, in milliseconds: a quick typist, who never waits long enough for the preview. */
const BETWEEN_MS = 120;
const PER_PAGE = 25;
const LONGEST_MS = 120_000;

/** Notes the time of each key. A message is read after its frame is laid out and painted. */
const WATCH_KEYS = `
  globalThis.keyTimes = [];
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
      port2.postMessage(undefined);
    });
  }, { capture: true });`;

const KINDS = [
  { type: 'text' },
  { type: 'comment' },
  { type: 'boolean' },
  { type: 'text', inputType: 'number' },
  { type: 'radiogroup', choices: ['good', 'bad', 'unknown'] },
];

/** Returns a form of that many fields of usual kinds, some of them with a condition. */
export const formOf = (count: number): JsonObject => ({
  pages: Array.from({ length: Math.ceil(count / PER_PAGE) }, (_, page) => ({
    name: `page${page + 1}`,
    elements: Array.from({ length: Math.min(PER_PAGE, count - page * PER_PAGE) }, (_, i) => {
      const number = page * PER_PAGE + i;
      return {
        ...KINDS[number % KINDS.length],
        name: `field_${number}`,
        title: `Field ${number} of the inspection`,
        ...(number % 10 === 7 && { visibleIf: `{field_${number - 1}} notempty` }),
      };
    }),
  })),
});

/**
 * Opens a field in the middle of the first page and types a title over its own.
 * @param onReady is called before the first key
 * @returns the milliseconds from each key to the frame that shows it
 */
export async function typeTitle(
  page: Page,
  onReady?: () => Promise<void>,
): Promise<readonly number[]> {
  const head = page.locator('button[data-part=head][data-at="0.4"]');
  await head.click({ timeout: LONGEST_MS });
  const title = page.locator('input[data-part=title]');
  await title.waitFor({ timeout: LONGEST_MS });
  // The preview of the opened field is drawn before the first key.
  await page.waitForTimeout(2000);
  await title.focus();
  await page.evaluate(WATCH_KEYS);
  await onReady?.();
  for (const key of KEYS) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(BETWEEN_MS);
  }
  const value = await title.inputValue();
  if (value !== KEYS) throw new Error(`the title is “${value}” after typing “${KEYS}”`);
  const times: unknown = await page.evaluate('globalThis.keyTimes');
  if (!Array.isArray(times) || times.length < KEYS.length) throw new Error('a key was not seen');
  return times.map(Number);
}
