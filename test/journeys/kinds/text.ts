import { ASKED, type Conditions, DESCRIBED, type KindJourney, read, text } from '../journey.ts';

const LONG = 'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. '.repeat(15);

const COMPARED: Conditions = {
  equal: { with: "O'Neil", shown: ["O'Neil"], hidden: ["O'Nei", 'x', undefined] },
  notEqual: { with: 'North', shown: ['South', 'Northern'], hidden: ['North'] },
  contains: { with: 'ort', shown: ['North', 'ort'], hidden: ['South', undefined] },
  notContains: { with: 'ort', shown: ['South'], hidden: ['North'] },
  notEmpty: { shown: ['0', 'x'], hidden: [undefined] },
  empty: { shown: [undefined], hidden: ['0', 'x'] },
};

const NO_TEXT = [{ value: 5 }, { value: true }, { value: ['x'] }, { value: { x: 'y' } }];

const ONE_LINE: KindJourney = {
  type: 'TextBox',
  member: 'text',
  by: 'keys',
  right: [
    text('North pier'),
    text('x'),
    text('007'),
    text('1e5'),
    text('1,50'),
    text('null'),
    text('false'),
    text('2026-01-31'),
    text('"a", \'b\'; c\\d'),
    text('<b>&amp;</b>'),
    text('{site} %s'),
    text('Żółw, Straße, Ελλάδα, Привет'),
    text('e\u0301 is é'),
    text('שלום', { print: 'םולש' }),
    // The font of the PDF lacks this character and shows a box.
    text('on fire 🔥', { print: 'on fire' }),
    text('-5 °C', { cell: "'-5 °C" }),
    text('=1+1', { cell: "'=1+1" }),
    text('@home', { cell: "'@home" }),
    text(LONG.slice(0, 1000).trimEnd()),
  ],
  wrong: NO_TEXT,
  properties: {
    isRequired: ASKED,
    description: DESCRIBED,
    placeholder: {
      set: { placeholder: 'for instance 4711' },
      attribute: { name: 'placeholder', value: 'for instance 4711' },
    },
    defaultValue: { set: { defaultValue: 'North' }, filled: text('North') },
    maxLength: {
      set: { maxLength: 5 },
      right: [text('12345'), text('ÄÖÜßé'), text('1')],
      wrong: [{ value: '123456' }],
      attribute: { name: 'maxlength', value: '5' },
    },
  },
  conditions: COMPARED,
};

const MASKED = {
  mask: {
    set: { mask: 'aa-999' },
    right: [text('AB-123'), text('zß-007')],
    wrong: [{ value: 'AB-12' }, { value: 'AB 123' }, { value: 'A1-123' }, { value: 'AB-1234' }],
  },
  patternErrorText: {
    set: { mask: '99', patternErrorText: 'The two digits on the plate' },
    right: [text('42'), text('07')],
    wrong: [{ value: '4', told: 'The two digits on the plate' }],
  },
} as const;

