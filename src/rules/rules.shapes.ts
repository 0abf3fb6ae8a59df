import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import {
  MAX_ACTIONS,
  MAX_CHOSEN_FIELDS,
  MAX_CONDITION,
  MAX_DUE_DAYS,
  MAX_RULE_NAME,
  MAX_RULES,
  MAX_SCHEDULED,
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
    Type.Literal('value'),
    Type.Literal('schedule'),
  ],
  {
    description:
      'What causes the rule to run. `by-link`: a form was completed by a public link; it causes `completed` too. `value`: the answer to a field became a value, which `became` says. `schedule`: a time came, which `schedule` says.',
  },
);

const Became = Type.Object(
  {
    field: FieldName,
    value: Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()], {
      description: 'As it is stored. Of checkboxes: one of those that are chosen.',
    }),
  },
  { ...strict, description: 'Only with the trigger `value`.' },
);
const Schedule = Type.Object(
  {
    every: Type.Union([Type.Literal('day'), Type.Literal('week')]),
    weekday: Type.Optional(
      Type.Union(
        [
          Type.Literal('mo'),
          Type.Literal('tu'),
          Type.Literal('we'),
          Type.Literal('th'),
          Type.Literal('fr'),
          Type.Literal('sa'),
          Type.Literal('su'),
        ],
        { description: 'Of a week.' },
      ),
    ),
    time: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: "By the organisation's clock, such as `08:30`.",
    }),
    over: Type.Union([Type.Literal('draft'), Type.Literal('complete')], {
      description: `It runs for forms with this status, of at most ${MAX_SCHEDULED} that changed last.`,
    }),
  },
  { ...strict, description: 'Only with the trigger `schedule`.' },
);

const Subject = Type.Object(
  { type: Type.Union([Type.Literal('User'), Type.Literal('Group')]), id: Id },
  strict,
);
const Pdf = Type.Optional(
  Type.Boolean({ description: 'Whether the PDF of the form is attached, if it is at most 5 MB.' }),
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
      pdf: Pdf,
    },
    {
      ...strict,
      title: 'TellAction',
      description:
        'Gives people a notice, and a mail with the fields to those who may see the form when it is sent.',
    },
  ),
  Type.Object(
    {
      type: Type.Literal('mail'),
      field: FieldName,
      fields: Fields,
      pdf: Pdf,
      strangers: Type.Optional(
        Type.Boolean({
          description:
            'Whether a mail is also sent to an address that somebody typed without an account. It has only what they chose, no text and no PDF. Only admins can save this.',
        }),
      ),
    },
    {
      ...strict,
      title: 'MailAction',
      description: 'Sends a mail to the address in a field, at most five a day to one address.',
    },
  ),
  Type.Object(
    {
      type: Type.Literal('set'),
      field: FieldName,
      value: Type.Optional(
        Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()], {
          description: 'Of checkboxes: the only one that is chosen then.',
        }),
      ),
      from: Type.Optional(
        Type.String({
          ...{ minLength: 1, maxLength: 128 },
          description: 'The field whose answer is copied, in place of `value`.',
        }),
      ),
    },
    { ...strict, title: 'SetAction', description: 'Sets a field that only rules may set.' },
  ),
]);

const SAID = {
  name: Type.String({ minLength: 1, maxLength: MAX_RULE_NAME }),
  trigger: TriggerShape,
  became: Type.Optional(Became),
  schedule: Type.Optional(Schedule),
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
    anew: Type.Array(
      Type.Object({
        type: Type.Union([
          Type.Literal('User'),
          Type.Literal('Group'),
          Type.Literal('Template'),
          Type.Literal('List'),
          Type.Literal('Webhook'),
          Type.Literal('Field'),
        ]),
        id: Type.Optional(Id),
        name: Type.Optional(Type.String({ description: 'Of a field, or of one of its choices.' })),
      }),
      {
        description:
          'What must be chosen anew before the rule can be turned on: it is not there, or the user may not use it. A copied or imported rule may name things of another template or organisation.',
      },
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
    chain: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Names of rules of which each sets the value that the next one waits for, the first and the last the same. They end after five in a row.',
      }),
    ),
  },
  { title: 'RuleList' },
);

export const NamingRules = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        template: Type.Object({ id: Id, name: Type.String() }),
      }),
      { description: 'Rules that the user may see, at most 20.' },
    ),
    others: Type.Integer({ description: 'How many other rules there are, up to 1,000.' }),
  },
  { title: 'RulesNaming' },
);
export type NamingRules = Static<typeof NamingRules>;

const DoneShape = Type.Object({
  type: Type.Union([
    Type.Literal('assign'),
    Type.Literal('hand-on'),
    Type.Literal('row'),
    Type.Literal('webhook'),
    Type.Literal('tell'),
    Type.Literal('mail'),
    Type.Literal('set'),
  ]),
  id: Type.Optional(
    Type.String({ description: 'The assignment, the form, the list or the delivery.' }),
  ),
  count: Type.Optional(
    Type.Integer({ description: 'How many assignments, mails, or users and groups.' }),
  ),
  left: Type.Optional(
    Type.Union([Type.Literal('no-address'), Type.Literal('stranger')], {
      description: 'Why no mail was sent to the address in a field.',
    }),
  ),
});
const OUTCOME = {
  outcome: Type.Union([Type.Literal('done'), Type.Literal('skipped'), Type.Literal('failed')]),
  reason: Type.Optional(
    Type.String({
      description:
        'Why nothing was done: `condition`, `rate`, `depth`, `no-creator`, `too-many-forms`, `interrupted`, `owner-inactive`, `owner-rights`, `target-gone`, or the code of an error.',
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
