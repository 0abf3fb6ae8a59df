import { type Static, Type } from 'typebox';
import { ANSWERS_FILTER } from '#answer-queries/index.ts';
import { pageOf } from '#http/app/list.shapes.ts';
import { IdAndName, LocaleShape, Time } from '#http/shapes.ts';

const Kind = Type.Union([
  Type.Literal('csv'),
  Type.Literal('json'),
  Type.Literal('pdf'),
  Type.Literal('xlsx'),
]);

const PdfPart = Type.Union([
  Type.Literal('unanswered'),
  Type.Literal('notes'),
  Type.Literal('photos'),
  Type.Literal('history'),
]);

const LeaveOut = Type.Optional(
  Type.Array(PdfPart, {
    maxItems: 4,
    description:
      'Of `pdf`: what is left out. `unanswered`: questions without an answer. `notes`: headings and instruction texts between questions. `photos`: pictures, of which the names stay. `history`: who reviewed and corrected the form.',
  }),
);

const Document = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'Of `pdf`: the id of a document of the template, onto which forms are printed. A form whose version of the template does not have it gets the standard PDF. Left out: all get that.',
  }),
);

export const NewExport = Type.Object(
  {
    kind: Kind,
    templateId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Export all forms of this template that the user may see.',
      }),
    ),
    formId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Export only this form, as `pdf`. Send it instead of templateId.',
      }),
    ),
    ...ANSWERS_FILTER,
    from: Type.Optional(
      Type.String({ maxLength: 40, description: 'Last changed at this time (RFC 3339) or later.' }),
    ),
    to: Type.Optional(
      Type.String({ maxLength: 40, description: 'Last changed before this time (RFC 3339).' }),
    ),
    bom: Type.Optional(
      Type.Boolean({
        description: 'true: CSV files begin with a byte order mark, which Excel needs.',
      }),
    ),
    choices: Type.Optional(
      Type.Union([Type.Literal('texts'), Type.Literal('values'), Type.Literal('both')], {
        description:
          'Of `csv` and `xlsx`: how choices, yes and no are written. `texts`: each value has one text, that of the newest version that offers it. `values`: as they are stored, several with commas in between; a row of a shared list is its key. `both`: the texts, and a second column with the values. If omitted, each form has the texts of its own version. `json` always has values.',
      }),
    ),
    leaveOut: LeaveOut,
    document: Document,
    locale: Type.Optional(LocaleShape),
    sort: Type.Optional(
      Type.String({ maxLength: 300, description: 'Of a table: its order, as there.' }),
    ),
    columns: Type.Optional(
      Type.String({
        maxLength: 8000,
        description:
          'Of a table: ids of fields, `id`, `number`, `name`, `status` and `lastUpdateDate`, with commas in between. If omitted, all of these. `createdBy`, `assignedTo`, `createdDate`, `dueDate`, `completedDate`, `completedOnDeviceDate`, `assignmentId` and `review` are there only if they are named.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'NewExport',
    description:
      'The filters are those of the answers of a template. Only a table, as `csv` or `xlsx`, has all of them; other exports have `status` and `review`.',
  },
);
export type NewExport = Static<typeof NewExport>;

export const ExportItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: Kind,
    state: Type.Union([
      Type.Literal('queued'),
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('failed'),
      Type.Literal('cancelled'),
    ]),
    progress: Type.Integer({ description: 'Percent.' }),
    written: Type.Integer({ description: 'The number of forms exported so far.' }),
    message: Type.Optional(Type.String({ description: 'Why it failed, in English.' })),
    reason: Type.Optional(
      Type.String({
        description:
          'Why it failed, for programs: `interrupted`, `owner-inactive`, `archive-full`, `too-heavy`, or the code of an error.',
      }),
    ),
    template: Type.Optional(IdAndName),
    form: Type.Optional(IdAndName),
    status: ANSWERS_FILTER.status,
    from: Type.Optional(Time()),
    to: Type.Optional(Time()),
    problemCount: Type.Integer({
      description: 'The number of forms that could not be exported as they are stored.',
    }),
    problems: Type.Array(
      Type.Object({
        formId: Type.String(),
        form: Type.String(),
        reason: Type.Optional(
          Type.Union([
            Type.Literal('not-whole'),
            Type.Literal('unreadable'),
            Type.Literal('unwritable'),
            Type.Literal('not-drawn'),
            Type.Literal('no-photos'),
            Type.Literal('no-document'),
            Type.Literal('file-damaged'),
            Type.Literal('missing-characters'),
          ]),
        ),
        text: Type.String({ description: 'Why, in English.' }),
        characters: Type.Optional(
          Type.Array(Type.String(), {
            description:
              'The first 50 code points that no font has, such as `U+65E5`. The file problems.csv of the result names all.',
          }),
        ),
      }),
      {
        description:
          'The first hundred problems. The file problems.csv of the result lists all of them.',
      },
    ),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        size: Type.Integer({ description: 'Bytes.' }),
        url: Type.String(),
      }),
    ),
    createdAt: Time(),
    finishedAt: Type.Optional(Time()),
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the export is deleted, with its files.',
      }),
    ),
  },
  { title: 'Export' },
);
export type ExportItem = Static<typeof ExportItem>;

export const ExportList = pageOf(ExportItem, 'ExportList');
export type ExportList = Static<typeof ExportList>;

export const QueueItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    status: Type.Union([
      Type.Literal('Queued'),
      Type.Literal('Running'),
      Type.Literal('Completed'),
      Type.Literal('Failed'),
      Type.Literal('Cancelled'),
    ]),
    progressIndicator: Type.Integer({ description: 'Percent.' }),
    message: Type.Optional(Type.String({ description: 'Why it failed, in English.' })),
    reason: Type.Optional(
      Type.String({
        description:
          'Why it failed, for programs: `interrupted`, `owner-inactive`, `archive-full`, `too-heavy`, or the code of an error.',
      }),
    ),
    resourceId: Type.Optional(Type.String({ description: 'Of the finished export.' })),
    redirectUrl: Type.Optional(Type.String({ description: 'Of the finished export.' })),
  },
  { title: 'QueueItem' },
);
export type QueueItem = Static<typeof QueueItem>;

export const NewFormExport = Type.Object(
  {
    type: Type.Literal('pdf'),
    pages: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Leave it out, or empty, to export all pages. Other values are not supported.',
      }),
    ),
    leaveOut: LeaveOut,
    document: Document,
  },
  { additionalProperties: false, title: 'NewFormExport' },
);

export const FormExport = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.Literal('pdf'),
    status: QueueItem.properties.status,
    createdDate: Type.String({ description: 'In the format of all dates of /v2.' }),
    name: Type.Optional(Type.String()),
    size: Type.Optional(Type.Integer({ description: 'Bytes.' })),
    link: Type.Optional(
      Type.String({ description: 'The address of the PDF. Use the same access token.' }),
    ),
    linkExpiration: Type.Optional(Type.String()),
    problems: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What the PDF lacks, in English, such as characters that no font has. Left out if it lacks nothing.',
      }),
    ),
  },
  { title: 'FormExport' },
);
export type FormExport = Static<typeof FormExport>;
