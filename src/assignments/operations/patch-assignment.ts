import { AssignmentChangesInput, AssignmentItem } from '#assignments/assignment.shapes.ts';
import { describeAssignment } from '#assignments/assignment-item.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { changeAssignment } from '#assignments/change-assignment.ts';
import { readNotBefore } from '#assignments/read-order.ts';
import { actorOfCall, readDueDate } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';

/** PATCH /assignments/:id */
export const patchAssignment = (deps: AssignmentsDeps) =>
  operation({
    method: 'PATCH',
    path: '/assignments/:id',
    right: 'forms.write',
    body: AssignmentChangesInput,
    doc: {
      summary: 'Change an assignment',
      tag: 'Assignments',
      description:
        'Hands an open assignment on, or changes when it is due and what is said about it. Its form follows. Each change is an entry of its history.',
      responses: {
        200: { description: 'The assignment.', schema: AssignmentItem },
        400: { description: 'There is no such active user or group.', codes: ['unknown-assignee'] },
        404: 'no assignment seen',
        409: 'assignment ended',
        412: { description: 'The assignment has another revision than If-Match names.' },
      },
    },
    async handle(call) {
      const { dueDate, notBefore, ...changes } = call.body;
      const changed = await deps.db.transaction((tx) =>
        changeAssignment(deps)(tx, actorOfCall(call), call.params.id, {
          ...changes,
          ifRevision: call.ifRevision,
          dueAt: readDueDate(dueDate, 'dueDate'),
          notBefore: readNotBefore(notBefore),
        }),
      );
      return {
        status: 200,
        body: await describeAssignment(deps.db.reader, changed, deps.clock.now()),
      };
    },
  });
