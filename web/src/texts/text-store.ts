// The texts of the pages in the language that is shown. i18n.ts loads them; texts.ts is where components ask for them.
import type { English } from '#web/locales/english.ts';

/** A text with a plural is asked for without the ending. */
type Singular<Name extends string> = Name extends `${infer Base}_${'one' | 'other'}` ? Base : Name;

type KeyOf<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? Singular<Name>
    : `${Name}.${KeyOf<Texts[Name]>}`;
}[keyof Texts & string];

/** Such as `common.cancel`. */
export type TextKey = KeyOf<English>;

interface Values {
  /** Chooses the form of a text that has several. */
  readonly count?: number;
  /** Returned where there is no such text. */
  readonly defaultValue?: string;
  readonly [name: string]: unknown;
}

/** Returns a text with its values filled in: numbers are written as in its language. */
export interface TFunction {
  (key: TextKey, values?: Values): string;
  /** For a key that may not exist, such as that of an event of a newer version. */
  (key: string, values: Values & { readonly defaultValue: string }): string;
}

interface Texts {
  readonly [name: string]: string | Texts;
}

export interface Translation {
  readonly t: TFunction;
  readonly i18n: {
    readonly language: string;
    /** How dates and times are written: in English, that of the browser, such as `en-GB`. */
    readonly locale: string;
  };
}

const known = new Map<string, Texts>();
const listeners = new Set<() => void>();
let shown = speaking('en');
let tellMissing: (key: string) => void = () => undefined;

/** A new function for each language, so that whatever depends on it is computed again. */
function speaking(language: string): Translation {
  return {
    t: (key: string, values?: Values) => textOf(language, key, values),
    i18n: {
      language,
      locale: language === 'en' && /^en/.test(navigator.language) ? navigator.language : language,
    },
  };
}

/** For code outside components. A component asks `useTranslation`, which renders it again in another language. */
export const texts = {
  get language(): string {
    return shown.i18n.language;
  },
  /** Of the language that is shown now. */
  get t(): TFunction {
    return shown.t;
  },
};

/** What {@link texts} gives now, the same object until the language changes. */
export const shownTranslation = (): Translation => shown;

/** Calls `listener` when another language is shown. @returns what ends this. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows pages in a language whose texts have been added. */
export function showLanguage(language: string): void {
  shown = speaking(language);
  for (const listener of listeners) listener();
}

/** Calls `listener` with the key of each text that is asked for and not there. */
export function onMissing(listener: (key: string) => void): void {
  tellMissing = listener;
}

/** Adds texts to those of a language. */
export function addTexts(language: string, added: Texts): void {
  known.set(language, { ...known.get(language), ...added });
}

/** Returns all texts of a group by their names, with values filled in. */
export function textsIn(group: keyof English, values: Values = {}): ReadonlyMap<string, string> {
  const found = known.get(texts.language)?.[group];
  if (typeof found !== 'object') return new Map();
  return new Map(
    Object.entries(found).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, filled(text, values, texts.language)]] : [],
    ),
  );
}

function textOf(language: string, key: string, values: Values = {}): string {
  const text = find(language, key, values.count);
  if (text !== undefined) return filled(text, values, language);
  if (values.defaultValue !== undefined) return values.defaultValue;
  tellMissing(key);
  return key;
}

function find(language: string, key: string, count: number | undefined): string | undefined {
  const path = key.split('.');
  const name = path.pop() ?? '';
  let group = known.get(language);
  for (const each of path) {
    const inner = group?.[each];
    group = typeof inner === 'object' ? inner : undefined;
  }
  const plural = count === undefined ? undefined : group?.[`${name}_${pluralOf(language, count)}`];
  const text = plural ?? group?.[name];
  return typeof text === 'string' ? text : undefined;
}

const rules = new Map<string, Intl.PluralRules>();

function pluralOf(language: string, count: number): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  return rule.select(count);
}

const filled = (text: string, values: Values, language: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(values[name], language));

const formats = new Map<string, Intl.NumberFormat>();

/** Returns the format of numbers in a language, made once: a phone takes longer to make one than to show a row of a list. */
function formatOf(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { useGrouping: 'min2' });
  formats.set(language, format);
  return format;
}

/** Numbers are written as where the language is spoken; four digits are read without a sign between them. */
function written(value: unknown, language: string): string {
  // Most numbers are small, and read the same in every language.
  if (typeof value === 'number') {
    return Number.isInteger(value) && value >= 0 && value < 1000
      ? String(value)
      : formatOf(language).format(value);
  }
  return value === undefined || value === null ? '' : String(value);
}
