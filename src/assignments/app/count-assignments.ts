import { Type } from 'typebox';
import { ASSIGNMENT_FILTERS } from '#assignments/assignment.shapes.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { chooseAssignments } from '#assignments/choose-assignments.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

const QUERY = Type.Object(ASSIGNMENT_FILTERS, { additionalProperties: false });
/** As far as an action on all that match goes. */
const MOST = 10_000;

/** GET /app/v1/assignments/count: returns how many assignments a list has, for an action on all of them. */
export const countAssignments = (deps: AssignmentsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/assignments/count',
    query: QUERY,
    doc: {
      summary: 'Count assignments',
      tag: 'Assignments',
      responses: {
        200: {
          description: 'The number of assignments that the user may see.',
          schema: Type.Object({
            count: Type.Integer({ minimum: 0, maximum: MOST }),
            isExact: Type.Boolean({ description: `false: there are more than ${MOST}.` }),
          }),
        },
        400: 'wrong parameter',
      },
    },
    async handle({ principal, query }) {
      const { length } = await chooseAssignments(deps, principal, query, MOST + 1);
      return { status: 200, body: { count: Math.min(length, MOST), isExact: length <= MOST } };
    },
  });
