import { type Static, Type } from 'typebox';
import { NewExport } from '#exports/index.ts';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { IdAndName, Time } from '#http/shapes.ts';
import { NAMED_SCHEDULES, SHOWN_RUNS } from './limits.ts';

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const Delivery = Type.Union([Type.Literal('mail'), Type.Literal('bucket')], {
  description:
    '`mail`: the user gets a mail with the link. `bucket`: the files are copied into the bucket of the installation, for admins only.',
});

const SCHEDULE = {
  every: Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')]),
  on: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 31,
      description:
        'With `week` a day of the week, 1 for Monday to 7; with `month` a day of the month, or its last day where it has fewer.',
    }),
  ),
  time: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: 'By the clock of the organisation.',
    examples: ['06:00'],
  }),
};

export const NewScheduledExportBody = Type.Object(
  {
    name: Name,
    templateId: Type.String({ maxLength: 64 }),
    viewId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'A saved view of the answers of the template, whose forms, order and columns are exported as `csv` or `xlsx`. It is read anew for each date.',
      }),
    ),
    kind: NewExport.properties.kind,
    bom: NewExport.properties.bom,
    choices: NewExport.properties.choices,
    leaveOut: NewExport.properties.leaveOut,
    locale: NewExport.properties.locale,
    delivery: Delivery,
    ...SCHEDULE,
  },
  { title: 'NewScheduledExport', additionalProperties: false },
);
export type NewScheduledExportBody = Static<typeof NewScheduledExportBody>;

const { viewId, templateId: _, ...changing } = NewScheduledExportBody.properties;

export const ScheduledExportChange = Type.Object(
  {
    ...Type.Partial(Type.Object(changing)).properties,
    viewId: Type.Optional(
      Type.Union([viewId, Type.Null()], { description: '`null`: all forms and columns.' }),
    ),
    paused: Type.Optional(
      Type.Boolean({ description: '`false` lets it go on, also after it has stopped.' }),
    ),
  },
  {
    title: 'ScheduledExportChange',
    description:
      'What is left out stays as it is. `every` resets `on`, and another `kind` than `pdf` resets `leaveOut`.',
    minProperties: 1,
    additionalProperties: false,
  },
);
export type ScheduledExportChange = Static<typeof ScheduledExportChange>;

export const ScheduledExportItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    template: IdAndName,
    view: Type.Optional(IdAndName),
    kind: NewExport.properties.kind,
    leaveOut: NewExport.properties.leaveOut,
    delivery: Delivery,
    ...SCHEDULE,
    timeZone: Type.String({ description: 'The time zone of the organisation.' }),
    owner: IdAndName,
    state: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('stopped')]),
    reason: Type.Optional(
      Type.String({
        description:
          'Why it has stopped: `owner-inactive`, `no-template`, `no-view`, `not-admin` or `no-bucket`.',
      }),
    ),
    nextAt: Type.Optional(Time('When the next export is made.')),
    runs: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date' }),
        outcome: Type.Union([
          Type.Literal('running'),
          Type.Literal('made'),
          Type.Literal('failed'),
          Type.Literal('left-out'),
        ]),
        reason: Type.Optional(
          Type.String({
            description:
              'Why it failed: the code of an error, a reason of a failed export, `cancelled`, `results-hidden`, `bucket-failed`, or a reason for which it has stopped.',
          }),
        ),
      }),
      {
        description: `What became of the last ${SHOWN_RUNS} dates, the latest first. \`left-out\`: a later date was due when Formstead could make it.`,
      },
    ),
    createdAt: Time(),
  },
  { title: 'ScheduledExport' },
);
export type ScheduledExportItem = Static<typeof ScheduledExportItem>;

export const ViewConsequences = Type.Object(
  {
    scheduledExports: Type.Array(
      Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String(), owner: IdAndName }),
      { description: `The first ${NAMED_SCHEDULES} that use the view and that the user may see.` },
    ),
    more: Type.Integer({
      minimum: 0,
      description: 'How many others use the view, of the user or of others; at most 1,000.',
    }),
  },
  { title: 'ViewConsequences' },
);
export type ViewConsequences = Static<typeof ViewConsequences>;

const PAGE = pageOf(ScheduledExportItem, 'ScheduledExportPage');
export const ScheduledExportList = Type.Object(
  {
    ...PAGE.properties,
    mailOffered: Type.Boolean({ description: 'A mail server is set up.' }),
    bucketOffered: Type.Boolean({
      description: 'The user may have exports copied into the bucket of the installation.',
    }),
    timeZone: Type.String({ description: 'The time zone of the organisation.' }),
  },
  { title: 'ScheduledExportList' },
);
export type ScheduledExportList = Static<typeof ScheduledExportList>;

export const SCHEDULED_EXPORTS_QUERY = Type.Object(
  {
    everyone: Type.Optional(Type.Boolean({ description: 'Those of all users. For admins.' })),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);
