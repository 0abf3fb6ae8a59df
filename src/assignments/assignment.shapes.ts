import { type Static, Type } from 'typebox';
import { DueDate } from '#form-basics/index.ts';
import {
  MAX_AT_ONCE,
  MAX_INSTRUCTIONS,
  MAX_MEMBERS,
  MAX_REASON,
  MAX_REFERENCE,
  MOST_WORK,
  STATES,
} from './assignment.ts';

const Id = Type.String({ format: 'uuid' });
const Time = Type.String({ format: 'date-time' });
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

const State = Type.Union(
  [
    Type.Literal('waiting'),
    Type.Literal('begun'),
    Type.Literal('done'),
    Type.Literal('declined'),
    Type.Literal('cancelled'),
  ],
  {
    description:
      '`waiting`: its form has not begun. `begun`: its form is a draft. `done`: its form is complete.',
  },
);
const PrioritySchema = Type.Union([Type.Literal('normal'), Type.Literal('high')]);

const AssigneeInput = Type.Object(
  {
    type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
    id: Type.String(),
  },
  { additionalProperties: false },
);

const NotBefore = Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
  description: 'An ISO 8601 date and time. The assignee does not see the assignment before.',
});
const Instructions = Type.String({
  minLength: 1,
  maxLength: MAX_INSTRUCTIONS,
  description: 'Plain text that the assignee reads before they begin.',
});

/** What a request says of a new assignment, beside the answers that its form begins with. */
export const NEW_ASSIGNMENT = {
  templateId: Type.String(),
  assignee: Type.Object(
    {
      ...AssigneeInput.properties,
      mode: Type.Optional(
        Type.Union([Type.Literal('each'), Type.Literal('shared')], {
          default: 'each',
          description: `Of a group. \`each\`: each active member gets an assignment, at most ${MAX_MEMBERS}. \`shared\`: one for all, which the first member who begins takes over.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  dueDate: Type.Optional(DueDate),
  notBefore: Type.Optional(NotBefore),
  priority: Type.Optional({ ...PrioritySchema, default: 'normal' }),
  instructions: Type.Optional(Instructions),
  reference: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_REFERENCE,
      description:
        'What you call it, such as the number of an order. If you send the same reference again, nothing new is made.',
    }),
  ),
};

export const AssignmentChangesInput = Type.Object(
  {
    assignee: Type.Optional({
      ...AssigneeInput,
      description:
        'Hands it on. A form that has begun goes along, which needs the right to edit unless it is your own.',
    }),
    dueDate: Type.Optional(DueDate),
    notBefore: Type.Optional(NotBefore),
    priority: Type.Optional(PrioritySchema),
    instructions: Type.Optional(Type.Union([Instructions, Type.Null()])),
  },
  { title: 'AssignmentChanges', additionalProperties: false },
);

export const Decline = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: MAX_REASON,
      description: 'The reason, which the sender reads.',
    }),
  },
  { title: 'Decline', additionalProperties: false },
);

const Person = Type.Object({
  id: Id,
  name: Type.Optional(Type.String({ description: 'Missing for somebody who was erased.' })),
});

/** An assignment, as both interfaces show it. */
export const AssignmentItem = Type.Object(
  {
    id: Id,
    template: Type.Object({ id: Id, name: Type.Optional(Type.String()) }),
    state: State,
    stateDate: Time,
    late: Type.Boolean({ description: 'Whether it is open and its due date is over.' }),
    declinable: Type.Boolean({
      description:
        'Whether the person who has it can decline it: it is open, it is not work of a group, and its template lets people decline.',
    }),
    assignee: Type.Object({
      type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
      ...Person.properties,
    }),
    group: Type.Union([Person, Type.Null()], { description: 'The group that it was sent to.' }),
    mode: Type.Union([Type.Literal('each'), Type.Literal('shared')]),
    dueDate: orNull(Time, 'null: never due.'),
    notBefore: orNull(Time, 'null: seen at once.'),
    priority: PrioritySchema,
    instructions: orNull(Type.String(), 'null: none.'),
    reference: orNull(Type.String(), 'What its sender calls it.'),
    sentBy: Person,
    formId: orNull(Id, 'null: no form has begun.'),
    declineReason: orNull(Type.String(), 'Why it was declined.'),
    remindedDate: orNull(Time, 'When its assignee was last reminded. null: never.'),
    createdDate: Time,
    lastUpdateDate: Time,
    revision: Type.Integer(),
  },
  { title: 'Assignment' },
);
export type AssignmentItem = Static<typeof AssignmentItem>;

/** The filters of every list of assignments. */
export const ASSIGNMENT_FILTERS = {
  state: Type.Optional(
    Type.String({
      description: `States with commas in between: ${STATES.join(', ')}. If omitted, all.`,
      examples: ['waiting,begun'],
    }),
  ),
  template: Type.Optional(Type.String({ description: 'The id of a template.' })),
  assignee: Type.Optional(Type.String({ description: 'The id of a user or a group.' })),
  sender: Type.Optional(Type.String({ description: 'The id of the user who sent it.' })),
  overdue: Type.Optional(
    Type.Boolean({ description: 'true: only open ones whose due date is over.' }),
  ),
  dueFrom: Type.Optional(
    Type.String({
      description: 'Due on this day or later, as YYYY-MM-DD in the time zone of the organisation.',
      examples: ['2026-01-01'],
    }),
  ),
  dueTo: Type.Optional(
    Type.String({ description: 'Due on this day or earlier.', examples: ['2026-01-31'] }),
  ),
};

export const WorkCountShape = Type.Object({
  count: Type.Integer({ minimum: 0, maximum: MOST_WORK }),
  isExact: Type.Boolean({ description: `false: there are more than ${MOST_WORK}.` }),
});

export const AT_ONCE = { minItems: 1, maxItems: MAX_AT_ONCE };
