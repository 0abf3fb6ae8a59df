// How large the numbers of a definition may be. The builder's inputs take them from here, so that it never offers
// what the profile refuses. Nothing else is imported: this file is loaded by browsers, too.

export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** Limits of every whole number that has none of its own. */
const COUNT_LIMITS: Limits = { min: 0, max: 1000 };

/** The longest text that an answer may be limited to, in characters. */
const LENGTH: Limits = { min: 0, max: 100_000 };

const OWN: ReadonlyMap<string, Limits> = new Map([
  ['maxLength', LENGTH],
  ['minLength', LENGTH],
  ['maxTextLength', LENGTH],
  ['maxCommentLength', LENGTH],
]);

/** Returns the limits of a whole number by the name of its property. */
export const countLimits = (property: string): Limits => OWN.get(property) ?? COUNT_LIMITS;
