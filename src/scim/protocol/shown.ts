const MAX_SHOWN = 80;

/** A piece of what a client sent, fit to stand in an error message: quoted, short, well-formed. */
export const shown = (text: string): string =>
  JSON.stringify(text.slice(0, MAX_SHOWN).toWellFormed());
