import { type Static, Type } from 'typebox';
import { AttachmentItem } from '#attachments/index.ts';
import { CREATED_DAYS, Day, DUE_DAYS, DueDate, RemovedAnswers } from '#form-basics/index.ts';
import { FORM_FILTERS, PERSON_FILTERS } from '#form-records/index.ts';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { IdAndName, LocaleShape, Time } from '#http/shapes.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { AppReview, SAID, WholeAppReview } from './app-review.shapes.ts';

const item = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  status: Type.Union([Type.Literal('draft'), Type.Literal('complete')]),
  statusChangedAt: Time(),
  updatedAt: Time(),
  template: IdAndName,
  assignee: Type.Object({
    id: Type.String(),
    type: Type.Union([Type.Literal('User'), Type.Literal('Group'), Type.Literal('Link')], {
      description: '`Link`: the public link that the form was sent by.',
    }),
    name: Type.Optional(Type.String({ description: 'Left out if it was deleted.' })),
  }),
  dueAt: Type.Optional(Time('When it is due. A draft is late from then on.')),
  completedOnDeviceAt: Type.Optional(
    Time(
      'When it was completed as its device says, which may have been without a network. Whether it was completed in time depends on this time, or without it on `statusChangedAt`.',
    ),
  ),
  review: Type.Optional(AppReview),
};

export const AppFormItem = Type.Object(
  {
    ...item,
    revision: Type.Integer(),
    deletedAt: Type.Optional(Type.String({ format: 'date-time' })),
    purgedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The time from which the form can’t be restored.',
      }),
    ),
  },
  { title: 'AppFormItem' },
);
export type AppFormItem = Static<typeof AppFormItem>;

export const AppFormList = Type.Object(
  {
    items: Type.Array(AppFormItem),
    total: Type.Optional(
      Type.Integer({ description: 'The number of forms on all pages together. First page only.' }),
    ),
    isTotalExact: Type.Optional(
      Type.Boolean({ description: 'false: there are more forms than `total`.' }),
    ),
    ...PERSON_FILTERS,
    next: Next,
  },
  { title: 'AppFormList' },
);
export type AppFormList = Static<typeof AppFormList>;

export const APP_FORM_QUERY = Type.Object(
  {
    scope: Type.Optional(
      Type.Union([Type.Literal('mine'), Type.Literal('reviews'), Type.Literal('all')], {
        description:
          '`mine`: created by the user, or assigned to the user or one of their groups. `reviews`: those that wait for the user’s review. `all`: all forms that the user may see.',
        default: 'mine',
      }),
    ),
    status: Type.Optional(Type.Union([Type.Literal('draft'), Type.Literal('complete')])),
    deleted: Type.Optional(
      Type.Boolean({
        description: 'true: only deleted forms that the user may restore, last deleted first.',
      }),
    ),
    template: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only forms of this template.' }),
    ),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'The start of any word of the name, of the number, or of an answer that the template marks as searchable.',
      }),
    ),
    where: Type.Optional(
      Type.String({
        maxLength: 8000,
        description:
          'With `template`: conditions on answers as a JSON list, as GET /v2/templates/{id}/answers has them.',
      }),
    ),
    ...FORM_FILTERS,
    ...CREATED_DAYS,
    updatedFrom: Day('The first day of the last change.'),
    updatedTo: Day('The last day of the last change.'),
    ...DUE_DAYS,
    sort: Type.Optional(
      Type.Union(
        [
          Type.Literal('updated'),
          Type.Literal('created'),
          Type.Literal('name'),
          Type.Literal('due'),
          Type.Literal('agenda'),
        ],
        {
          default: 'updated',
          description:
            'With `overdue`, `dueFrom` or `dueTo` also `due`, which is the default then. Without them and `direction` also `agenda`: drafts with a due date, the most urgent first, then other drafts, then complete forms, both last changed first.',
        },
      ),
    ),
    direction: Type.Optional(
      Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
        description: 'If omitted, names are sorted upwards, and the newest forms come first.',
      }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

