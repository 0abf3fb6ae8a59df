import { type Static, Type } from 'typebox';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';
import { CALL_FAILURES } from '#outbound/call-failure.ts';

export const EventType = Type.Union(
  [
    Type.Literal('form.created'),
    Type.Literal('form.assigned'),
    Type.Literal('form.completed'),
    Type.Literal('form.reopened'),
    Type.Literal('form.submitted-for-review'),
    Type.Literal('form.approved'),
    Type.Literal('form.sent-back'),
    Type.Literal('form.rejected'),
    Type.Literal('form.deleted'),
    Type.Literal('form.due'),
    Type.Literal('form.overdue'),
    Type.Literal('assignment.due'),
    Type.Literal('assignment.overdue'),
    Type.Literal('template.published'),
    Type.Literal('form.complete'),
  ],
  { description: '`form.complete` is another name for `form.completed`.' },
);

const EventTypes = Type.Array(EventType, { minItems: 1, maxItems: 15, uniqueItems: true });
const TargetUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'An https address on the public internet, or in a network that the operator allows.',
});
const Description = Type.String({ minLength: 1, maxLength: 200 });
const TemplateId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Only events of this template. If omitted, events of all templates.',
});

const webhook = {
  id: Type.String(),
  targetUrl: TargetUrl,
  eventTypes: EventTypes,
  templateId: Type.Optional(TemplateId),
  templateName: Type.Optional(
    Type.String({ description: 'Of a deleted template, the name that it had, if it is known.' }),
  ),
  isTemplateDeleted: Type.Optional(
    Type.Boolean({ description: 'True when the template was deleted. Then nothing is sent.' }),
  ),
  description: Type.Optional(Description),
  state: Type.Union([Type.Literal('active'), Type.Literal('disabled')]),
  disabledReason: Type.Optional(
    Type.Union([Type.Literal('gone'), Type.Literal('failing'), Type.Literal('admin')], {
      description:
        '`gone`: the receiver answered 410. `failing`: no delivery succeeded for five days. `admin`: an admin turned it off.',
    }),
  ),
  disabledAt: Type.Optional(Time()),
  failingSince: Type.Optional(Time('The time since which no delivery has succeeded.')),
  previousSecretUntil: Type.Optional(
    Time('Until then, messages are also signed with the previous secret.'),
  ),
  createdAt: Time(),
};

export const Webhook = Type.Object(webhook, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const WebhookList = pageOf(Webhook, 'WebhookList');
export type WebhookList = Static<typeof WebhookList>;

export const WEBHOOK_QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });

export const ShownWebhookSecret = Type.Object(
  {
    webhook: Webhook,
    secret: Type.String({
      description:
        'Begins with `whsec_`. Receivers check signatures with it. It is shown only once.',
    }),
  },
  { title: 'ShownWebhookSecret' },
);
export type ShownWebhookSecret = Static<typeof ShownWebhookSecret>;

export const NewWebhookBody = Type.Object(
  {
    targetUrl: TargetUrl,
    eventTypes: EventTypes,
    templateId: Type.Optional(TemplateId),
    description: Type.Optional(Description),
  },
  { title: 'NewWebhook', additionalProperties: false },
);
export type NewWebhookBody = Static<typeof NewWebhookBody>;

export const WebhookChangeBody = Type.Partial(
  Type.Object({
    targetUrl: TargetUrl,
    eventTypes: EventTypes,
    templateId: Type.Union([TemplateId, Type.Null()]),
    description: Type.Union([Description, Type.Null()]),
    state: Type.Literal('disabled', { description: 'To turn it back on, use its own route.' }),
  }),
  { title: 'WebhookChange', additionalProperties: false },
);
export type WebhookChangeBody = Static<typeof WebhookChangeBody>;

export const RotateWebhookSecretBody = Type.Object(
  {
    overlapSeconds: Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      description: 'How long messages are also signed with the previous secret.',
    }),
  },
  { title: 'WebhookSecretRotation', additionalProperties: false },
);

const WebhookAttempt = Type.Object(
  {
    id: Type.String(),
    at: Time(),
    ms: Type.Integer({ description: 'How long it took.' }),
    status: Type.Optional(Type.Integer({ description: 'HTTP status of the answer.' })),
    error: Type.Optional(Type.String({ description: 'Why there was no answer, in English.' })),
    reason: Type.Optional(
      Type.Enum([...CALL_FAILURES, 'secret-lost', 'no-right'], {
        description: 'Why there was no answer, for programs.',
      }),
    ),
    answer: Type.Optional(
      Type.String({ description: 'The beginning of an answer that was not a 2xx.' }),
    ),
  },
  { title: 'WebhookAttempt' },
);

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({ description: 'The value of `webhook-id` in every attempt.' }),
    type: Type.String(),
    at: Time('When it happened.'),
    objectId: Type.Optional(
      Type.String({
        description:
          'The id of the form or template; absent for a form whose template the reader does not see all forms of.',
      }),
    ),
    state: Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')]),
    nextAttemptAt: Type.Optional(Time()),
    attempts: Type.Array(WebhookAttempt, { description: 'The last 20 attempts, oldest first.' }),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryList = pageOf(WebhookDelivery, 'WebhookDeliveryList');
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;

export const SentTest = Type.Object(
  { deliveryId: Type.String({ description: 'The id of the delivery in the list of deliveries.' }) },
  { title: 'SentWebhookTest' },
);

/** A webhook in the reference service's shape. */
export const HookItem = Type.Object(
  {
    id: Type.String(),
    eventType: Type.String({ description: 'The first of eventTypes.' }),
    eventTypes: EventTypes,
    targetUrl: TargetUrl,
    entityId: Type.Optional(
      Type.String({ description: 'The id of the template. If omitted, all templates.' }),
    ),
    description: webhook.description,
    state: webhook.state,
    disabledReason: webhook.disabledReason,
    previousSecretUntil: webhook.previousSecretUntil,
  },
  { title: 'Hook' },
);

export const ShownHook = Type.Object(
  {
    ...HookItem.properties,
    secret: Type.Optional(
      Type.String({
        description:
          'Begins with `whsec_`. Receivers check signatures with it. Only the first answer has it, not the answer to a request that is repeated with its `Idempotency-Key`.',
      }),
    ),
  },
  { title: 'ShownHook' },
);

export const NewHookBody = Type.Object(
  {
    eventTypes: Type.Optional(EventTypes),
    eventType: Type.Optional(EventType),
    targetUrl: TargetUrl,
    entityId: Type.Optional(TemplateId),
    description: Type.Optional(Description),
  },
  { title: 'NewHook', additionalProperties: false },
);

export const HookChangesBody = Type.Partial(
  Type.Object({
    targetUrl: TargetUrl,
    eventTypes: EventTypes,
    entityId: Type.Union([TemplateId, Type.Null()], {
      description: 'null: events of all templates.',
    }),
    description: Type.Union([Description, Type.Null()], { description: 'null removes it.' }),
    state: Type.Union([Type.Literal('active'), Type.Literal('disabled')], {
      description:
        '`active` turns the webhook on and sends the deliveries that were waiting when it was turned off, unless they are older than 30 days.',
    }),
  }),
  { title: 'HookChanges', additionalProperties: false },
);
