// Limits of the numbers in a definition. The form builder uses them for its inputs, so that it never offers a number
// that the profile refuses. Browsers load this file too, so it imports nothing else.

export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** The limits of every whole number that has no limits of its own. */
const COUNT_LIMITS: Limits = { min: 0, max: 1000 };

/** The limits of a text length, in characters. */
const LENGTH: Limits = { min: 0, max: 100_000 };

const OWN: ReadonlyMap<string, Limits> = new Map([
  ['decimals', { min: 0, max: 6 }],
  ['maxLength', LENGTH],
  ['minLength', LENGTH],
  ['maxTextLength', LENGTH],
  ['maxCommentLength', LENGTH],
  // Metres. Less is more than any device promises.
  ['maxAccuracy', { min: 1, max: 100_000 }],
]);

/** The longest unit of a number, in characters. */
export const MAX_UNIT_LENGTH = 12;

/** The longest message that an author writes for a rule, in characters. */
export const MAX_MESSAGE_LENGTH = 200;

/** Returns the limits of a whole number by the name of its property. */
export const countLimits = (property: string): Limits => OWN.get(property) ?? COUNT_LIMITS;
