const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Escapes a text for XML, between tags or between double quotes. */
export const xmlEscaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => REFERENCES.get(character) ?? '');
