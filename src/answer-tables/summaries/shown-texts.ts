import { textKey } from '#answer-index/index.ts';
import { isObject } from '#kernel/json.ts';
import type { Sample } from './samples.store.ts';

/** Longer texts are cut. */
const MAX_SHOWN = 200;

/**
 * Returns a text as it was written, from the folded text by which it is counted. When the answer is not found where it
 * is looked for, it returns the folded text.
 */
export function shownText({ text, answer }: Sample): string {
  const written =
    answer === null ? undefined : textsIn(answer).find((one) => textKey(one) === text);
  return written === undefined ? text : written.trim().slice(0, MAX_SHOWN).toWellFormed();
}

/** Returns the answer itself, or the texts of an answer that is an object, such as the label of a row of a list. */
function textsIn(answer: string): readonly string[] {
  if (!answer.startsWith('{')) return [answer];
  try {
    const parsed: unknown = JSON.parse(answer);
    const texts = isObject(parsed) ? Object.values(parsed) : [];
    return [answer, ...texts.filter((one) => typeof one === 'string')];
  } catch {
    return [answer];
  }
}
