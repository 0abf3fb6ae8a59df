const MAX_SHOWN = 80;

/** Returns a piece of a client's input for an error message: quoted, short, well-formed. */
export const shown = (text: string): string =>
  JSON.stringify(text.slice(0, MAX_SHOWN).toWellFormed());
