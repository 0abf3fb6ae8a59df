import { Type } from 'typebox';
import { AssignmentItem, NEW_ASSIGNMENT } from '#assignments/assignment.shapes.ts';
import { describeAssignments } from '#assignments/assignment-item.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { readOrder } from '#assignments/read-order.ts';
import { sendAssignment } from '#assignments/send-assignment.ts';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { JsonObject } from '#kernel/json.ts';

const NewAppAssignment = Type.Object(
  {
    ...NEW_ASSIGNMENT,
    answers: Type.Optional(
      Type.Unsafe<JsonObject>(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'What the form begins with, by the name of the question.',
        }),
      ),
    ),
  },
  { title: 'NewAppAssignment', additionalProperties: false },
);

/** POST /app/v1/assignments: sends work to a user, or to a group. */
export const postAppAssignment = (deps: AssignmentsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/assignments',
    body: NewAppAssignment,
    doc: {
      summary: 'Send an assignment',
      tag: 'Assignments',
      description: 'The same `reference` again makes nothing new, so that a page can repeat it.',
      responses: {
        200: {
          description: 'Those that were sent before.',
          schema: Type.Object({ assignments: Type.Array(AssignmentItem) }),
        },
        201: {
          description: 'The new ones: one, or one for each member of a group.',
          schema: Type.Object({ assignments: Type.Array(AssignmentItem) }),
        },
        400: { description: 'There is no such active user or group.' },
        404: 'no template to use',
        409: {
          description:
            'The template is not published, or the reference belongs to another assignment.',
        },
        422: 'wrong answers',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const sent = await deps.db.transaction((tx) =>
        sendAssignment(deps)(tx, by, readOrder(request.body)),
      );
      const assignments = await describeAssignments(
        deps.db.reader,
        by.accountId,
        sent.assignments,
        deps.clock.now(),
      );
      return { status: sent.created ? 201 : 200, body: { assignments } };
    },
  });
