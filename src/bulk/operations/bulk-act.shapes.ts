import { type Static, Type } from 'typebox';
import { ANSWERS_FILTER } from '#answer-queries/index.ts';
import { ASSIGNMENT_FILTERS, AssignmentChangesInput } from '#assignments/index.ts';
import { MAX_CHOSEN, MAX_ITEMS } from '#bulk/bulk-act.ts';
import { APP_FORM_QUERY } from '#forms/index.ts';
import { Next, PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { LocaleShape, Time } from '#http/shapes.ts';

const Act = Type.Union([
  Type.Literal('assign'),
  Type.Literal('complete'),
  Type.Literal('reopen'),
  Type.Literal('delete'),
  Type.Literal('restore'),
  Type.Literal('hand-on'),
  Type.Literal('change'),
  Type.Literal('remind'),
  Type.Literal('cancel'),
]);

const OUTCOME = Type.Union([Type.Literal('done'), Type.Literal('skipped'), Type.Literal('failed')]);

const {
  limit: _limit,
  cursor: _cursor,
  deleted: _deleted,
  ...selecting
} = APP_FORM_QUERY.properties;

const WorkChangesInput = Type.Object(
  Type.Pick(AssignmentChangesInput, ['dueDate', 'priority', 'instructions']).properties,
  {
    additionalProperties: false,
    minProperties: 1,
  },
);

export type BulkChanges = Static<typeof WorkChangesInput>;

export const NewBulkAct = Type.Object(
  {
    act: Act,
    assignment: Type.Optional(
      Type.Object(
        {
          type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
          id: Type.String({ maxLength: 64 }),
        },
        { additionalProperties: false, description: 'For `assign` and `hand-on`.' },
      ),
    ),
    changes: Type.Optional({
      ...WorkChangesInput,
      description: 'For `change`: what is changed of each assignment.',
    }),
    forms: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              ids: Type.Array(Type.String({ maxLength: 64 }), {
                minItems: 1,
                maxItems: MAX_CHOSEN,
                description: 'Forms that were chosen one by one.',
              }),
            },
            { additionalProperties: false },
          ),
          Type.Object(
            {
              list: Type.Object(selecting, {
                additionalProperties: false,
                description: 'All forms that the list of forms shows with these parameters.',
              }),
            },
            { additionalProperties: false },
          ),
          Type.Object(
            {
              deleted: Type.Literal(true, {
                description: 'All deleted forms that the user may restore.',
              }),
            },
            { additionalProperties: false },
          ),
          Type.Object(
            {
              answers: Type.Object(
                {
                  templateId: Type.String({ minLength: 1, maxLength: 64 }),
                  ...ANSWERS_FILTER,
                },
                {
                  additionalProperties: false,
                  description:
                    'All forms that the answers of the template show with these parameters.',
                },
              ),
            },
            { additionalProperties: false },
          ),
        ],
        { description: `At most ${MAX_ITEMS.toLocaleString('en')} forms.` },
      ),
    ),
    work: Type.Optional(
      Type.Union(
        [
          Type.Object(
            {
              ids: Type.Array(Type.String({ maxLength: 64 }), {
                minItems: 1,
                maxItems: MAX_CHOSEN,
                description: 'Assignments that were chosen one by one.',
              }),
            },
            { additionalProperties: false },
          ),
          Type.Object(
            {
              list: Type.Object(ASSIGNMENT_FILTERS, {
                additionalProperties: false,
                description:
                  'All assignments that the list of assignments shows with these parameters.',
              }),
            },
            { additionalProperties: false },
          ),
        ],
        {
          description: `For \`hand-on\`, \`change\`, \`remind\` and \`cancel\`, instead of forms: at most ${MAX_ITEMS.toLocaleString('en')} assignments.`,
        },
      ),
    ),
    expected: Type.Integer({
      minimum: 1,
      description: 'The number that the user was shown. If more match, the answer is 409.',
    }),
    locale: Type.Optional(LocaleShape),
  },
  { title: 'NewBulkAct', additionalProperties: false },
);

export const BulkActItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    act: Act,
    assignee: Type.Optional(
      Type.Object({
        type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
        id: Type.String(),
        name: Type.Optional(Type.String({ description: 'Left out if it was deleted.' })),
      }),
    ),
    changes: Type.Optional(WorkChangesInput),
    state: Type.Union([
      Type.Literal('queued'),
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('failed'),
      Type.Literal('cancelled'),
    ]),
    message: Type.Optional(Type.String({ description: 'Why it failed as a whole, in English.' })),
    total: Type.Integer({ description: 'The number of forms or assignments.' }),
    done: Type.Integer(),
    skipped: Type.Integer({ description: 'There was nothing to do, or the user may not do it.' }),
    failed: Type.Integer(),
    createdAt: Time(),
    finishedAt: Type.Optional(Time()),
    expiresAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Until when its report is kept.' }),
    ),
  },
  { title: 'BulkActItem' },
);
export type BulkActItem = Static<typeof BulkActItem>;

export const BulkActList = pageOf(BulkActItem, 'BulkActList');
export type BulkActList = Static<typeof BulkActList>;

export const REPORT_QUERY = Type.Object(
  {
    outcome: Type.Optional(OUTCOME),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const BulkActForms = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.Optional(
          Type.String({
            description:
              'Of the form, or of the template and the assignee of the assignment. Left out if the user may not see it, or it was deleted.',
          }),
        ),
        isDeleted: Type.Boolean({ description: 'Whether it is a deleted form.' }),
        outcome: Type.Optional(OUTCOME),
        reason: Type.Optional(
          Type.String({
            description:
              '`already`: it was as it should be. `interrupted`: Formstead ended, or its storage failed, three times during it. Else the code of an error.',
          }),
        ),
        message: Type.Optional(Type.String({ description: 'The same in English.' })),
      }),
    ),
    next: Next,
  },
  { title: 'BulkActForms' },
);
export type BulkActForms = Static<typeof BulkActForms>;
