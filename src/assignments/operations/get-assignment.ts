import { type Static, Type } from 'typebox';
import { AssignmentItem } from '#assignments/assignment.shapes.ts';
import { selectAssignmentEvents } from '#assignments/assignment.store.ts';
import { requireAssignment } from '#assignments/assignment-access.ts';
import { describeAssignment } from '#assignments/assignment-item.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { readNames, timeOf } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';

/** The latest entries are shown. */
const MOST_EVENTS = 100;

export const AssignmentDetail = Type.Object(
  {
    ...AssignmentItem.properties,
    history: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        action: Type.Union([
          Type.Literal('send'),
          Type.Literal('change'),
          Type.Literal('begin'),
          Type.Literal('decline'),
          Type.Literal('cancel'),
          Type.Literal('remind'),
        ]),
        by: Type.Union([
          Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
          Type.Null(),
        ]),
        detail: Type.Optional(
          Type.Unsafe<object>({ description: 'What changed, each with `from` and `to`.' }),
        ),
      }),
      {
        description: `The latest ${MOST_EVENTS} entries, oldest first. The form has a history of its own.`,
      },
    ),
  },
  { title: 'AssignmentDetail' },
);
export type AssignmentDetail = Static<typeof AssignmentDetail>;

/** GET /assignments/:id */
export const getAssignment = ({ db, clock, directory }: AssignmentsDeps) =>
  operation({
    method: 'GET',
    path: '/assignments/:id',
    right: 'forms.read',
    doc: {
      summary: 'Read an assignment',
      tag: 'Assignments',
      responses: {
        200: { description: 'The assignment with its history.', schema: AssignmentDetail },
        404: 'no assignment seen',
      },
    },
    async handle({ principal, params }) {
      const { accountId } = principal;
      const found = await requireAssignment(db.reader, directory, principal, params.id);
      const events = await selectAssignmentEvents(db.reader, found, MOST_EVENTS);
      const actors = events.flatMap(({ actorUserId }) => actorUserId ?? []);
      const names = await readNames(db.reader, accountId, actors);
      const history = events.map(({ at, action, actorUserId, detail }) => ({
        at: timeOf(at),
        action,
        by: actorUserId === undefined ? null : { id: actorUserId, name: names.get(actorUserId) },
        ...(detail && { detail }),
      }));
      const item = await describeAssignment(db.reader, found, clock.now());
      return { status: 200, body: { ...item, history } };
    },
  });
