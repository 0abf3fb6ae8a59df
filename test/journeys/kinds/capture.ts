import {
  ASKED,
  type Conditions,
  DESCRIBED,
  type KindJourney,
  read,
  type Value,
} from '../journey.ts';

const AT = '2026-11-26T06:15:00Z';

/** A place, as its coordinates are typed. */
const typed = (lat: number, lon: number, reads: string, more: { readonly cell?: string } = {}) =>
  read({ lat, lon, at: AT, source: 'typed' }, reads, { keys: reads, ...more });

/** A place that a device has found. */
const found = (lat: number, lon: number, accuracy: number, keys: string, reads: string): Value =>
  read({ lat, lon, accuracy, at: AT, source: 'gps' }, reads, { keys });

const PLACE = { lat: 47.3769, lon: 8.5417, accuracy: 5, at: AT, source: 'gps' };

const GIVEN: Conditions = {
  notEmpty: { shown: [PLACE], hidden: [undefined] },
  empty: { shown: [undefined], hidden: [PLACE] },
};

/** A code as its text is typed. */
const code = (value: string, more: Omit<Value, 'value' | 'reads'> = {}): Value =>
  read({ text: value }, value, { keys: value, ...more });

const LONG = 'Zwölf Boxkämpfer 0123456789. '.repeat(69).slice(0, 2000).trimEnd();

export const CAPTURE_JOURNEYS = {
  location: {
    type: 'Location',
    member: 'value',
    by: 'keys',
    right: [
      typed(47.3769, 8.5417, '47.3769, 8.5417'),
      found(
        51.5007292,
        -0.1246254,
        12.4,
        '51.5007292, -0.1246254',
        '51.5007292, -0.1246254 (±13 m)',
      ),
      typed(-33.8567844, 151.2152967, '-33.8567844, 151.2152967', {
        cell: "'-33.8567844, 151.2152967",
      }),
      found(0, 0, 0, '0, 0', '0, 0 (±0 m)'),
      found(90, -180, 250_000, '90, -180', '90, -180 (±250000 m)'),
      typed(0.0000001, -0.0000001, '0.0000001, -0.0000001'),
      typed(10, 100, '10, 100'),
    ],
    wrong: [
      { value: '47.3769, 8.5417' },
      { value: [47.3769, 8.5417] },
      { value: {} },
      { value: { ...PLACE, lat: 90.0001 }, at: '.lat' },
      { value: { ...PLACE, lat: '47.3769' }, at: '.lat' },
      { value: { ...PLACE, lon: -180.0001 }, at: '.lon' },
      { value: { ...PLACE, lon: null }, at: '.lon' },
      { value: { ...PLACE, accuracy: -1 }, at: '.accuracy' },
      { value: { ...PLACE, at: '2026-02-30T06:15:00Z' }, at: '.at' },
      { value: { ...PLACE, at: '2026-11-26T06:15:00+01:00' }, at: '.at' },
      { value: { ...PLACE, source: 'sky' }, at: '.source' },
      { value: { ...PLACE, altitude: 400 } },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      maxAccuracy: { set: { maxAccuracy: 5 } },
    },
    conditions: GIVEN,
  },
  barcode: {
    type: 'Barcode',
    member: 'value',
    by: 'keys',
    right: [
      code('4006381333931'),
      code('0012-7'),
      read(
        { text: 'https://example.org/?a=1&b=2', format: 'qr_code' },
        'https://example.org/?a=1&b=2',
        {
          keys: 'https://example.org/?a=1&b=2',
        },
      ),
      code('=1+1', { cell: "'=1+1" }),
      code('Żółw Straße Ελλάδα'),
      code('<b>&amp;</b>'),
      code(LONG),
    ],
    wrong: [
      { value: '4006381333931' },
      { value: 4_006_381_333_931 },
      { value: ['4006381333931'] },
      { value: {} },
      { value: { text: '' }, at: '.text' },
      { value: { text: 5 }, at: '.text' },
      { value: { text: 'x'.repeat(2001) }, at: '.text' },
      { value: { text: 'x', format: 'morse' }, at: '.format' },
      { value: { text: 'x', rawValue: 'x' } },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      placeholder: {
        set: { placeholder: 'on the back' },
        attribute: { name: 'placeholder', value: 'on the back' },
      },
    },
    conditions: {
      equal: { with: 'A-1', shown: [{ text: 'A-1' }], hidden: [{ text: 'A-12' }, undefined] },
      notEqual: { with: 'A-1', shown: [{ text: 'B' }], hidden: [{ text: 'A-1', format: 'itf' }] },
      contains: { with: '-1', shown: [{ text: 'A-12' }], hidden: [{ text: 'A12' }, undefined] },
      notContains: { with: '-1', shown: [{ text: 'A12' }], hidden: [{ text: 'A-1' }] },
      notEmpty: { shown: [{ text: '0' }], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [{ text: '0' }] },
    },
  },
} satisfies Readonly<Record<string, KindJourney>>;