const Anything = Type.Object({}, { additionalProperties: true });
export const AnyJson = Type.Unsafe<JsonObject>(Anything);
const Location = Type.Object(
  {
    latitude: Type.Number(),
    longitude: Type.Number(),
    accuracy: Type.Optional(Type.Number({ description: 'Metres.' })),
  },
  { additionalProperties: false },
);

/** The actions that the user may perform on the form. */
const May = Type.Object({
  edit: Type.Boolean(),
  complete: Type.Boolean(),
  reopen: Type.Boolean(),
  takeBack: Type.Boolean({ description: 'Reopen their own form: no reviewer has opened it.' }),
  review: Type.Boolean(),
  assign: Type.Boolean(),
  delete: Type.Boolean(),
  restore: Type.Boolean(),
});

const Rows = (description: string) =>
  Type.Optional(Type.Array(Type.Array(Type.Unsafe<ShownAnswer>(Anything)), { description }));

const Shown = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    type: Type.String(),
    unit: Type.Optional(Type.String({ description: 'The unit of a number.' })),
    section: Type.Array(Type.String(), {
      description: 'The titles of the page and the panels that contain it, outermost first.',
    }),
    state: Type.Union(
      [Type.Literal('answered'), Type.Literal('unanswered'), Type.Literal('hidden')],
      {
        description: '`hidden`: a condition hides the question.',
      },
    ),
    value: Type.Unsafe<JsonValue>({
      description: 'The stored or calculated value. null without an answer.',
    }),
    displayValue: Type.String({ description: 'The value as readable text. Empty for rows.' }),
    comment: Type.Optional(
      Type.String({ description: 'The text typed in addition to the answer.' }),
    ),
    remark: Type.Optional(
      Type.String({ description: 'The part of it that `displayValue` does not contain.' }),
    ),
    rows: Rows('The rows of a table or repeating section. Each contains answers like this one.'),
    rowTitles: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The names of the rows, if the form has any.',
      }),
    ),
    totals: Type.Optional(
      Type.Array(Type.Unsafe<ShownAnswer>(Anything), { description: 'Of the columns of a table.' }),
    ),
  },
  { title: 'ShownAnswer' },
);

const OfficePart = Type.Object({ definition: AnyJson, answers: AnyJson });
const ClosedPart = Type.Object({
  ...OfficePart.properties,
  plain: Type.Optional(Type.Array(Shown, { description: 'As readable text, with `plain=true`.' })),
});

export const AppFormDetail = Type.Object(
  {
    ...item,
    review: Type.Optional(WholeAppReview),
    number: Type.Integer(),
    createdAt: Time(),
    createdBy: IdAndName,
    completedBy: Type.Optional(IdAndName),
    correctedBy: Type.Optional({
      ...IdAndName,
      description: 'Who last corrected an answer since the form was completed.',
    }),
    correctedAt: Type.Optional(Time()),
    receipt: Type.Optional(
      Type.String({
        description: 'The receipt number of a form that was sent by a public link.',
      }),
    ),
    revision: Type.Integer(),
    location: Type.Optional(Location),
    deletedAt: Type.Optional(Time()),
    purgedAt: Type.Optional(Time()),
    versionNumber: Type.Integer({
      description: 'The version of the template that the form was created from and keeps.',
    }),
    definition: AnyJson,
    instructions: Type.Optional(Type.String({ description: 'Of its assignment.' })),
    office: Type.Optional({
      ...OfficePart,
      description: 'The fields for office use that the user fills in with their decision.',
    }),
    closed: Type.Optional({
      ...ClosedPart,
      description: 'For those with the right to review: the fields that only other steps see.',
    }),
    may: May,
    attachments: Type.Array(AttachmentItem),
    plain: Type.Optional(
      Type.Array(Shown, { description: 'The answers as readable text, with `plain=true`.' }),
    ),
    isWhole: Type.Optional(
      Type.Boolean({
        description:
          'Sent with `plain`. false: the forms engine cannot process the template completely. `plain` then lacks calculated values and contains hidden questions.',
      }),
    ),
    fields: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String({ description: 'The name of the question in the answers.' }),
        title: Type.String(),
        type: Type.String(),
      }),
      { description: 'The questions, in their order.' },
    ),
    answers: AnyJson,
    history: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Time(),
        action: Type.String(),
        actor: Type.Optional(IdAndName),
        assignedTo: Type.Optional(
          Type.Object(
            {
              id: Type.String(),
              type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
              name: Type.Optional(Type.String({ description: 'Left out if it was deleted.' })),
            },
            { description: 'Who the form was created for or assigned to.' },
          ),
        ),
        credentialId: Type.Optional(Type.String()),
        removed: Type.Optional(RemovedAnswers),
        isDeviceClockWrong: Type.Optional(
          Type.Boolean({
            description:
              'true: the device told an impossible time of the completion, and `completedOnDeviceAt` is the nearest possible one.',
          }),
        ),
        ...SAID,
        corrected: Type.Optional(
          Type.String({
            description:
              'The name of the question whose answer was corrected in the table of answers.',
          }),
        ),
      }),
      { description: 'Oldest first. Consecutive edits of one user are listed once.' },
    ),
  },
  { title: 'AppFormDetail' },
);
export type AppFormDetail = Static<typeof AppFormDetail>;

