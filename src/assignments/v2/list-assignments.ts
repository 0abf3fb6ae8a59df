import { Type } from 'typebox';
import { ASSIGNMENT_FILTERS, AssignmentItem } from '#assignments/assignment.shapes.ts';
import { NEVER } from '#assignments/assignment.store.ts';
import { describeAssignments } from '#assignments/assignment-item.ts';
import { selectAssignments } from '#assignments/assignment-list.store.ts';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { readAssignmentSelection, toPosition } from '#assignments/read-selection.ts';
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
      ].join('\n'),
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(AssignmentItem),
          headers: { Link: 'The absolute URL of the next page, if there is one (RFC 8288).' },
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
        ...filters
      } = parseQueryInput(QUERY, request.query);
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
        ...(last && { link: `<${publicUrl()}/v2/assignments?${query}>; rel="next"` }),
      });
    },
  });
