import { ASKED, type Conditions, DESCRIBED, type KindJourney, read } from '../journey.ts';

const NO_TEXT = [{ value: 5 }, { value: true }, { value: ['x'] }];

/** Programs and spreadsheets get the stored value; people read it in the format of their language. */
const moment = (value: string, en: string, de: string) => read(value, { en, de }, { cell: value });

export const TIME_JOURNEYS = {
  date: {
    type: 'Date',
    member: 'value',
    by: 'picker',
    right: [
      moment('2026-01-31', 'Jan 31, 2026', '31.01.2026'),
      moment('2026-12-31', 'Dec 31, 2026', '31.12.2026'),
      moment('2027-01-01', 'Jan 1, 2027', '01.01.2027'),
      moment('2028-02-29', 'Feb 29, 2028', '29.02.2028'),
      moment('2026-03-29', 'Mar 29, 2026', '29.03.2026'),
      moment('2026-10-25', 'Oct 25, 2026', '25.10.2026'),
      moment('1912-06-23', 'Jun 23, 1912', '23.06.1912'),
    ],
    wrong: [
      ...NO_TEXT,
      { value: '2026-02-30' },
      { value: '2027-02-29' },
      { value: '31.01.2026' },
      { value: '01/31/2026' },
      { value: '2026-1-31' },
      { value: '2026-01-31T10:00' },
      { value: 'banana' },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      min: {
        set: { min: '2026-03-29' },
        right: [
          moment('2026-03-29', 'Mar 29, 2026', '29.03.2026'),
          moment('2026-12-31', 'Dec 31, 2026', '31.12.2026'),
        ],
        wrong: [{ value: '2026-03-28' }, { value: '1999-12-31' }],
      },
      max: {
        set: { max: '2026-10-25' },
        right: [
          moment('2026-10-25', 'Oct 25, 2026', '25.10.2026'),
          moment('1999-12-31', 'Dec 31, 1999', '31.12.1999'),
        ],
        wrong: [{ value: '2026-10-26' }],
      },
      minErrorText: {
        set: { min: '2026-03-29', minErrorText: 'Not before the site opened' },
        right: [moment('2026-03-29', 'Mar 29, 2026', '29.03.2026')],
        wrong: [{ value: '2026-03-28', told: 'Not before the site opened' }],
      },
      maxErrorText: {
        set: { max: '2026-10-25', maxErrorText: 'Not after the site closed' },
        right: [moment('2026-10-25', 'Oct 25, 2026', '25.10.2026')],
        wrong: [{ value: '2026-10-26', told: 'Not after the site closed' }],
      },
      defaultValue: {
        set: { defaultValue: '2026-01-31' },
        filled: moment('2026-01-31', 'Jan 31, 2026', '31.01.2026'),
      },
    },
    conditions: {
      equal: { with: '2026-03-29', shown: ['2026-03-29'], hidden: ['2026-03-28', undefined] },
      notEqual: { with: '2026-03-29', shown: ['2026-03-30'], hidden: ['2026-03-29'] },
      greater: { with: '2026-03-29', shown: ['2026-03-30'], hidden: ['2026-03-29', '2025-12-31'] },
      less: { with: '2026-03-29', shown: ['2026-03-28'], hidden: ['2026-03-29', '2026-12-01'] },
      greaterOrEqual: {
        with: '2026-03-29',
        shown: ['2026-03-29', '2026-04-01'],
        hidden: ['2026-03-28', undefined],
      },
      lessOrEqual: {
        with: '2026-03-29',
        shown: ['2026-03-29', '2026-03-01'],
        hidden: ['2026-03-30'],
      },
      notEmpty: { shown: ['2026-03-29'], hidden: [undefined] },
      empty: { shown: [undefined], hidden: ['2026-03-29'] },
    },
  },
  time: {
    type: 'Time',
    member: 'value',
    by: 'picker',
    right: [
      moment('00:00', '12:00 AM', '00:00'),
      moment('09:05', '9:05 AM', '09:05'),
      moment('02:30', '2:30 AM', '02:30'),
      moment('12:00', '12:00 PM', '12:00'),
      moment('23:59', '11:59 PM', '23:59'),
    ],
    wrong: [
      ...NO_TEXT,
      { value: 'banana' },
      { value: '25:99' },
      { value: '24:00' },
      { value: '9:05' },
      { value: '12:00+02:00' },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      defaultValue: { set: { defaultValue: '08:00' }, filled: moment('08:00', '8:00 AM', '08:00') },
    },
    conditions: compared('09:05', '09:04', '23:59'),
  },
  'datetime-local': {
    type: 'DateTime',
    member: 'value',
    by: 'picker',
    right: [
      moment('2026-01-31T09:05', 'Jan 31, 2026, 9:05 AM', '31.01.2026, 09:05'),
      moment('2026-12-31T23:59', 'Dec 31, 2026, 11:59 PM', '31.12.2026, 23:59'),
      moment('2027-01-01T00:00', 'Jan 1, 2027, 12:00 AM', '01.01.2027, 00:00'),
      moment('2026-03-29T02:30', 'Mar 29, 2026, 2:30 AM', '29.03.2026, 02:30'),
      moment('2026-10-25T02:30', 'Oct 25, 2026, 2:30 AM', '25.10.2026, 02:30'),
    ],
    wrong: [
      ...NO_TEXT,
      { value: 'banana' },
      { value: '2026-02-30T10:00' },
      { value: '2026-01-31T25:00' },
      { value: '2026-01-31T10:00Z' },
      { value: '2026-01-31T10:00+02:00' },
      { value: '2026-01-31' },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      defaultValue: {
        set: { defaultValue: '2026-01-31T09:05' },
        filled: moment('2026-01-31T09:05', 'Jan 31, 2026, 9:05 AM', '31.01.2026, 09:05'),
      },
    },
    conditions: compared('2026-03-29T02:30', '2026-03-29T02:29', '2026-12-31T23:59'),
  },
} satisfies Readonly<Record<string, KindJourney>>;

/** @param earlier and @param later are values before and after @param at */
function compared(at: string, earlier: string, later: string): Conditions {
  return {
    equal: { with: at, shown: [at], hidden: [earlier, later, undefined] },
    notEqual: { with: at, shown: [earlier], hidden: [at] },
    greater: { with: at, shown: [later], hidden: [at, earlier] },
    less: { with: at, shown: [earlier], hidden: [at, later] },
    greaterOrEqual: { with: at, shown: [at, later], hidden: [earlier] },
    lessOrEqual: { with: at, shown: [at, earlier], hidden: [later] },
    notEmpty: { shown: [at], hidden: [undefined] },
    empty: { shown: [undefined], hidden: [at] },
  };
}
