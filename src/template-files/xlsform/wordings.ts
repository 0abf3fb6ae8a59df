import type { Notes } from '#template-files/notes.ts';
import { languageCode } from './languages.ts';
import type { FormRow, FormSheet } from './read-sheets.ts';

/** A text, or one text per language, as a definition stores it. */
export type Wording = string | Readonly<Record<string, string>>;

/** Returns the texts of a column; undefined when it is empty in all languages. */
export type WordingOf = (
  row: FormRow,
  column: string,
  /** Returns what a reference such as `${name}` becomes. */
  reference?: (name: string) => string,
) => Wording | undefined;

const REFERENCE = /\$\{\s*([^{}\s]{1,128})\s*\}/g;

/** The texts of a form. */
export interface Wordings {
  readonly wordingOf: WordingOf;
  /** The language of the texts that have none of their own; undefined for English, and when the form does not say. */
  readonly locale: string | undefined;
}

/** Prepares the reading of translated columns. The default language of the form stays the default. */
export function createWordings(
  sheets: readonly FormSheet[],
  defaultLanguage: string,
  notes: Notes,
): Wordings {
  const spelled = [
    ...new Set(sheets.flatMap(({ headers }) => headers.map(({ language }) => language ?? ''))),
  ];
  const codes = new Map(spelled.map((each) => [each, codeOf(each, defaultLanguage)]));
  for (const [each, code] of codes) {
    if (code === undefined && each !== '') notes.add('language', {}, { language: each });
  }
  const main = mainOf(codes, defaultLanguage);
  const codeIn = (language: string, inMain: boolean): string | undefined => {
    // A text without a language is in the default one, unless that has a column of its own.
    const isMain = language === main || (language === '' && !inMain);
    return isMain ? 'default' : codes.get(language);
  };
  const wordingOf: WordingOf = (row, column, reference = (name) => `\${${name}}`) => {
    const texts = new Map<string, string>();
    const given = row.texts(column);
    for (const [language, text] of given) {
      const code = codeIn(language, given.has(main));
      if (code === undefined || texts.has(code)) continue;
      texts.set(code, plainText(text, row, notes, reference));
    }
    const [first] = texts.values();
    if (first === undefined || texts.size === 1) return first;
    return Object.fromEntries([['default', texts.get('default') ?? first], ...texts]);
  };
  const own = codes.get(main);
  return { wordingOf, locale: own === 'en' ? undefined : own };
}

const codeOf = (language: string, defaultLanguage: string): string | undefined =>
  language === '' ? languageCode(defaultLanguage) : languageCode(language);

function mainOf(codes: ReadonlyMap<string, string | undefined>, defaultLanguage: string): string {
  if (codes.has(defaultLanguage)) return defaultLanguage;
  const wanted = languageCode(defaultLanguage);
  const same = [...codes].find(([, code]) => code !== undefined && code === wanted);
  if (same !== undefined) return same[0];
  const english = [...codes].find(([, code]) => code === 'en');
  return english?.[0] ?? (codes.has('') ? '' : ([...codes.keys()][0] ?? ''));
}

/** Returns a text without Markdown and HTML, with its references replaced. */
function plainText(
  text: string,
  row: FormRow,
  notes: Notes,
  reference: (name: string) => string,
): string {
  const plain = text
    .replaceAll(/<br\s{0,5}\/?>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, '')
    .replaceAll(/(\*\*|__)([^*_\n]{1,500})\1/g, '$2')
    .replaceAll(/^#{1,6} +/gm, '')
    .replaceAll(/\[([^\][\n]{1,500})\]\((https?:[^()\s]{1,500})\)/g, '$1 ($2)');
  if (plain !== text) {
    notes.add('formatting', { sheet: row.sheet, row: row.row, name: row.get('name') });
  }
  return plain.replaceAll(REFERENCE, (_, name: string) => reference(name)).trim();
}
