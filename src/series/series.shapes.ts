import { type Static, Type } from 'typebox';
import { LocaleShape, Time } from '#http/shapes.ts';
import { MAX_HOLIDAYS, MAX_LEAD_DAYS, MAX_SERIES, PREVIEWED } from './limits.ts';

const Id = Type.String({ format: 'uuid' });
const Day = (description?: string) =>
  Type.String({ format: 'date', ...(description !== undefined && { description }) });
const Weekday = Type.Union([
  Type.Literal('mo'),
  Type.Literal('tu'),
  Type.Literal('we'),
  Type.Literal('th'),
  Type.Literal('fr'),
  Type.Literal('sa'),
  Type.Literal('su'),
]);

/** The members of a RecurrenceRule (RFC 8984 §4.3.3). */
const Rule = Type.Object(
  {
    frequency: Type.Union([
      Type.Literal('daily'),
      Type.Literal('weekly'),
      Type.Literal('monthly'),
      Type.Literal('yearly'),
    ]),
    interval: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 999, description: '2 is every second period.' }),
    ),
    firstDayOfWeek: Type.Optional(Weekday),
    byDay: Type.Optional(
      Type.Array(
        Type.Object(
          {
            day: Weekday,
            nthOfPeriod: Type.Optional(
              Type.Union([
                Type.Integer({ minimum: -5, maximum: -1 }),
                Type.Integer({ minimum: 1, maximum: 5 }),
              ]),
            ),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          maxItems: 35,
          description:
            'Days of the week. With `nthOfPeriod`, which one of the month: 2 is the second, -1 the last.',
        },
      ),
    ),
    byMonthDay: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Integer({ minimum: -31, maximum: -1 }),
          Type.Integer({ minimum: 1, maximum: 31 }),
        ]),
        { minItems: 1, maxItems: 62, description: 'Days of the month. -1 is the last one.' },
      ),
    ),
    byMonth: Type.Optional(
      Type.Array(Type.String({ pattern: '^([1-9]|1[0-2])$' }), { minItems: 1, maxItems: 12 }),
    ),
    bySetPosition: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Integer({ minimum: -366, maximum: -1 }),
          Type.Integer({ minimum: 1, maximum: 366 }),
        ]),
        {
          minItems: 1,
          maxItems: 31,
          description:
            'Which of the days of a period: -1 with Monday to Friday is the last working day. Holidays do not count, unless `holidays` is `keep`.',
        },
      ),
    ),
    skip: Type.Optional(
      Type.Union([Type.Literal('omit'), Type.Literal('backward')], {
        description: '`backward`: day 31 is the last day in shorter months.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'The number of dates to come.' }),
    ),
    until: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$',
        description: 'The last moment, by the clock of the organisation.',
      }),
    ),
  },
  {
    title: 'RecurrenceRule',
    additionalProperties: false,
    description: 'The rule of the dates: members of a RecurrenceRule of JSCalendar (RFC 8984).',
  },
);

const SCHEDULE = {
  rule: Rule,
  start: Day('The first possible day.'),
  time: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description:
      'When the forms are due, by the clock of the organisation. A time that the clock skips is later by the length of the gap.',
    examples: ['09:00'],
  }),
  holidays: Type.Union([Type.Literal('keep'), Type.Literal('skip'), Type.Literal('move')], {
    description:
      'What becomes of dates on holidays of the organisation. `move`: to the next day from Monday to Friday that is no holiday.',
  }),
};

export const SchedulePreview = Type.Object(
  { ...SCHEDULE, locale: LocaleShape },
  { title: 'SchedulePreviewInput', additionalProperties: false },
);

const Dates = Type.Array(
  Type.Object({
    day: Day('By the clock of the organisation.'),
    dueDate: Time(),
    text: Type.String({ description: 'The date in words, in the language asked for.' }),
  }),
  { description: `The next ${PREVIEWED} dates, or as many as there are.` },
);
const Words = Type.String({ description: 'The rule in words, in the language asked for.' });

