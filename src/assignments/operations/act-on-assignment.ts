import { AssignmentItem, Decline } from '#assignments/assignment.shapes.ts';
import { describeAssignment } from '#assignments/assignment-item.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { cancelAssignment, declineAssignment } from '#assignments/change-assignment.ts';
import { remindAssignee } from '#assignments/reminders/remind-assignment.ts';
import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';

const responses = {
  200: { description: 'The assignment.', schema: AssignmentItem },
  404: 'no assignment seen',
  409: 'assignment ended',
} as const;

/** POST /assignments/:id/cancel */
export const postCancel = (deps: AssignmentsDeps) =>
  operation({
    method: 'POST',
    path: '/assignments/:id/cancel',
    right: 'forms.write',
    doc: {
      summary: 'Cancel an assignment',
      tag: 'Assignments',
      description:
        'Nobody has to do it any more. A form that has begun stays a draft, and is not due any more. Cancelling it again changes nothing.',
      responses,
    },
    async handle(call) {
      const ended = await deps.db.transaction((tx) =>
        cancelAssignment(deps)(tx, actorOfCall(call), call.params.id),
      );
      return {
        status: 200,
        body: await describeAssignment(deps.db.reader, ended, deps.clock.now()),
      };
    },
  });

/** POST /assignments/:id/decline */
export const postDecline = (deps: AssignmentsDeps) =>
  operation({
    method: 'POST',
    path: '/assignments/:id/decline',
    right: 'forms.write',
    body: Decline,
    doc: {
      summary: 'Decline an assignment',
      tag: 'Assignments',
      description:
        'For the person who has it, unless the published version of the template has `allowDeclining: false`. A form that has begun stays their draft, and is not due any more.',
      responses: {
        ...responses,
        403: {
          description:
            'Somebody else has it, or a group, or the template does not let people decline.',
        },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { reason } = call.body;
      const ended = await deps.db.transaction((tx) =>
        declineAssignment(deps)(tx, by, call.params.id, reason),
      );
      return {
        status: 200,
        body: await describeAssignment(deps.db.reader, ended, deps.clock.now()),
      };
    },
  });

/** POST /assignments/:id/remind */
export const postRemind = (deps: AssignmentsDeps) =>
  operation({
    method: 'POST',
    path: '/assignments/:id/remind',
    right: 'forms.write',
    doc: {
      summary: 'Remind of an assignment',
      tag: 'Assignments',
      description:
        'The assignee gets a mail within some minutes, one for all their reminders. An assignment can be reminded of once a day.',
      responses: {
        ...responses,
        409: {
          description:
            'The assignment has ended or is not shown yet, there was a reminder within a day, or no mail reaches anybody.',
          codes: ['assignment-state', 'reminded-already', 'nobody-reached', 'mail-off'],
        },
      },
    },
    async handle(call) {
      const reminded = await deps.db.transaction((tx) =>
        remindAssignee(deps)(tx, actorOfCall(call), call.params.id),
      );
      return {
        status: 200,
        body: await describeAssignment(deps.db.reader, reminded, deps.clock.now()),
      };
    },
  });
