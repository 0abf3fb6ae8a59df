import { type Static, Type } from 'typebox';
import { ASSIGNMENT_FILTERS, AssignmentItem } from '#assignments/assignment.shapes.ts';
import { NEVER } from '#assignments/assignment.store.ts';
import { describeAssignments } from '#assignments/assignment-item.ts';
import { selectAssignments } from '#assignments/assignment-list.store.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { selectCurrentVersions } from '#assignments/current-versions.store.ts';
import { readAssignmentSelection, toPosition } from '#assignments/read-selection.ts';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { DEFAULT_LIMIT, openCursor, sealCursor } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

const QUERY = Type.Object(
  {
    ...PAGE_QUERY,
    ...ASSIGNMENT_FILTERS,
    mine: Type.Optional(
      Type.Boolean({
        description:
          'true: only those that the user has to do, alone or with a group, and that they may see already.',
      }),
    ),
  },
  { additionalProperties: false },
);

const ListedAssignment = Type.Object({
  ...AssignmentItem.properties,
  currentVersion: Type.Optional(
    Type.Integer({
      description:
        'The version that its form would begin with now. Missing if the template is not published.',
    }),
  ),
});
export type ListedAssignment = Static<typeof ListedAssignment>;

const AssignmentList = Type.Object({ items: Type.Array(ListedAssignment), next: Next });

/** GET /app/v1/assignments: returns the assignments that the user may see, the most urgent first. */
export const listAppAssignments = (deps: AssignmentsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/assignments',
    query: QUERY,
    doc: {
      summary: 'List assignments',
      tag: 'Assignments',
      responses: {
        200: {
          description: 'A page of assignments, the most urgent first.',
          schema: AssignmentList,
        },
        400: 'wrong parameter',
      },
    },
    async handle({ principal, query }) {
      const { db, clock, directory, seal } = deps;
      const { accountId, userId } = principal;
      const { limit = DEFAULT_LIMIT, cursor, mine, ...filters } = query;
      const context = {
        list: 'assignments',
        accountId,
        terms: [userId, mine, JSON.stringify(filters)],
      };
      const position = toPosition(openCursor(seal, context, cursor));
      const asked = await readAssignmentSelection(deps, principal, filters);
      const own = [userId, ...(await directory.groupIdsOf(db.reader, accountId, userId))];
      const selection =
        mine === true ? { ...asked, visibility: ofAssignee(own), shownAt: clock.now() } : asked;
      const found = await selectAssignments(db.reader, selection, position, limit + 1);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const next = last && sealCursor(seal, context, [String(last.dueAt ?? NEVER), last.id]);
      const described = await describeAssignments(db.reader, accountId, page, clock.now());
      const templateIds = page.map(({ templateId }) => templateId);
      const versions = await selectCurrentVersions(db.reader, accountId, templateIds);
      const items = described.map((item) => {
        const currentVersion = versions.get(item.template.id)?.number;
        return { ...item, ...(currentVersion !== undefined && { currentVersion }) };
      });
      return { status: 200, body: { items, ...(next !== undefined && { next }) } };
    },
  });

const ofAssignee = (ids: readonly string[]) => [{ column: 'assignee_id', ids } as const];
