import { type Static, Type } from 'typebox';
import { ASSIGNMENT_FILTERS, WorkCountShape } from '#assignments/assignment.shapes.ts';
import { MOST_WORK } from '#assignments/assignment.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { readWorkFigures } from '#assignments/work-figures.ts';
import { operation } from '#http/operation.ts';

const QUERY = Type.Object(
  { template: ASSIGNMENT_FILTERS.template },
  { additionalProperties: false },
);

const Day = Type.String({ format: 'date' });

const Figures = Type.Object(
  {
    week: Type.Object(
      { from: Day, to: Day },
      { description: 'Monday and Sunday, in the time zone of the organisation.' },
    ),
    dueThisWeek: WorkCountShape,
    late: WorkCountShape,
    medianLatenessMinutes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: `How long late work has been late, in the median. null if nothing is late, or more than ${MOST_WORK}.`,
    }),
  },
  { title: 'WorkFigures' },
);
export type WorkFiguresItem = Static<typeof Figures>;

const MINUTE_MS = 60_000;

/** GET /assignments/figures */
export const getWorkFigures = (deps: AssignmentsDeps) =>
  operation({
    method: 'GET',
    path: '/assignments/figures',
    right: 'forms.read',
    query: QUERY,
    etag: 'none',
    doc: {
      summary: 'Count open work',
      tag: 'Assignments',
      description: [
        'Counts the open assignments that the acting user may see: those that are due this week, and those that are',
        'late. Each number is that of the list with the same filters: `state=waiting,begun` with `dueFrom` and `dueTo`,',
        'and `overdue=true`.',
      ].join('\n'),
      responses: { 200: { description: 'The numbers at this moment.', schema: Figures } },
    },
    async handle({ principal, query }) {
      const { medianLateness, ...figures } = await readWorkFigures(deps, principal, query);
      const medianLatenessMinutes =
        medianLateness === undefined ? null : Math.floor(medianLateness / MINUTE_MS);
      return { status: 200, body: { ...figures, medianLatenessMinutes } };
    },
  });
