// Pictures of instruction texts. They lie inside of the definition as `data:` URLs: they are there without a network, on
// public links, in every version and in files that move to another instance. Browsers load this file too.

/** The largest picture, in bytes. */
export const MAX_PICTURE_BYTES = 60_000;
/** The longest side, in pixels: a few bytes could otherwise fill the memory of every device that shows them. */
export const MAX_PICTURE_SIDE = 1600;
/** The most pictures of one form. */
export const MAX_PICTURES = 5;

/** The largest picture of a choice, in bytes. */
export const MAX_CHOICE_PICTURE_BYTES = 20_000;
/** The most pictures of choices of one form. */
export const MAX_CHOICE_PICTURES = 40;

export const PICTURE_START = 'data:image/jpeg;base64,';

/** The longest `data:` URL of a picture, in characters. */
const LONGEST = PICTURE_START.length + Math.ceil(MAX_PICTURE_BYTES / 3) * 4;

/** Returns whether a value looks like a picture that is not too large; its pixels are not read. */
export const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(PICTURE_START) && value.length <= LONGEST;
