import { Type } from 'typebox';
import { type FormsDeps, type Template, termsOfDays, termsOfDue } from '#form-basics/index.ts';
import {
  areConditions,
  countForms,
  currentCursor,
  FORM_LIST_QUERY,
  type FormListRow,
  ListedForm,
  type ListQuery,
  parseListQuery,
  printFilter,
  replyWithChanges,
  requireTemplateOfForms,
  toFormItem,
} from '#form-records/index.ts';
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
import { PAGE_HEADERS, replyWith } from '#http/v2/v2-reply.ts';
import { rowsOf, selectForms, sortedRows } from './form-rows.ts';

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
        'Lists the forms that the acting user may see: those that they created, those assigned to them or to',
        'one of their groups, and others as their rights on templates say. Deleted forms are not listed.',
        '`Link` leads to the first, previous, next and last page. Follow `next` to read all forms. It',
        'continues exactly where the page ended.',
        '',
        'To keep a copy in sync, poll with `changedSince`. Start with `0`, which returns all forms. Then',
        'send the `X-Change-Cursor` of the last answer. Every changed form is listed once, in its current',
        'state. Deleted forms are listed as `{ formId, deleted: true, deletedDate }`. As long as `Link`',
        'has a `next`, there are more changes. No committed change is missed, even if it was committed',
        'late. A filter on `lastUpdateDate` cannot promise this, because a write carries the time at',
        'which it began. Changes are listed in the order in which they were found. A poll shows only',
        'changes of forms that are visible at that moment. It does not show that a form was',
        'assigned to another user, or that a new group or right made forms visible. Therefore poll as a user',
        'who sees all answers of the templates, and start again with `0` when their rights change.',
        '',
        'Parameter names may have any letter case. Unknown parameters are an error.',
      ].join('\n'),
      query: FORM_LIST_QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(ListedForm),
          headers: {
            ...PAGE_HEADERS,
            'X-Total-Count':
              'The number of items on all pages together. Not sent with changedSince.',
            'X-Change-Cursor':
              'Send it as changedSince in the next poll. The cursor of the first page of a list also covers changes made while the list is read.',
          },
        },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no template to use by the acting user',
      },
    },
    handle: (request) => replyWithForms(deps, request, { toItems: showItems }),
  });

/** What a list shows, and of which forms. */
export interface FormList {
  /** Undefined lists the forms of all templates. */
  readonly template?: Template;
  /** The path of a list of the forms of one template, after that of the template. */
  readonly path?: string;
  /** Returns how many of the rows of a page fit into one answer, at least one; without it, all do. */
  readonly fitting?: (rows: readonly FormListRow[]) => Promise<number>;
  /** Returns the items of a page. */
  toItems(rows: readonly FormListRow[], base: string): Promise<readonly object[]>;
}

/** Shows forms without their answers. */
export const showItems: FormList['toItems'] = async (rows, base) =>
  rows.map((row) => toFormItem(row, base));

/** Returns a page of the forms of all templates or of one template. */
export async function replyWithForms(
  deps: FormsDeps,
  request: Request<UserPrincipal>,
  { template, path = 'formz', fitting, toItems }: FormList,
): Promise<Reply> {
  const { principal } = request;
  const query = parseListQuery(request.query, template !== undefined);
  checkQueryLength(request.query);
  const { changedSince } = query;
  if (changedSince !== undefined) {
    if (!template) return replyWithChanges(deps, request, { ...query, changedSince });
    throw badParameter('changedSince', 'use it on GET /v2/formz, which covers all templates.');
  }
  const chosen = await chosenTemplate(deps, principal, template, query);
  const { db, seal, publicUrl } = deps;
  // Read before the forms, so that every change from now on comes after this cursor.
  const cursor = template === undefined ? await currentCursor(deps, principal) : undefined;
  const { pageNumber, pageSize, order } = query;
  const contextAt = (page: number) =>
    contextOf(query, principal, page, template && `${path} of ${template.id}`);
  const after =
    query.after === undefined ? undefined : openPosition(seal, contextAt(pageNumber), query.after);
  const selection = await selectForms(deps, principal, chosen, query);
  const total = await countForms(db, selection);
  // One extra row tells whether there is a next page.
  const asked = { pageNumber, limit: pageSize + 1, after, total };
  const rows =
    chosen && query.answerSort !== undefined
      ? await sortedRows(deps, principal, chosen, selection, query.answerSort, asked)
      : await rowsOf(db, selection, order, asked);
  const whole = rows.slice(0, pageSize);
  const page = fitting ? whole.slice(0, await fitting(whole.map(({ row }) => row))) : whole;
  const last = rows.length > page.length ? page.at(-1) : undefined;
  const next = last && sealPosition(seal, contextAt(pageNumber + 1), last.position);
  const base = publicUrl();
  const from = template ? `/v2/templates/${template.id}/${path}` : '/v2/formz';
  const shown = page.map(({ row }) => row);
  return replyWith(request, await toItems(shown, base), {
    ...pageHeaders(`${base}${from}`, request.query, { pageNumber, pageSize, total, next }),
    ...(cursor !== undefined && { 'x-change-cursor': cursor }),
  });
}

/** Returns the template that the list is narrowed to. */
async function chosenTemplate(
  deps: FormsDeps,
  principal: UserPrincipal,
  ofPath: Template | undefined,
  { template, where }: ListQuery,
): Promise<Template | undefined> {
  if (template !== undefined) return requireTemplateOfForms(deps, principal, template);
  if (where !== undefined && !ofPath) {
    throw badParameter('where', 'answers belong to a template: name it with template.');
  }
  return ofPath;
}

/** Positions of lists without these stay as they were. */
function furtherTerms(query: ListQuery): readonly string[] {
  const { search, template, conditions } = query;
  const days = [...termsOfDays(query), ...termsOfDue(query)];
  const others = [search, template, ...days];
  const isAny = areConditions(conditions) || others.some((each) => each !== undefined);
  return isAny ? [JSON.stringify([search, template, conditions, ...days])] : [];
}

function contextOf(
  query: ListQuery,
  principal: UserPrincipal,
  pageNumber: number,
  ofTemplate: string | undefined,
): PagePositionContext {
  const { pageSize, order, status, namePrefix, filter, where, answerSort } = query;
  return {
    list: ofTemplate ?? 'formz',
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
      ...(where === undefined ? [] : [where]),
      ...furtherTerms(query),
      ...(answerSort === undefined ? [] : ['sort', answerSort]),
    ],
  };
}
