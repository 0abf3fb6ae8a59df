import { Type } from 'typebox';
import { ASSIGNMENT_FILTERS, WorkCountShape } from '#assignments/assignment.shapes.ts';
import { MOST_WORK } from '#assignments/assignment.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { chooseAssignments } from '#assignments/choose-assignments.ts';
import { countOf } from '#assignments/work-figures.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

const QUERY = Type.Object(ASSIGNMENT_FILTERS, { additionalProperties: false });

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
          schema: WorkCountShape,
        },
        400: 'wrong parameter',
      },
    },
    async handle({ principal, query }) {
      const found = await chooseAssignments(deps, principal, query, MOST_WORK + 1);
      return { status: 200, body: countOf(found) };
    },
  });