export const ScheduleInWords = Type.Object(
  { words: Words, dates: Dates },
  { title: 'ScheduleInWords' },
);

const ASSIGNEE = {
  type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
  id: Type.String({ maxLength: 64 }),
};
const Mode = Type.Union([Type.Literal('each'), Type.Literal('shared')], {
  description:
    'Of a group. `each`: each active member gets a form of their own. `shared`: one form for all, which the first member who begins takes over.',
});
const Priority = Type.Union([Type.Literal('normal'), Type.Literal('high')]);
const LeadDays = Type.Integer({
  minimum: 0,
  maximum: MAX_LEAD_DAYS,
  description: 'How many days before they are due the assignments are made.',
});

export const NewSeriesBody = Type.Object(
  {
    ...SCHEDULE,
    assignee: Type.Object(
      { ...ASSIGNEE, mode: Type.Optional(Mode) },
      { additionalProperties: false },
    ),
    leadDays: LeadDays,
    priority: Type.Optional(Priority),
    instructions: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    answers: Type.Optional(
      Type.Unsafe<object>({ type: 'object', description: 'What each form begins with.' }),
    ),
  },
  { title: 'SeriesInput', additionalProperties: false },
);
export type NewSeriesBody = Static<typeof NewSeriesBody>;

const Named = Type.Object({
  id: Id,
  name: Type.Optional(Type.String({ description: 'Missing for somebody who was erased.' })),
});

const ITEM = {
  id: Id,
  templateId: Id,
  assignee: Type.Object({ type: ASSIGNEE.type, ...Named.properties, mode: Mode }),
  words: Words,
  leadDays: LeadDays,
  priority: Priority,
  state: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('over')], {
    description: '`over`: the rule has no more dates.',
  }),
  nextDay: Type.Optional(Day('The day of the next date. Left out unless it is running.')),
  sentBy: Named,
  createdAt: Time(),
};

export const SeriesItem = Type.Object(ITEM, { title: 'Series' });
export type SeriesItem = Static<typeof SeriesItem>;

export const SeriesList = Type.Object({
  items: Type.Array(SeriesItem, { description: `All of them, at most ${MAX_SERIES}.` }),
});

export const MAX_SETTLED = 50;
export const SeriesDetail = Type.Object(
  {
    ...ITEM,
    instructions: Type.Optional(Type.String()),
    dates: Dates,
    settled: Type.Array(
      Type.Object({
        day: Day(),
        outcome: Type.Union(
          [Type.Literal('made'), Type.Literal('left-out'), Type.Literal('failed')],
          {
            description:
              '`left-out`: the service did not run, and the date was over when it did; a later one was made.',
          },
        ),
        reason: Type.Optional(
          Type.String({
            description:
              'Why it failed: the code of an error, or `sender-inactive` if the user who created the series is not active any more.',
          }),
        ),
      }),
      { description: `The latest dates, at most ${MAX_SETTLED}, the latest first.` },
    ),
  },
  { title: 'SeriesDetail' },
);
export type SeriesDetail = Static<typeof SeriesDetail>;

export const SeriesChange = Type.Object(
  { paused: Type.Boolean({ description: 'Dates during a pause are not made later.' }) },
  { title: 'SeriesChange', additionalProperties: false },
);

export const SERIES_QUERY = Type.Object(
  { locale: Type.Optional(LocaleShape) },
  { additionalProperties: false },
);

export const HolidayList = Type.Object(
  {
    holidays: Type.Array(
      Type.Object(
        { day: Day(), name: Type.String({ minLength: 1, maxLength: 100 }) },
        { additionalProperties: false },
      ),
      { maxItems: MAX_HOLIDAYS, description: 'Each day once. Answers list the earliest first.' },
    ),
  },
  { title: 'Holidays', additionalProperties: false },
);
