import { Type } from 'typebox';
import { printFilter } from '#forms/filter.ts';
import { FormItem, toFormItem } from '#forms/form-item.ts';
import {
  countForms,
  listForms as listRows,
  type PageStart,
  positionOf,
} from '#forms/form-list.store.ts';
import type { FormsDeps } from '#forms/forms-deps.ts';
import { ChangeItem, currentCursor, replyWithChanges } from '#forms/list-changes.ts';
import { type ListQuery, parseListQuery } from '#forms/list-query.ts';
import { MAX_COMPARISONS, MAX_FILTER_DEPTH, MAX_FILTER_LENGTH } from '#forms/parse-filter.ts';
import { visibilityOf } from '#forms/visibility.ts';
import {
  type Endpoint,
  endpoint,
  type Reply,
  type Request,
  type UserPrincipal,
} from '#http/endpoint.ts';
import { checkQueryLength, pageHeaders } from '#http/v2/page-links.ts';
import { openPosition, type PagePositionContext, sealPosition } from '#http/v2/page-position.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { PAGE_HEADERS, PAGE_PARAMETERS, replyWith } from '#http/v2/v2-reply.ts';

/** The parameters of a list of forms. */
export const LIST_QUERY = Type.Object({
  ...PAGE_PARAMETERS,
  filter: Type.Optional(
    Type.String({
      maxLength: MAX_FILTER_LENGTH,
      description: [
        'Comparisons of lastUpdateDate (also spelled lastupdateddate, in any letter case) joined by',
        'and, or and parentheses. Operators are eq, ne, gt, ge, lt and le, in lower case. Dates',
        'stand without quotes: 2026-01-31 is its first moment; times are UTC unless they carry an',
        `offset. At most ${MAX_COMPARISONS} comparisons, ${MAX_FILTER_DEPTH} nested parentheses.`,
      ].join('\n'),
      examples: ['lastupdateddate ge 2026-01-31T09:05:00Z'],
    }),
  ),
  status: Type.Optional(
    Type.Union([Type.Literal('complete'), Type.Literal('draft')], {
      description: 'If omitted, both.',
    }),
  ),
  name: Type.Optional(
    Type.String({
      description: 'Only forms whose name starts with this text, in any letter case.',
    }),
  ),
  sort: Type.Optional(
    Type.String({
      default: 'lastUpdateDate asc',
      description:
        'lastUpdateDate or name (in any letter case), then asc or desc. Forms with equal values are sorted by formId.',
    }),
  ),
  changedSince: Type.Optional(
    Type.String({
      description:
        '0, or the X-Change-Cursor of an answer. Returns the changes since then. Only pageSize can be combined with it.',
    }),
  ),
  direction: Type.Optional(
    Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
      description: 'The direction, unless sort names it.',
    }),
  ),
});

/** GET /v2/formz: returns the forms that the acting user can see, page by page. */
export const listForms = (deps: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/formz',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'List forms',
      tag: 'Forms',
      description: [
        'Lists the forms that the acting user may see. Admins and designers see all forms. Members see',
        'the forms that they created, and those assigned to them or to one of their groups. Deleted forms',
        'are not listed. `Link` leads to the first, previous, next and last page. Follow `next` to read',
        'all forms. It continues exactly where the page ended.',
        '',
        'To keep a copy in sync, poll with `changedSince`. Start with `0`, which returns all forms. Then',
        'send the `X-Change-Cursor` of the last answer. Every changed form is listed once, in its current',
        'state. Deleted forms are listed as `{ formId, deleted: true, deletedDate }`. As long as `Link`',
        'has a `next`, there are more changes. No committed change is missed, even if it was committed',
        'late. A filter on `lastUpdateDate` cannot promise this, because a write carries the time at',
        'which it began. Changes are listed in the order in which they were found. A member sees only',
        'changes of forms that are visible at that moment. A member does not see that a form was assigned',
        'to another user, or that a new group made forms visible. Therefore poll as a designer or an',
        'admin.',
        '',
        'Parameter names may have any letter case. Unknown parameters are an error.',
      ].join('\n'),
      query: LIST_QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(Type.Union([FormItem, ChangeItem])),
          headers: {
            ...PAGE_HEADERS,
            'X-Total-Count':
              'The number of items on all pages together. Not sent with changedSince.',
            'X-Change-Cursor':
              'Send it as changedSince in the next poll. The cursor of the first page of a list also covers changes made while the list is read.',
          },
        },
        304: { description: 'The answer has not changed since the version in If-None-Match.' },
        400: { description: 'A parameter is not valid. `at` names it.' },
      },
    },
    handle: (request) => replyWithForms(deps, request),
  });

/** Returns a page of the forms of all templates or of one template. */
export async function replyWithForms(
  deps: FormsDeps,
  request: Request<UserPrincipal>,
  templateId?: string,
): Promise<Reply> {
  const query = parseListQuery(request.query);
  checkQueryLength(request.query);
  const { changedSince } = query;
  if (changedSince !== undefined) {
    if (templateId === undefined)
      return replyWithChanges(deps, request, { ...query, changedSince });
    throw badParameter('changedSince', 'changes are told by GET /v2/formz, for all templates.');
  }
  const { db, directory, seal, publicUrl } = deps;
  const { principal } = request;
  // Read before the forms, so that every change from now on comes after this cursor.
  const cursor = templateId === undefined ? await currentCursor(deps, principal) : undefined;
  const { pageNumber, pageSize, order } = query;
  const contextAt = (page: number) => contextOf(query, principal, page, templateId);
  const start: PageStart =
    query.after === undefined
      ? { offset: (pageNumber - 1) * pageSize }
      : { after: openPosition(seal, contextAt(pageNumber), query.after) };
  const visibility = await visibilityOf(db.reader, directory, principal);
  const selection = { ...query, accountId: principal.accountId, visibility, templateId };
  const total = await countForms(db, selection);
  const beyond = 'offset' in start && start.offset > 0 && start.offset >= total;
  // One extra row tells whether there is a next page.
  const rows = beyond ? [] : await listRows(db, selection, start, pageSize + 1, total);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  const next = last && sealPosition(seal, contextAt(pageNumber + 1), positionOf(last, order));
  const base = publicUrl();
  const path = templateId === undefined ? '/v2/formz' : `/v2/templates/${templateId}/formz`;
  return replyWith(
    request,
    page.map((row) => toFormItem(row, base)),
    {
      ...pageHeaders(`${base}${path}`, request.query, { pageNumber, pageSize, total, next }),
      ...(cursor !== undefined && { 'x-change-cursor': cursor }),
    },
  );
}

function contextOf(
  query: ListQuery,
  principal: UserPrincipal,
  pageNumber: number,
  templateId: string | undefined,
): PagePositionContext {
  const { pageSize, order, status, namePrefix, filter } = query;
  return {
    list: templateId === undefined ? 'formz' : `formz of ${templateId}`,
    accountId: principal.accountId,
    userId: principal.userId,
    pageNumber,
    terms: [
      pageSize,
      order.key,
      order.direction,
      status,
      namePrefix,
      filter && printFilter(filter),
    ],
  };
}
