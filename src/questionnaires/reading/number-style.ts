import { type JsonObject, member, textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { decimalsOf } from '#questionnaires/answers/question-rules.ts';

/** The format of a calculated value. */
export interface NumberStyle {
  readonly style: 'decimal' | 'currency' | 'percent' | undefined;
  readonly currency: string;
  readonly useGrouping: boolean;
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** The text around the value, which replaces `{0}`. */
  readonly around: string | undefined;
  /** The unit behind a number; undefined for none. */
  readonly unit: string | undefined;
}

const STYLES = ['decimal', 'currency', 'percent'] as const;

/** The texts around a number: `{0}` with what surrounds it, and the unit behind it. */
export interface Surrounding {
  readonly around: string | undefined;
  readonly unit: string | undefined;
}

export const numberStyleOf = (element: JsonObject, texts: Surrounding): NumberStyle =>
  quantity(
    styleOf(element, texts, (name) => name),
    decimalsOf(element),
  );

/** Reads the style of a total. Its properties have the prefix `total`. */
export const totalStyleOf = (column: JsonObject, { around, unit }: Surrounding): NumberStyle => {
  const type = member(column, 'totalType');
  const style = styleOf(
    column,
    // A number of rows has no unit.
    { around, unit: type === 'count' ? undefined : unit },
    (name) => `total${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  );
  // The average of whole numbers is none.
  return type === 'avg'
    ? averageOf(style)
    : quantity(style, type === 'count' ? 0 : decimalsOf(column));
};

/**
 * A number with a unit is a quantity, whose digits are grouped: without one, 2026 may be a year. With a number of
 * decimals, all of them are written, so that values in a column can be compared.
 */
function quantity(style: NumberStyle, decimals: number | undefined): NumberStyle {
  if (style.style !== undefined || (style.unit === undefined && decimals === undefined))
    return style;
  const digits = decimals === undefined ? { most: 20 } : { least: decimals, most: decimals };
  return { ...style, style: 'decimal', useGrouping: style.unit !== undefined, ...digits };
}

const averageOf = (style: NumberStyle): NumberStyle =>
  style.style === undefined
    ? { ...style, style: 'decimal', useGrouping: style.unit !== undefined, most: AVERAGE_DIGITS }
    : style;

/** The most decimals of an average: those of a third would fill the line. */
export const AVERAGE_DIGITS = 2;

/** What a total is called where it stands below its column. */
export const TOTAL_WORDS = {
  en: { sum: 'Sum', avg: 'Average', min: 'Smallest', max: 'Largest', count: 'Count' },
  de: { sum: 'Summe', avg: 'Durchschnitt', min: 'Kleinster', max: 'Größter', count: 'Anzahl' },
} as const;
export type TotalWord = keyof (typeof TOTAL_WORDS)['en'];

/** Returns the text before a total that says what it is; undefined where "Totals" says enough, or its author does. */
export function totalLead(column: JsonObject, locale: Locale): string | undefined {
  const type = textOf(member(column, 'totalType'));
  if (member(column, 'totalFormat') !== undefined || !isLed(type)) return undefined;
  return TOTAL_WORDS[locale][type];
}

const isLed = (type: string): type is Exclude<TotalWord, 'sum'> =>
  type === 'avg' || type === 'min' || type === 'max' || type === 'count';

function styleOf(
  element: JsonObject,
  { around, unit }: Surrounding,
  named: (name: string) => string,
): NumberStyle {
  const currency = member(element, named('currency'));
  const style = member(element, named('displayStyle'));
  return {
    style: STYLES.find((each) => each === style),
    currency: typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : 'USD',
    useGrouping: member(element, 'useGrouping') !== false,
    least: digitsIn(element, named('minimumFractionDigits')),
    most: digitsIn(element, named('maximumFractionDigits')),
    around,
    unit,
  };
}

// Larger numbers count as 20, the most digits that every browser can write; the engine does the same.
function digitsIn(element: JsonObject, name: string): number | undefined {
  const digits = member(element, name);
  return typeof digits === 'number' && digits >= 0 ? Math.min(20, Math.trunc(digits)) : undefined;
}

/** Returns a number as text. Without a style, the digits are not grouped: 2026 may be a year. */
export function writeNumber(value: number, locale: Locale, style?: NumberStyle): string {
  if (style?.style === undefined) return plainFormat(locale).format(value);
  const made = formatters.get(style) ?? formatterOf(locale, style);
  formatters.set(style, made);
  return made.format(value).replaceAll(/[\u00a0\u202f]/g, ' ');
}

const AS_IT_IS = { useGrouping: false, maximumFractionDigits: 20 };
const plain = new Map<Locale, Intl.NumberFormat>();

/** Made when it is first needed: a phone takes long to make one, and many forms need none. */
function plainFormat(locale: Locale): Intl.NumberFormat {
  const made = plain.get(locale) ?? new Intl.NumberFormat(locale, AS_IT_IS);
  plain.set(locale, made);
  return made;
}

/** A style belongs to one question, which is read in one language. */
const formatters = new WeakMap<NumberStyle, Intl.NumberFormat>();

function formatterOf(
  locale: Locale,
  { style, currency, useGrouping, least, most }: NumberStyle,
): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    ...(style !== undefined && { style }),
    currency,
    useGrouping,
    ...(least !== undefined && { minimumFractionDigits: least }),
    ...(most !== undefined && { maximumFractionDigits: Math.max(most, least ?? 0) }),
  });
}
