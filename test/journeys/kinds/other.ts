import { DESCRIBED, type KindJourney, read, type Value } from '../journey.ts';

const made = (value: number, en: string, de = en): Value =>
  read(value, { en, de }, { isComputed: true });

/** Gives an empty answer without a price; a calculation with numbers would always give a number. */
const SOMETIMES = { expression: "iif({price} > 0, 'dear', '')" };

export const OTHER_JOURNEYS = {
  /** Its conditions use the answers to the price, from which it is calculated. */
  expression: {
    type: 'Calculated',
    member: 'value',
    by: 'none',
    always: { expression: '{price} * 2' },
    given: [
      {
        kind: 'number',
        title: 'Price',
        answers: [
          read(1237.5, { en: '1237.5', de: '1237,5' }),
          read(0.25, { en: '0.25', de: '0,25' }),
        ],
      },
    ],
    right: [made(2475, '2475'), made(0.5, '0.5', '0,5')],
    wrong: [],
    properties: {
      description: DESCRIBED,
      expression: {
        set: { expression: "iif({price} > 100, 'dear', 'cheap')" },
        right: [
          read('dear', 'dear', { isComputed: true }),
          read('cheap', 'cheap', { isComputed: true }),
        ],
      },
      unit: {
        set: { expression: '{price} * 2', unit: 'km' },
        right: [made(2475, '2,475 km', '2.475 km'), made(0.5, '0.5 km', '0,5 km')],
      },
      decimals: {
        set: { expression: '{price} * 2', decimals: 2 },
        right: [made(2475, '2475.00', '2475,00'), made(0.5, '0.50', '0,50')],
      },
      hideWhileFilling: {
        set: { expression: '{price} * 2', hideWhileFilling: true },
        right: [made(2475, '2475'), made(0.5, '0.5', '0,5')],
      },
      displayStyle: {
        set: { expression: '{price} / 5', displayStyle: 'percent' },
        right: [made(247.5, '24,750%', '24.750 %'), made(0.05, '5%', '5 %')],
      },
    },
    conditions: {
      equal: { with: 10, shown: [5], hidden: [5.5, undefined] },
      notEqual: { with: 10, shown: [6], hidden: [5] },
      greater: { with: 9, shown: [5], hidden: [4.5, 1] },
      less: { with: 10, shown: [4.5, -1], hidden: [5, 50] },
      greaterOrEqual: { with: 10, shown: [5, 6], hidden: [4.5] },
      lessOrEqual: { with: 10, shown: [5, 4.5], hidden: [5.5] },
      notEmpty: { set: SOMETIMES, shown: [1], hidden: [0, undefined] },
      empty: { set: SOMETIMES, shown: [0, undefined], hidden: [1] },
    },
  },
} satisfies Readonly<Record<string, KindJourney>>;