export const APP_FORM_DETAIL_QUERY = Type.Object(
  {
    plain: Type.Optional(Type.Boolean({ description: 'true: also return `plain`.' })),
    locale: Type.Optional(LocaleShape),
  },
  { additionalProperties: false },
);

export const Revision = Type.Integer({
  minimum: 1,
  description:
    'The revision that the client has read. If the form has another one, the answer is 412.',
});

const Assignment = Type.Object(
  {
    type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
    id: Type.String({ maxLength: 64 }),
  },
  { additionalProperties: false },
);

export const NewAppForm = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'A UUID that the client creates. If the same user repeats the request, the answer is the existing form.',
      }),
    ),
    templateId: Type.String({ maxLength: 64 }),
    versionNumber: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The version that a device has begun the form with. If omitted, the published one.',
      }),
    ),
    name: Type.Optional(
      Type.String({ description: 'If omitted, the naming pattern of the template applies.' }),
    ),
    assignment: Type.Optional(Assignment),
    dueAt: Type.Optional(DueDate),
    handsOver: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The id of a form of the same template that was the user’s and is assigned to someone else now: the new form is assigned to them too, instead of `assignment`.',
      }),
    ),
    answers: Type.Optional(AnyJson),
    location: Type.Optional(Location),
    begunOffline: Type.Optional(
      Type.Boolean({
        description:
          'true: the form was started on a device without a connection. Such forms are accepted even above the limits of the account. A tenth of each limit, and at least 100 forms and 10 MiB of answers, is reserved for them.',
      }),
    ),
  },
  { title: 'NewAppForm', additionalProperties: false },
);

export const AppFormChange = Type.Object(
  {
    revision: Revision,
    answers: Type.Optional({ ...AnyJson, description: 'All answers, not only the changed ones.' }),
    name: Type.Optional(Type.String()),
    location: Type.Optional(
      Type.Union([Location, Type.Null()], { description: 'null removes it.' }),
    ),
    begunOffline: Type.Optional(
      Type.Boolean({
        description:
          'true: the changes were made on a device without a connection. They may use what is reserved for them above the limit of answers.',
      }),
    ),
  },
  { title: 'AppFormChange', additionalProperties: false },
);

export const AppFormSaved = Type.Object(
  {
    revision: Type.Integer(),
    name: Type.String({ description: 'It may have changed with the answers.' }),
    updatedAt: Time(),
    assignee: item.assignee,
  },
  { title: 'AppFormSaved' },
);
export type AppFormSaved = Static<typeof AppFormSaved>;

export const AppFormAssignment = Type.Object(
  {
    assignment: Type.Optional(Assignment),
    dueAt: Type.Optional(DueDate),
    revision: Type.Optional(Revision),
  },
  { title: 'AppFormAssignment', additionalProperties: false },
);
