import { type TObject, Type } from 'typebox';
import type { WebhookDoc } from '#http/openapi.ts';
import type { JsonValue } from '#kernel/json.ts';
import { dataOf, messageOf } from './message.ts';
import { RETRIES } from './retry.ts';
import type { WebhookEvent } from './webhook.ts';

const Url = (of: string) =>
  Type.String({
    format: 'uri',
    description: `The address of ${of}, under /v2. Read it with your token.`,
  });

const FormData = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the form.' }),
    templateId: Type.String({ format: 'uuid' }),
    revision: Type.Integer({ description: 'The revision of the form after the event.' }),
    assignment: Type.Object(
      {
        type: Type.Union([Type.Literal('User'), Type.Literal('Group'), Type.Literal('Link')]),
        id: Type.String({ format: 'uuid' }),
      },
      { description: 'The user, group or public link that the form is assigned to.' },
    ),
    review: Type.Optional(
      Type.Object(
        {
          state: Type.Union([
            Type.Literal('in-review'),
            Type.Literal('sent-back'),
            Type.Literal('approved'),
            Type.Literal('rejected'),
          ]),
          step: Type.Integer({ description: 'The step that it is in, or was decided in.' }),
        },
        { description: 'Where the review of the form is. Left out without one.' },
      ),
    ),
    dueDate: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only of form.due and form.overdue: when the form is, or was, due.',
      }),
    ),
    correction: Type.Optional(
      Type.Object(
        {
          by: Type.String({ format: 'uuid', description: 'The id of the user who corrected it.' }),
          field: Type.String({ description: 'The name of the field.' }),
        },
        {
          description:
            'Only after one answer of a complete form was corrected in the table of answers: form.reopened and form.completed are then sent together. `completedBy` of the form stays.',
        },
      ),
    ),
    url: Url('the form'),
  },
  { title: 'FormEventData' },
);

const WorkData = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the assignment.' }),
    templateId: Type.String({ format: 'uuid' }),
    revision: Type.Integer({ description: 'The revision of the assignment.' }),
    assignment: Type.Object(
      {
        type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
        id: Type.String({ format: 'uuid' }),
      },
      { description: 'The user or group that has the assignment.' },
    ),
    dueDate: Type.String({
      format: 'date-time',
      description: 'When the assignment is, or was, due.',
    }),
    reference: Type.Optional(
      Type.String({ description: 'What its sender calls it. Left out without one.' }),
    ),
    url: Url('the assignment'),
  },
  { title: 'AssignmentEventData' },
);

const TemplateData = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The id of the template.' }),
    templateId: Type.String({ format: 'uuid', description: 'The same as id.' }),
    revision: Type.Integer({ description: 'The number of the published version.' }),
    url: Url('the template'),
  },
  { title: 'TemplateEventData' },
);

const HEADERS = {
  'webhook-id': 'The same for every attempt to deliver a message. Take a message once.',
  'webhook-timestamp': 'The time of the attempt, in seconds since 1970. Refuse old messages.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `webhook-id.webhook-timestamp.body` in base64. While a secret is being replaced there are two signatures, separated by a space.',
};

const ANSWERS = {
  '2XX': 'The receiver has taken the message. Its body is ignored.',
  410: 'The receiver does not exist any more: Formstead turns the webhook off.',
  default: `Formstead sends the message again, up to ${RETRIES.count} times over about ${RETRIES.hours} hours, later if \`Retry-After\` asks for it.`,
};

const AGAIN =
  'A message has no answers in it: read `data.url` with your own token. A message may come more than once, and messages may overtake each other.';

const FORM = '0197f3c2-0000-7000-8000-000000000001';
const TEMPLATE = '0197f3c2-0000-7000-8000-000000000002';
const USER = '0197f3c2-0000-7000-8000-000000000003';
const AT = Date.UTC(2026, 0, 31, 9, 5);

/** Returns a message as a webhook sends it. */
function exampleOf(type: WebhookEvent['type']): JsonValue {
  const ofTemplate = type === 'template.published';
  const data = dataOf({
    type,
    accountId: '',
    at: AT,
    id: ofTemplate ? TEMPLATE : FORM,
    templateId: TEMPLATE,
    revision: 3,
    ...(!ofTemplate && { assignment: { type: 'User', id: USER } }),
    ...(type.endsWith('due') && { dueAt: AT }),
    ...(type.startsWith('assignment.') && { reference: 'order-4711' }),
  });
  return JSON.parse(messageOf({ type, at: AT, data }, 'https://forms.example.org'));
}

function message(
  type: WebhookEvent['type'],
  data: TObject,
  title: string,
  summary: string,
): WebhookDoc {
  const body = Type.Object(
    {
      type: Type.Literal(type),
      timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
      data,
      Item: Type.Object(
        { Id: Type.String({ format: 'uuid' }) },
        { description: 'For clients of other services: the same id as in `data`.' },
      ),
    },
    { title },
  );
  return {
    summary,
    description: AGAIN,
    tag: 'Webhooks',
    body,
    example: exampleOf(type),
    answers: ANSWERS,
    headers: HEADERS,
  };
}

/** The messages of each type of event, for the API document; `message.ts` writes them. */
export const WEBHOOK_MESSAGES: Readonly<Record<string, WebhookDoc>> = {
  'form.created': message('form.created', FormData, 'FormCreatedMessage', 'A form was created'),
  'form.assigned': message(
    'form.assigned',
    FormData,
    'FormAssignedMessage',
    'A form was assigned to a user, a group or a public link',
  ),
  'form.completed': message(
    'form.completed',
    FormData,
    'FormCompletedMessage',
    'A form was completed',
  ),
  'form.reopened': message('form.reopened', FormData, 'FormReopenedMessage', 'A form was reopened'),
  'form.submitted-for-review': message(
    'form.submitted-for-review',
    FormData,
    'FormSubmittedForReviewMessage',
    'A form waits for a review, or for the next step of it',
  ),
  'form.approved': message(
    'form.approved',
    FormData,
    'FormApprovedMessage',
    'The last step of a review approved a form',
  ),
  'form.sent-back': message(
    'form.sent-back',
    FormData,
    'FormSentBackMessage',
    'A reviewer sent a form back, and it is a draft again',
  ),
  'form.rejected': message('form.rejected', FormData, 'FormRejectedMessage', 'A form was rejected'),
  'form.deleted': message('form.deleted', FormData, 'FormDeletedMessage', 'A form was deleted'),
  'form.due': message(
    'form.due',
    FormData,
    'FormDueMessage',
    'A form is due within 24 hours. Sent once for each due date',
  ),
  'form.overdue': message(
    'form.overdue',
    FormData,
    'FormOverdueMessage',
    'A form was not completed until it was due. Sent once for each due date',
  ),
  'assignment.due': message(
    'assignment.due',
    WorkData,
    'AssignmentDueMessage',
    'An assignment is due within 24 hours, and its form has not begun. Sent once for each due date',
  ),
  'assignment.overdue': message(
    'assignment.overdue',
    WorkData,
    'AssignmentOverdueMessage',
    'An assignment was not begun until it was due. Sent once for each due date',
  ),
  'template.published': message(
    'template.published',
    TemplateData,
    'TemplatePublishedMessage',
    'A version of a template was published',
  ),
};
