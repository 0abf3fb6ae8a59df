import type { Locale } from '#forms/engine/engine-types.ts';
import { type JsonObject, member } from '#kernel/json.ts';

/** The format of a calculated value. */
export interface NumberStyle {
  readonly style: 'decimal' | 'currency' | 'percent' | undefined;
  readonly currency: string;
  readonly useGrouping: boolean;
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** The text around the value, which replaces `{0}`. */
  readonly around: string | undefined;
}

const STYLES = ['decimal', 'currency', 'percent'] as const;

export const numberStyleOf = (element: JsonObject, around: string | undefined): NumberStyle =>
  styleOf(element, around, (name) => name);

/** Reads the style of a total. Its properties have the prefix `total`. */
export const totalStyleOf = (column: JsonObject, around: string | undefined): NumberStyle =>
  styleOf(column, around, (name) => `total${name.charAt(0).toUpperCase()}${name.slice(1)}`);

function styleOf(
  element: JsonObject,
  around: string | undefined,
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
  };
}

// Larger numbers count as 20, the most digits that every browser can write; the engine does the same.
function digitsIn(element: JsonObject, name: string): number | undefined {
  const digits = member(element, name);
  return typeof digits === 'number' && digits >= 0 ? Math.min(20, Math.trunc(digits)) : undefined;
}

/** Returns a number as text. Without a style, the digits are not grouped: 2026 may be a year. */
export function writeNumber(value: number, locale: Locale, style?: NumberStyle): string {
  if (style?.style === undefined) return PLAIN[locale].format(value);
  const made = formatters.get(style) ?? formatterOf(locale, style);
  formatters.set(style, made);
  return made.format(value).replaceAll(/[\u00a0\u202f]/g, ' ');
}

const AS_IT_IS = { useGrouping: false, maximumFractionDigits: 20 };
const PLAIN: Readonly<Record<Locale, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en', AS_IT_IS),
  de: new Intl.NumberFormat('de', AS_IT_IS),
};

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
