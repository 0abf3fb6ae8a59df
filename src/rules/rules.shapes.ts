import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import {
  MAX_ACTIONS,
  MAX_CHOSEN_FIELDS,
  MAX_CONDITION,
  MAX_DUE_DAYS,
  MAX_RULE_NAME,
  MAX_RULES,
  MAX_TOLD,
} from './limits.ts';

const Id = Type.String({ format: 'uuid' });
const FieldName = Type.String({ minLength: 1, maxLength: 128 });
const strict = { additionalProperties: false } as const;

const TriggerShape = Type.Union(
  [
    Type.Literal('begun'),
    Type.Literal('completed'),
    Type.Literal('by-link'),
    Type.Literal('approved'),
    Type.Literal('sent-back'),
    Type.Literal('rejected'),
    Type.Literal('late'),
  ],
  {
    description:
      'What causes the rule to run. `by-link`: a form was completed by a public link; it causes `completed` too.',
  },
);

const Subject = Type.Object(
  { type: Type.Union([Type.Literal('User'), Type.Literal('Group')]), id: Id },
  strict,
);
const Fields = Type.Array(FieldName, {
  maxItems: MAX_CHOSEN_FIELDS,
  description: 'The names of the fields whose answers are part of the message.',
});

const ActionShape = Type.Union([
  Type.Object(
    {
      type: Type.Literal('assign'),
      templateId: Id,
      to: Type.Union([Subject, Type.Object({ type: Type.Literal('Creator') }, strict)]),
      mode: Type.Optional(Type.Union([Type.Literal('each'), Type.Literal('shared')])),
      dueInDays: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DUE_DAYS })),
      instructions: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
      carry: Type.Array(Type.Object({ from: FieldName, to: FieldName }, strict), {
        maxItems: MAX_CHOSEN_FIELDS,
        description: 'Answers that the new form begins with.',
      }),
    },
    { ...strict, title: 'AssignAction', description: 'Assigns a form of a template.' },
  ),
  Type.Object(
    { type: Type.Literal('hand-on'), to: Subject },
    { ...strict, title: 'HandOnAction', description: 'Assigns the form itself.' },
  ),
  Type.Object(
    {
      type: Type.Literal('row'),
      listId: Id,
      cells: Type.Array(
        Type.Object(
          {
            column: Type.String({ minLength: 1, maxLength: 200 }),
            field: Type.Optional(FieldName),
            text: Type.Optional(Type.String({ maxLength: 1000 })),
          },
          strict,
        ),
        { minItems: 1, maxItems: MAX_CHOSEN_FIELDS },
      ),
    },
    {
      ...strict,
      title: 'RowAction',
      description: 'Writes a row of a shared list. A row with the same key is replaced.',
    },
  ),
  Type.Object(
    { type: Type.Literal('webhook'), webhookId: Id, fields: Fields },
    {
      ...strict,
      title: 'WebhookAction',
      description: 'Calls a webhook. Only admins can save this.',
    },
  ),
  Type.Object(
    {
      type: Type.Literal('tell'),
      to: Type.Array(Subject, { minItems: 1, maxItems: MAX_TOLD }),
      fields: Fields,
    },
    {
      ...strict,
      title: 'TellAction',
      description: 'Sends a mail to those who may see the form when it is sent.',
    },
  ),
]);

const SAID = {
  name: Type.String({ minLength: 1, maxLength: MAX_RULE_NAME }),
  trigger: TriggerShape,
  condition: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_CONDITION,
      description:
        "An expression as in the conditions of a template, such as `{brakes} = 'bad'`. Left out: the rule always runs.",
    }),
  ),
  actions: Type.Array(ActionShape, { minItems: 1, maxItems: MAX_ACTIONS }),
};

export const RuleBody = Type.Object(
  { ...SAID, isOn: Type.Optional(Type.Boolean({ description: 'The default is true.' })) },
  { title: 'RuleInput', ...strict },
);
export const RuleChangeBody = Type.Object(
  {
    ...RuleBody.properties,
    revision: Type.Optional(
      Type.Integer({ description: 'The revision that was read. Another one gets 412.' }),
    ),
  },
  { title: 'RuleChangeInput', ...strict },
);
export type RuleBody = Static<typeof RuleBody>;

export const TryBody = Type.Object(
  { formId: Id, rule: RuleBody },
  { title: 'RuleTryInput', ...strict },
);
export const OrderBody = Type.Object(
  { ids: Type.Array(Id, { maxItems: MAX_RULES, description: 'All rules, in their order.' }) },
  { title: 'RuleOrderInput', ...strict },
);

const Named = Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) });

export const RuleItem = Type.Object(
  {
    id: Id,
    ...SAID,
    state: Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('stopped')], {
      description: '`stopped`: Formstead turned it off. Saving it turns it on again.',
    }),
    stopReason: Type.Optional(
      Type.Union([
        Type.Literal('owner-inactive'),
        Type.Literal('owner-rights'),
        Type.Literal('target-gone'),
      ]),
    ),
    owner: Named,
    targets: Type.Array(
      Type.Object({
        type: Type.Union([
          Type.Literal('User'),
          Type.Literal('Group'),
          Type.Literal('Template'),
          Type.Literal('List'),
          Type.Literal('Webhook'),
        ]),
        id: Id,
        name: Type.Optional(Type.String()),
      }),
      { description: 'What its actions name. Deleted things have no name.' },
    ),
    updatedAt: Time(),
    revision: Type.Integer(),
  },
  { title: 'Rule' },
);
export type RuleItem = Static<typeof RuleItem>;

export const RuleList = Type.Object(
  {
    items: Type.Array(RuleItem),
    loop: Type.Optional(
      Type.Array(Named, {
        description:
          'Templates on a way by which rules lead back to this one, the first and the last the same. Each form on it is filled in by a person.',
      }),
    ),
  },
  { title: 'RuleList' },
);

const DoneShape = Type.Object({
  type: Type.Union([
    Type.Literal('assign'),
    Type.Literal('hand-on'),
    Type.Literal('row'),
    Type.Literal('webhook'),
    Type.Literal('tell'),
  ]),
  id: Type.Optional(
    Type.String({ description: 'The assignment, the form, the list or the delivery.' }),
  ),
  count: Type.Optional(
    Type.Integer({ description: 'How many assignments, or how many users and groups.' }),
  ),
});
const OUTCOME = {
  outcome: Type.Union([Type.Literal('done'), Type.Literal('skipped'), Type.Literal('failed')]),
  reason: Type.Optional(
    Type.String({
      description:
        'Why nothing was done: `condition`, `rate`, `no-creator`, `interrupted`, `owner-inactive`, `owner-rights`, `target-gone`, or the code of an error.',
    }),
  ),
  done: Type.Array(DoneShape),
};

export const RunItem = Type.Object(
  {
    id: Id,
    rule: Named,
    form: Named,
    trigger: TriggerShape,
    at: Time(),
    ...OUTCOME,
  },
  { title: 'RuleRun' },
);
export type RunItem = Static<typeof RunItem>;

export const RunList = Type.Object(
  {
    items: Type.Array(RunItem),
    next: Type.Optional(Type.String({ description: 'The cursor of the next page.' })),
  },
  { title: 'RuleRunList' },
);

export const RUNS_QUERY = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: Type.Optional(Type.String({ description: '`next` of the previous page.' })),
  },
  strict,
);

export const TriedRule = Type.Object(
  { ...OUTCOME, detail: Type.Optional(Type.String({ description: 'What is wrong, in English.' })) },
  { title: 'RuleTried' },
);
