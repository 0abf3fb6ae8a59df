// Translations as CSV (RFC 4180): a row for each text, a column for each language.
import { csvLine, unguarded } from '#kernel/csv.ts';
import { type CsvRecord, createCsvReader } from '#lists/csv-records.ts';
import type { Definition } from './definition.ts';
import { textsOf } from './form-texts.ts';
import { FORM_LANGUAGES, tagOf } from './languages.ts';
import { defaultLanguage, type Translation, textIn, translatedLanguages } from './translations.ts';

const KEY = 'key';
const WHERE = 'field';

/** Writes every text of the form. Missing ones are empty cells. */
export function writeTranslations(definition: Definition, languages: readonly string[]): string {
  const byDefault = defaultLanguage(definition);
  const columns = [byDefault, ...languages.filter((each) => each !== byDefault)];
  const rows = textsOf(definition).map(({ key, holder, value }) =>
    csvLine([key, holder, ...columns.map((each) => textIn(value, each, byDefault) ?? '')]),
  );
  return csvLine([KEY, WHERE, ...columns]) + rows.join('');
}

export type TranslationFault =
  | { readonly kind: 'noKeyColumn' }
  | { readonly kind: 'unknownLanguage'; readonly language: string }
  | { readonly kind: 'unknownKey'; readonly row: number; readonly key: string }
  | { readonly kind: 'sameKey'; readonly row: number; readonly key: string };

export interface ReadTranslations {
  /** The texts that differ from those of the form. */
  readonly translations: readonly Translation[];
  readonly faults: readonly TranslationFault[];
}

interface Column {
  readonly language: string;
  readonly at: number;
}

/**
 * Reads translations that were written by {@link writeTranslations} and edited. Empty cells change nothing. Rows with a
 * fault are left out, and so are columns of languages that do not exist.
 */
export function readTranslations(definition: Definition, file: string): ReadTranslations {
  const [header, ...rows] = readRecords(file);
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  const keyAt = names.indexOf(KEY);
  if (keyAt === -1) return { translations: [], faults: [{ kind: 'noKeyColumn' }] };
  const own = [defaultLanguage(definition), ...translatedLanguages(definition), ...FORM_LANGUAGES];
  const columns = names
    .map(
      (name, at): Column => ({
        language: own.find((each) => tagOf(each) === tagOf(name)) ?? name,
        at,
      }),
    )
    .filter(({ language }) => ![KEY, WHERE, ''].includes(language));
  const known = columns.filter(({ language }) => own.includes(language));
  const faults: TranslationFault[] = columns
    .filter((column) => !known.includes(column))
    .map(({ language }) => ({ kind: 'unknownLanguage', language }));
  const byDefault = defaultLanguage(definition);
  const texts = new Map(textsOf(definition).map((text) => [text.key, text]));
  const seen = new Set<string>();
  const translations = rows.flatMap(({ cells, row }) => {
    const key = unguarded(cells[keyAt] ?? '');
    const text = texts.get(key);
    if (text === undefined || seen.has(key)) {
      faults.push({ kind: text === undefined ? 'unknownKey' : 'sameKey', row, key });
      return [];
    }
    seen.add(key);
    return known.flatMap(({ language, at }): readonly Translation[] => {
      const cell = cells[at] ?? '';
      if (cell.trim() === '' || isSame(cell, textIn(text.value, language, byDefault))) return [];
      return [{ key, language, text: unguarded(cell) }];
    });
  });
  return { translations, faults };
}

/** Returns whether a cell is what was written for the text, with the apostrophes that stop formulas. */
const isSame = (cell: string, text: string | undefined): boolean =>
  text !== undefined && (cell === text || readRecords(csvLine([text]))[0]?.cells[0] === cell);

/** Returns the records with any text. */
function readRecords(text: string): readonly CsvRecord[] {
  const reader = createCsvReader({ cell: Infinity, cells: Infinity });
  const records = [...reader.push(text), ...reader.end()];
  // A quotation mark that nobody closed takes in the rest of the file, which is no text of that row.
  return records.filter(({ row }) => row !== reader.openRow);
}
