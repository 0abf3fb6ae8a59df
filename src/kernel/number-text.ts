// Reads numbers as people write them. `1,5` and `1.5` are the same number where only one reading is possible. Where
// there are two, the text is rejected: guessing would silently make 15 or 1500 of one and a half.

/** The reading of a text: a number, nothing, or the reason why it cannot be read. */
export type NumberReading =
  | { readonly value: number }
  | { readonly value: undefined }
  | {
      /**
       * `unclear`: it could be one of two numbers. `grouping`: digits are not grouped by three. `digits`: it has more
       * digits than a number can hold. `other`: it is not a number.
       */
      readonly fault: 'unclear' | 'grouping' | 'digits' | 'other';
      /** The texts that would be unambiguous, in the language of the form, where they can be known. */
      readonly instead: readonly string[];
    };

type Separator = '.' | ',';

/** Returns the decimal separator of a language. */
function decimalSeparator(language: string): Separator {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** Writes a number for an input, without grouping, so that no separator can be misread. */
export const writePlainNumber = (value: number, language: string): string =>
  (Object.is(value, -0) ? '0' : String(value)).replace('.', decimalSeparator(language));

const SHAPE = /^([+-]?)([\d.,]+)(?:e([+-]?\d{1,3}))?$/i;

/** Reads a text that was typed on a screen in that language. */
export function readNumber(text: string, language: string): NumberReading {
  const decimal = decimalSeparator(language);
  const plain = plainText(text, decimal);
  if (plain === '') return { value: undefined };
  const [, sign = '', body = '', exponent] = SHAPE.exec(plain) ?? [];
  if (!/\d/.test(body)) return NOT_A_NUMBER;
  const read = readBody(body, decimal);
  if (typeof read !== 'string') return read;
  const written = `${sign === '-' ? '-' : ''}${read}${exponent === undefined ? '' : `e${exponent}`}`;
  const value = Number(written);
  if (!Number.isFinite(value) || !isKept(written, value)) return TOO_MANY_DIGITS;
  return { value: value === 0 ? 0 : value };
}

const NOT_A_NUMBER: NumberReading = { fault: 'other', instead: [] };
const BAD_GROUPS: NumberReading = { fault: 'grouping', instead: [] };
const TOO_MANY_DIGITS: NumberReading = { fault: 'digits', instead: [] };

/**
 * Normalises a text: digits of other scripts, full-width ones of input methods and characters that look like a minus
 * become plain, the Arabic decimal separator becomes the one of the language, and what groups thousands without doubt
 * (spaces, apostrophes, the Arabic separator) is removed, as are marks of the direction of writing.
 */
function plainText(text: string, decimal: Separator): string {
  const folded = text
    .normalize('NFKC')
    .replaceAll(/[\u200E\u200F\u061C\u2066-\u2069]/g, '')
    .trim()
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replace(/^([^.,]*)\u066B([^.,]*)$/, `$1${decimal}$2`)
    .replaceAll('\u060C', ',')
    .replace(/^[\u2212\u2012\u2013\uFE63]/, '-');
  const grouped = /^([+-]?\s?\d{1,3})(?:[\s'\u2019\u066C]\d{3})+(?!\d)/.exec(folded);
  if (grouped === null) return folded.replace(/^([+-])\s/, '$1');
  return grouped[0].replaceAll(/[\s'\u2019\u066C]/g, '') + folded.slice(grouped[0].length);
}

/** Unicode has the digits of each script in order, from 0 to 9. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** @returns digits with a decimal point, as `Number` reads them; or the reason why not */
function readBody(body: string, decimal: Separator): string | NumberReading {
  const points = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (points === 0 && commas === 0) return body;
  if (points > 0 && commas > 0) {
    const last: Separator = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
    return readBoth(body, last);
  }
  const used: Separator = points > 0 ? '.' : ',';
  if (points + commas > 1) return isGrouped(body, used) ? body.replaceAll(used, '') : BAD_GROUPS;
  // A separator without digits after it is accepted, because typing may go on.
  if (used === decimal || !isGrouped(body, used)) return body.replace(used, '.');
  const [whole = '', fraction = ''] = body.split(used);
  return { fault: 'unclear', instead: [whole + fraction, whole + decimal + fraction] };
}

/** Reads a text with both separators, such as `1.234,5` and `1,234.5`: the last one is the decimal separator. */
function readBoth(body: string, decimal: Separator): string | NumberReading {
  const [whole = '', ...fractions] = body.split(decimal);
  const grouping: Separator = decimal === '.' ? ',' : '.';
  if (fractions.length > 1 || !isGrouped(whole, grouping)) return BAD_GROUPS;
  return `${whole.replaceAll(grouping, '')}.${fractions.join('')}`;
}

/** Returns whether digits are grouped by three: `1.234`, `12.345.678`; not `0.123`, `1234.567` or `1.23`. */
const isGrouped = (text: string, separator: Separator): boolean =>
  (separator === '.' ? /^[1-9]\d{0,2}(?:\.\d{3})+$/ : /^[1-9]\d{0,2}(?:,\d{3})+$/).test(text);

/**
 * Returns whether the number holds every typed digit: a double holds any 15 significant digits, and some longer
 * numbers.
 */
const isKept = (written: string, value: number): boolean => {
  const typed = significant(written);
  return typed.length <= 15 || typed === significant(String(value));
};

const significant = (written: string): string =>
  (written.split(/e/i)[0] ?? '').replaceAll(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
