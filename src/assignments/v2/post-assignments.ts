import { type Static, Type } from 'typebox';
import { AssignmentItem, AT_ONCE, NEW_ASSIGNMENT } from '#assignments/assignment.shapes.ts';
import { MAX_MEMBERS } from '#assignments/assignment.ts';
import { describeAssignments } from '#assignments/assignment-item.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { readOrder } from '#assignments/read-order.ts';
import { type Sent, sendAssignment } from '#assignments/send-assignment.ts';
import type { Tx } from '#db/database.ts';
import { type FormActor, formActorOf, type TemplateVersion } from '#form-basics/index.ts';
import { changeAnswers, FIELDS } from '#forms/index.ts';
import { requireJsonAccepted } from '#http/accept.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { isObject } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { fieldsOf } from '#templates/index.ts';

const NewAssignmentInput = Type.Object(
  {
    ...NEW_ASSIGNMENT,
    fields: Type.Optional({
      ...FIELDS,
      description: 'What the form begins with, by name or id of the field.',
    }),
  },
  { title: 'NewAssignment', additionalProperties: false },
);
const Many = Type.Object(
  { assignments: Type.Array(NewAssignmentInput, AT_ONCE) },
  { title: 'NewAssignments', additionalProperties: false },
);
type Input = Static<typeof NewAssignmentInput>;

const Made = Type.Object({ assignments: Type.Array(AssignmentItem) }, { title: 'SentAssignment' });
const Result = Type.Object({
  status: Type.Integer({
    description: '201: made. 200: sent before, under this reference. Others: refused.',
  }),
  reference: Type.Optional(Type.String()),
  assignments: Type.Optional(Type.Array(AssignmentItem)),
  error: Type.Optional(
    Type.Object({ code: Type.String(), detail: Type.String(), at: Type.Optional(Type.String()) }),
  ),
});
const Results = Type.Object(
  { results: Type.Array(Result, { description: 'In the order of the request.' }) },
  { title: 'SentAssignments' },
);

/** POST /v2/assignments: sends work to a user or a group, or many of them with a result for each. */
export const postAssignments = (deps: AssignmentsDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/assignments',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    body: 'json',
    doc: {
      summary: 'Send assignments',
      tag: 'Assignments',
      description: [
        'Sends a published template to a user or a group, who fill it in. The form is made when somebody begins, from',
        'the version that is published then. Sending to others needs the right to assign on the template.',
        '',
        'Send one assignment, or `{ "assignments": […] }` with up to 500, which are made one after the other and have',
        'a result each. Each of many needs a `reference`, so that the request can be repeated: a reference that you',
        'have used before makes nothing new. Once a request has made a thousand assignments, its others are refused: send those again.',
      ].join('\n'),
      idempotent: true,
      body: Type.Union([NewAssignmentInput, Many]),
      responses: {
        200: {
          description:
            'The assignments that were sent before under this reference, or the results of many.',
          schema: Type.Union([Made, Results]),
        },
        201: {
          description: 'The new assignment, or one for each member of the group.',
          schema: Made,
        },
        400: { description: 'There is no such active user or group.', codes: ['unknown-assignee'] },
        404: { description: 'There is no template with this id that the acting user may use.' },
        409: {
          description:
            'The template is not published, or the reference belongs to another assignment.',
          codes: ['template-state', 'reference-used'],
        },
        422: {
          description: 'A field does not exist, is read-only, or has an invalid value.',
          codes: ['invalid-answers'],
        },
      },
    },
    async handle(request) {
      requireJsonAccepted(request.headers['accept']);
      const by = formActorOf(request);
      const { body, headers } = request;
      if (isObject(body ?? null) && Object.hasOwn(Object(body), 'assignments')) {
        const { assignments } = parseInput(Many, body);
        requireReferences(headers['idempotency-key'], assignments);
        const results = await resultsOf(deps, by, assignments);
        return { status: 200, body: { results } };
      }
      const input = parseInput(NewAssignmentInput, body);
      const sent = await deps.idempotency.once(request, 'POST /v2/assignments', (tx) =>
        send(deps, tx, by, input),
      );
      const assignments = await describe(deps, by, sent);
      return { status: sent.created ? 201 : 200, body: { assignments } };
    },
  });

const describe = ({ db, clock }: AssignmentsDeps, { accountId }: FormActor, sent: Sent) =>
  describeAssignments(db.reader, accountId, sent.assignments, clock.now());

/** Sends one after the other, until enough are made for one request. */
async function resultsOf(deps: AssignmentsDeps, by: FormActor, inputs: readonly Input[]) {
  const results: Static<typeof Result>[] = [];
  let made = 0;
  for (const input of inputs) {
    const result = made < MAX_MEMBERS ? await resultOf(deps, by, input) : fullResult(input);
    if (result.status === 201) made += result.assignments?.length ?? 0;
    results.push(result);
  }
  return results;
}

/** Groups of a thousand people each would otherwise make half a million assignments in one request. */
const fullResult = ({ reference }: Input): Static<typeof Result> => ({
  status: 422,
  ...(reference !== undefined && { reference }),
  error: {
    code: 'invalid-value',
    detail: `This request has made ${MAX_MEMBERS} assignments or more. Send this one again in another request.`,
    at: 'assignments',
  },
});

/** Sends one of many, and returns how it went. @throws whatever is no fault of the request, such as an outage */
async function resultOf(
  deps: AssignmentsDeps,
  by: FormActor,
  input: Input,
): Promise<Static<typeof Result>> {
  const named = input.reference === undefined ? {} : { reference: input.reference };
  try {
    const sent = await deps.db.transaction((tx) => send(deps, tx, by, input));
    const assignments = await describe(deps, by, sent);
    return { status: sent.created ? 201 : 200, ...named, assignments };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { code, detail, at, status } = error;
    return { status, ...named, error: { code, detail, ...(at !== undefined && { at }) } };
  }
}

function send(
  deps: AssignmentsDeps,
  tx: Tx,
  by: FormActor,
  { fields, ...order }: Input,
): Promise<Sent> {
  const answersFor = (version: TemplateVersion) =>
    changeAnswers(
      // There is no form yet that could have files or calculated values.
      {
        fields: fieldsOf(version),
        members: shapesOf(version.definition),
        calculated: {},
        files: [],
      },
      {},
      fields ?? {},
    );
  return sendAssignment(deps)(tx, by, readOrder(order), { answersFor });
}

/** Of many, some may be made before the connection breaks. Only a reference tells which. */
function requireReferences(key: string | undefined, assignments: readonly Input[]): void {
  if (key !== undefined) {
    throw fail(
      'invalid-parameter',
      'Idempotency-Key: many assignments are repeated by their references. Leave this out.',
      {
        at: 'Idempotency-Key',
        because: { reason: 'conflict' },
      },
    );
  }
  const bare = assignments.findIndex(({ reference }) => reference === undefined);
  if (bare < 0) return;
  throw fail('invalid-value', 'Each of many assignments needs a reference.', {
    at: `assignments[${bare}].reference`,
    because: { reason: 'missing' },
  });
}
