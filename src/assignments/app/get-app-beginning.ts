import { type Static, Type } from 'typebox';
import { isToDo, requireAssignment } from '#assignments/assignment-access.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { requireWaiting } from '#assignments/begin-assignment.ts';
import { selectCurrentVersions } from '#assignments/current-versions.store.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { fittingAnswers } from '#questionnaires/answers/starting-answers.ts';
import { findVersion } from '#templates/index.ts';

const QUERY = Type.Object(
  {
    knownVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The version whose definition the device has: it is not sent again.',
      }),
    ),
  },
  { additionalProperties: false },
);

const AnyJson = Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown()));

const AssignmentBeginning = Type.Object(
  {
    versionNumber: Type.Integer({ description: 'The published version of the template.' }),
    definition: Type.Optional({ ...AnyJson, description: 'Missing for the known version.' }),
    answers: {
      ...AnyJson,
      description: 'What the sender filled in ahead, as far as this version has it.',
    },
  },
  { title: 'AssignmentBeginning' },
);
export type AssignmentBeginning = Static<typeof AssignmentBeginning>;

/**
 * GET /app/v1/assignments/:id/form: returns what the form of an assignment begins with, for a device that may have no
 * network when its person begins. It begins nothing.
 */
export const getAppBeginning = ({ db, directory }: AssignmentsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/assignments/:id/form',
    query: QUERY,
    doc: {
      summary: 'Read what the form of an assignment begins with',
      tag: 'Assignments',
      description: 'For the person who has it, or a member of its group. It begins nothing.',
      responses: {
        200: { description: 'The version and the answers.', schema: AssignmentBeginning },
        400: 'wrong parameter',
        403: { description: 'The assignment is somebody else’s.' },
        404: 'no assignment seen',
        409: {
          description:
            'The form has begun, the assignment has ended, or its template is not published.',
        },
      },
    },
    async handle({ principal, params, query }) {
      const { accountId } = principal;
      const found = await requireAssignment(db.reader, directory, principal, params.id);
      requireWaiting(found, principal, await isToDo(db.reader, directory, principal, found));
      const { templateId, answers } = found;
      const current = (await selectCurrentVersions(db.reader, accountId, [templateId])).get(
        templateId,
      );
      const version = current && (await findVersion(db.reader, accountId, current.id));
      if (version === undefined) {
        throw fail('template-state', 'The template is not published any more.');
      }
      const { number, definition } = version;
      return {
        status: 200,
        body: {
          versionNumber: number,
          ...(number !== query.knownVersion && { definition }),
          answers: fittingAnswers(definition, answers),
        },
      };
    },
  });
