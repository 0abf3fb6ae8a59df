// Languages in the headers of an XLSForm: `label::German (de)`, `label::Deutsch`, `label:fr`.

/** Codes by the English and by the own name of each language, made once it is needed. */
let codes: ReadonlyMap<string, string> | undefined;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function codesByName(): ReadonlyMap<string, string> {
  if (codes !== undefined) return codes;
  const found = new Map<string, string>();
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = first + second;
      const name = english.of(code);
      if (name === undefined) continue;
      const own = new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code);
      found.set(name.toLowerCase(), code);
      if (own !== undefined) found.set(own.toLowerCase(), code);
    }
  }
  codes = found;
  return found;
}

const CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i;

/** Returns the code of a language as a form stores it, such as `de`; undefined for one that is not known. */
export function languageCode(spelled: string): string | undefined {
  const [, bracketed] = /\(([^()]*)\)\s*$/.exec(spelled) ?? [];
  const text = (bracketed ?? spelled).trim();
  const byName = codesByName().get(text.toLowerCase());
  if (byName !== undefined) return byName;
  if (CODE.test(text)) return text.toLowerCase().replaceAll('_', '-');
  const name = spelled.replace(/\([^()]*\)\s*$/, '').trim();
  return codesByName().get(name.toLowerCase());
}
