import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type NumberReading, readNumber, writePlainNumber } from './number-text.ts';

const LANGUAGES = ['en', 'de'] as const;

const said = (reading: NumberReading): unknown =>
  'fault' in reading ? [reading.fault, ...reading.instead] : reading.value;

test('a number reads the same on every page, or is refused where it could be two', () => {
  const table: readonly (readonly [text: string, english: unknown, german: unknown])[] = [
    ['', undefined, undefined],
    ['  ', undefined, undefined],
    ['15', 15, 15],
    ['1,5', 1.5, 1.5],
    ['1.5', 1.5, 1.5],
    ['1.234', 1.234, ['unclear', '1234', '1,234']],
    ['1,234', ['unclear', '1234', '1.234'], 1.234],
    ['1.234,5', 1234.5, 1234.5],
    ['1,234.5', 1234.5, 1234.5],
    ['1.234.567', 1234567, 1234567],
    ['1,234,567', 1234567, 1234567],
    ['1,234,567.8', 1234567.8, 1234567.8],
    ['0,123', 0.123, 0.123],
    ['0.123', 0.123, 0.123],
    ['1234,567', 1234.567, 1234.567],
    ['1.2345', 1.2345, 1.2345],
    ['1.23.4', ['grouping'], ['grouping']],
    ['1.5,5', ['grouping'], ['grouping']],
    ['1,5,5', ['grouping'], ['grouping']],
    ['1,234.5.6', ['grouping'], ['grouping']],
    ['1 234,5', 1234.5, 1234.5],
    ['1\u00a0234\u202f567', 1234567, 1234567],
    ["1'234.5", 1234.5, 1234.5],
    ['1’234', 1234, 1234],
    ['1 5', ['other'], ['other']],
    ['12 34', ['other'], ['other']],
    ['-5', -5, -5],
    ['- 5', -5, -5],
    ['−5,5', -5.5, -5.5],
    ['–5', -5, -5],
    ['+7', 7, 7],
    ['-0', 0, 0],
    ['--5', ['other'], ['other']],
    ['5-', ['other'], ['other']],
    ['-', ['other'], ['other']],
    ['1,', 1, 1],
    ['1.', 1, 1],
    ['.5', 0.5, 0.5],
    [',5', 0.5, 0.5],
    ['.', ['other'], ['other']],
    ['1e3', 1000, 1000],
    ['2,5E-3', 0.0025, 0.0025],
    ['1e', ['other'], ['other']],
    ['1e999', ['digits'], ['digits']],
    ['１，５', 1.5, 1.5],
    ['－１２', -12, -12],
    ['١٢٣', 123, 123],
    ['۱۲۳', 123, 123],
    ['-٤٫٥', -4.5, -4.5],
    ['۱۲٫۳۴۵', 12.345, 12.345],
    ['٣،٥', 3.5, 3.5],
    ['١٬٢٣٤٬٥٦٧٫٨', 1234567.8, 1234567.8],
    ['\u200f-٧', -7, -7],
    ['१२३', 123, 123],
    ['1٫234.5', ['other'], ['other']],
    ['٫', ['other'], ['other']],
    ['12 kg', ['other'], ['other']],
    ['5 €', ['other'], ['other']],
    ['Infinity', ['other'], ['other']],
    ['0x10', ['other'], ['other']],
    ['12345678901234567890', ['digits'], ['digits']],
    ['0.1234567890123456789', ['digits'], ['digits']],
    ['100000000000000000000', 1e20, 1e20],
  ];
  for (const [text, english, german] of table) {
    assert.deepEqual(said(readNumber(text, 'en')), english, `English: ${text}`);
    assert.deepEqual(said(readNumber(text, 'de')), german, `German: ${text}`);
  }
});

test('every number that a field shows is read back as the same number', () => {
  const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(anyNumber, fc.constantFrom(...LANGUAGES), (value, language) => {
      const read = readNumber(writePlainNumber(value, language), language);
      assert.deepEqual(said(read), value === 0 ? 0 : value);
    }),
  );
});

test('no text is read as two different numbers in two languages without one of them asking back', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      ...'0123456789.,-+ e'.split(''),
      '１',
      '，',
      '−',
      '\u202f',
      "'",
      ...'٣۴٫٬،',
    ),
    maxLength: 14,
  });
  fc.assert(
    fc.property(text, (typed) => {
      const [english, german] = LANGUAGES.map((language) => readNumber(typed, language));
      assert.ok(english !== undefined && german !== undefined);
      if (!('fault' in english) && !('fault' in german)) assert.deepEqual(english, german);
    }),
  );
});

test('what is offered instead of an unclear number is clear, and what was meant is among it', () => {
  const parts = fc.tuple(
    fc.integer({ min: 1, max: 999 }),
    fc.integer({ min: 0, max: 999 }),
    fc.constantFrom(...LANGUAGES),
  );
  fc.assert(
    fc.property(parts, ([whole, rest, language]) => {
      const digits = String(rest).padStart(3, '0');
      const reading = readNumber(`${whole}${language === 'de' ? '.' : ','}${digits}`, language);
      assert.ok('fault' in reading && reading.fault === 'unclear');
      assert.deepEqual(
        reading.instead.map((each) => said(readNumber(each, language))),
        [Number(`${whole}${digits}`), Number(`${whole}.${digits}`)],
      );
    }),
  );
});
