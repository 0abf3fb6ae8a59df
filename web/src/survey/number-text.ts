// Numbers as people write them. `1,5` and `1.5` are the same number where only one reading is possible; where
// two are, the text is refused: a page that guesses makes 15 or 1500 of one and a half without a word.

/** What a text says: a number, nothing, or why it cannot be read. */
export type NumberReading =
  | { readonly value: number }
  | { readonly value: undefined }
  | {
      /**
       * `unclear`: could be one of two numbers. `grouping`: thousands are not set apart in threes. `digits`:
       * more of them than can be kept. `other`: no number at all.
       */
      readonly fault: 'unclear' | 'grouping' | 'digits' | 'other';
      /** What to write instead, in the form's language, where that can be known. */
      readonly instead: readonly string[];
    };

type Separator = '.' | ',';

/** What stands between whole numbers and fractions where that language is spoken. */
function decimalSeparator(language: string): Separator {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** As it is shown in a field: without grouping, so that nobody has to ask what a separator means. */
export const writeNumber = (value: number, language: string): string =>
  (Object.is(value, -0) ? '0' : String(value)).replace('.', decimalSeparator(language));

const SHAPE = /^([+-]?)([\d.,]+)(?:e([+-]?\d{1,3}))?$/i;

/** Reads what somebody typed on a page in that language. */
export function readNumber(text: string, language: string): NumberReading {
  const plain = plainText(text);
  if (plain === '') return { value: undefined };
  const [, sign = '', body = '', exponent] = SHAPE.exec(plain) ?? [];
  if (!/\d/.test(body)) return NOT_A_NUMBER;
  const read = readBody(body, decimalSeparator(language));
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
 * In plain digits: full-width ones, as input methods write them, and signs that only look like a minus are
 * made plain; spaces and apostrophes go where they set thousands apart.
 */
function plainText(text: string): string {
  const folded = text
    .normalize('NFKC')
    .trim()
    .replace(/^[\u2212\u2012\u2013\uFE63]/, '-');
  const grouped = /^([+-]?\s?\d{1,3})(?:[\s'\u2019]\d{3})+(?!\d)/.exec(folded);
  if (grouped === null) return folded.replace(/^([+-])\s/, '$1');
  return grouped[0].replaceAll(/[\s'\u2019]/g, '') + folded.slice(grouped[0].length);
}

/** @returns digits with a point, as `Number` reads them; or why not */
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
  // With nothing behind it yet, somebody is about to type on.
  if (used === decimal || !isGrouped(body, used)) return body.replace(used, '.');
  const [whole = '', fraction = ''] = body.split(used);
  return { fault: 'unclear', instead: [whole + fraction, whole + decimal + fraction] };
}

/** `1.234,5` and `1,234.5` say by themselves which is which. */
function readBoth(body: string, decimal: Separator): string | NumberReading {
  const [whole = '', ...fractions] = body.split(decimal);
  const grouping: Separator = decimal === '.' ? ',' : '.';
  if (fractions.length > 1 || !isGrouped(whole, grouping)) return BAD_GROUPS;
  return `${whole.replaceAll(grouping, '')}.${fractions.join('')}`;
}

/** `1.234`, `12.345.678`; not `0.123`, `1234.567` or `1.23`. */
const isGrouped = (text: string, separator: Separator): boolean =>
  (separator === '.' ? /^[1-9]\d{0,2}(?:\.\d{3})+$/ : /^[1-9]\d{0,2}(?:,\d{3})+$/).test(text);

/** Every digit that was typed is in the number: a double holds 15 of them, and some longer ones. */
const isKept = (written: string, value: number): boolean => {
  const typed = significant(written);
  return typed.length <= 15 || typed === significant(String(value));
};

const significant = (written: string): string =>
  (written.split(/e/i)[0] ?? '').replaceAll(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