export const TEXT_JOURNEYS = {
  text: {
    ...ONE_LINE,
    properties: {
      ...ONE_LINE.properties,
      ...MASKED,
      preset: {
        set: { preset: 'iban' },
        right: [text('DE89 3704 0044 0532 0130 00'), text('GB82WEST12345698765432')],
        wrong: [{ value: 'DE89 3704 0044 0532 0130 01' }, { value: 'nobody' }],
      },
    },
  },
  comment: {
    ...ONE_LINE,
    right: [
      ...ONE_LINE.right,
      text('line one\nline two\n\nline four'),
      text('- a list\n- of two', { cell: "'- a list\n'- of two" }),
      text(LONG.repeat(10).trimEnd()),
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      placeholder: {
        set: { placeholder: 'What is wrong?' },
        attribute: { name: 'placeholder', value: 'What is wrong?' },
      },
      defaultValue: {
        set: { defaultValue: 'Nothing,\nso far' },
        filled: text('Nothing,\nso far'),
      },
      rows: { set: { rows: 9 }, attribute: { name: 'rows', value: '9' } },
      maxLength: {
        set: { maxLength: 7 },
        right: [text('a\nb c d'), text('1234567')],
        wrong: [{ value: '12345678' }],
      },
    },
  },
  number: {
    type: 'Number',
    member: 'value',
    by: 'keys',
    right: [
      number(0, '0'),
      number(7, '7'),
      number(-1, '-1'),
      number(1.5, '1.5', '1,5'),
      number(-0.25, '-0.25', '-0,25'),
      number(0.1, '0.1', '0,1'),
      number(1237.5, '1237.5', '1237,5'),
      number(2026, '2026'),
      number(1_000_000, '1000000'),
      number(123_456_789_012_345, '123456789012345'),
    ],
    wrong: [{ value: '5' }, { value: 'abc' }, { value: true }, { value: [5] }, { value: '1,5' }],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      min: {
        set: { min: 2 },
        right: [number(2, '2'), number(2.5, '2.5', '2,5')],
        wrong: [{ value: 1.99 }, { value: 0 }, { value: -3 }],
      },
      max: {
        set: { max: 10 },
        right: [number(10, '10'), number(-11, '-11')],
        wrong: [{ value: 10.01 }, { value: 1e9 }],
      },
      defaultValue: { set: { defaultValue: 12.5 }, filled: number(12.5, '12.5', '12,5') },
      unit: {
        set: { unit: 'kg' },
        right: [number(1237.5, '1,237.5 kg', '1.237,5 kg'), number(0, '0 kg')],
        shows: 'kg',
      },
      decimals: {
        set: { decimals: 2 },
        right: [number(1237.5, '1237.50', '1237,50'), number(-3, '-3.00', '-3,00')],
        wrong: [{ value: 1.255 }, { value: 0.001 }],
      },
      minErrorText: {
        set: { min: 2, minErrorText: 'Two at least, see the plate' },
        right: [number(2, '2'), number(3, '3')],
        wrong: [{ value: 1, told: 'Two at least, see the plate' }],
      },
      maxErrorText: {
        set: { max: 10, maxErrorText: 'Ten at most, see the plate' },
        right: [number(10, '10'), number(9, '9')],
        wrong: [{ value: 11, told: 'Ten at most, see the plate' }],
      },
      decimalsErrorText: {
        set: { decimals: 0, decimalsErrorText: 'Whole pieces only' },
        right: [number(5, '5'), number(6, '6')],
        wrong: [{ value: 5.5, told: 'Whole pieces only' }],
      },
    },
    conditions: {
      equal: { with: 5, shown: [5], hidden: [5.5, 50, undefined] },
      notEqual: { with: 5, shown: [6, 0], hidden: [5] },
      greater: { with: 9, shown: [10, 9.5], hidden: [9, 1, undefined] },
      less: { with: 10, shown: [9, -1], hidden: [10, 100] },
      greaterOrEqual: { with: 10, shown: [10, 11], hidden: [9, undefined] },
      lessOrEqual: { with: 10, shown: [10, 9], hidden: [10.5] },
      notEmpty: { shown: [0, 1], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [0, 1] },
    },
  },
  email: {
    ...ONE_LINE,
    right: [
      text('ada@example.org'),
      text('a.b+c@sub.example.co.uk'),
      text("o'neil_007@example.org"),
      text('UPPER@Example.ORG'),
    ],
    wrong: [
      ...NO_TEXT,
      { value: 'nobody' },
      { value: 'a@' },
      { value: '@b.example' },
      { value: 'a b@c.example' },
    ],
    properties: {
      ...ONE_LINE.properties,
      defaultValue: { set: { defaultValue: 'a@b.example' }, filled: text('a@b.example') },
      maxLength: {
        set: { maxLength: 9 },
        right: [text('a@b.cdefg')],
        wrong: [{ value: 'a@b.cdefgh' }],
        attribute: { name: 'maxlength', value: '9' },
      },
    },
    conditions: {
      ...COMPARED,
      equal: { with: 'a@b.example', shown: ['a@b.example'], hidden: ['b@b.example', undefined] },
      notEqual: { with: 'a@b.example', shown: ['b@b.example'], hidden: ['a@b.example'] },
      contains: { with: '@b.', shown: ['a@b.example'], hidden: ['a@c.example', undefined] },
      notContains: { with: '@b.', shown: ['a@c.example'], hidden: ['a@b.example'] },
      notEmpty: { shown: ['a@b.example'], hidden: [undefined] },
      empty: { shown: [undefined], hidden: ['a@b.example'] },
    },
  },
  tel: {
    ...ONE_LINE,
    properties: { ...ONE_LINE.properties, ...MASKED },
    right: [
      text('0301234567'),
      text('+49 30 1234567', { cell: "'+49 30 1234567" }),
      text('007'),
      text('(030) 123-4567 ext. 8'),
      text('110'),
    ],
    conditions: {
      ...COMPARED,
      equal: { with: '007', shown: ['007'], hidden: ['07', '7', undefined] },
      notEqual: { with: '007', shown: ['07', '7'], hidden: ['007'] },
    },
  },
  url: {
    ...ONE_LINE,
    right: [
      text('https://example.org'),
      text('https://example.org:8443/a/b?c=d&e=f%20g#h'),
      text('http://xn--bcher-kva.example/ü'),
    ],
    properties: {
      ...ONE_LINE.properties,
      defaultValue: {
        set: { defaultValue: 'https://a.example' },
        filled: text('https://a.example'),
      },
    },
  },
} satisfies Readonly<Record<string, KindJourney>>;

function number(value: number, en: string, de = en) {
  return read(value, { en, de });
}
