// Answers for office use come from the review, and stay as they are wherever else answers are written.
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { Members } from './answer-shapes.ts';

export interface HeldAnswers {
  /** The answers without those for office use. */
  readonly answers: JsonObject;
  /** Those that are stored, which stay. */
  readonly held: JsonObject;
  /** The names of those that differ from what is stored. */
  readonly changed: readonly string[];
}

/** Takes the answers for office use out of what was sent. One that is left out, or null, stays as it is. */
export function holdOffice(members: Members, given: JsonObject, stored: JsonObject): HeldAnswers {
  const isOffice = ([name]: readonly [string, JsonValue]) => members.get(name)?.office === true;
  const sent = Object.entries(given);
  const held = Object.fromEntries(Object.entries(stored).filter(isOffice));
  const differs = ([name, value]: readonly [string, JsonValue]) =>
    value !== null && (!Object.hasOwn(held, name) || !isSame(value, held[name]));
  return {
    answers: Object.fromEntries(sent.filter((each) => !isOffice(each))),
    held,
    changed: sent.filter((each) => isOffice(each) && differs(each)).map(([name]) => name),
  };
}

/** Compares texts, numbers, true and false, and lists of them: nothing else is for office use. Browsers load this file too. */
const isSame = (one: JsonValue, other: JsonValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
