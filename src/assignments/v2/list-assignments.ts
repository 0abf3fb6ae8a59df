import { Type } from 'typebox';
import { ASSIGNMENT_FILTERS } from '#assignments/assignment.shapes.ts';
import { NEVER } from '#assignments/assignment.store.ts';
import { AssignmentChangeItem, WORK_FEED, workFeed } from '#assignments/assignment-feed.ts';
import { describeAssignments } from '#assignments/assignment-item.ts';
import { selectAssignments } from '#assignments/assignment-list.store.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { readAssignmentSelection, toPosition } from '#assignments/read-selection.ts';
import { cursorOfFeed, refuseFilters, replyWithFeed } from '#form-records/index.ts';
import { openCursor, sealCursor } from '#http/app/list-page.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#http/v2/parameters.ts';
import { replyWith } from '#http/v2/v2-reply.ts';

const QUERY = Type.Object(
  {
    ...ASSIGNMENT_FILTERS,
    pageSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE }),
    ),
    after: Type.Optional(
      Type.String({ description: 'Part of the next link in Link. Do not create it yourself.' }),
    ),
    changedSince: Type.Optional(
      Type.String({
        description:
          '0, or the X-Change-Cursor of an answer. Returns the changes since then. Only pageSize can be combined with it.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /v2/assignments: returns the assignments that the acting user may see, the most urgent first. */
export const listAssignments = (deps: AssignmentsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/assignments',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'List assignments',
      tag: 'Assignments',
      description: [
        'Lists the assignments that the acting user sent or has, those of their groups, and those of templates',
        'whose forms they may see, the most urgent first. Assignments that are never due come last. Follow `next` in',
        '`Link` to read all of them.',
        '',
        'To keep a copy in sync, poll with `changedSince`. Start with `0`, which returns all assignments. Then send the',
        '`X-Change-Cursor` of the last answer. Every changed assignment is listed once, in its current state, also if its',
        'form changed it; one that a rule of retention deleted is `{ id, deleted: true }`. As long as `Link` has a `next`,',
        'there are more changes. No committed change is missed. `late` comes with time and is no change. A poll shows only',
        'changes of assignments that are visible at that moment. Therefore poll as a user who sees all answers of the',
        'templates, and start again with `0` when their rights change.',
      ].join('\n'),
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(AssignmentChangeItem),
          headers: {
            Link: 'The absolute URL of the next page, if there is one (RFC 8288).',
            'X-Change-Cursor':
              'Send it as changedSince in the next poll. The cursor of the first page of a list also covers changes made while the list is read.',
          },
        },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    async handle(request) {
      const { db, clock, seal, publicUrl } = deps;
      const { principal } = request;
      const {
        pageSize = DEFAULT_PAGE_SIZE,
        after,
        changedSince,
        ...filters
      } = parseQueryInput(QUERY, request.query);
      if (changedSince !== undefined) {
        refuseFilters({ after, ...filters });
        const feed = workFeed(deps, principal.accountId);
        return await replyWithFeed(deps, request, feed, { changedSince, pageSize });
      }
      // Read before the assignments, so that every change from now on comes after this cursor.
      const cursor = await cursorOfFeed(deps, principal, WORK_FEED);
      const context = {
        list: 'v2-assignments',
        accountId: principal.accountId,
        terms: [principal.userId, JSON.stringify(filters)],
      };
      const position = toPosition(openCursor(seal, context, after, 'after'));
      const selection = await readAssignmentSelection(deps, principal, filters);
      const found = await selectAssignments(db.reader, selection, position, pageSize + 1);
      const page = found.slice(0, pageSize);
      const last = found.length > pageSize ? page.at(-1) : undefined;
      const query = new URLSearchParams(request.query);
      if (last)
        query.set('after', sealCursor(seal, context, [String(last.dueAt ?? NEVER), last.id]));
      const items = await describeAssignments(db.reader, principal.accountId, page, clock.now());
      return replyWith(request, items, {
        'x-change-cursor': cursor,
        ...(last && { link: `<${publicUrl()}/v2/assignments?${query}>; rel="next"` }),
      });
    },
  });
