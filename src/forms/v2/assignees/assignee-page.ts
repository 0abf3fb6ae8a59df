import type { FormsDeps } from '#form-basics/index.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { checkQueryLength, pageHeaders } from '#http/v2/page-links.ts';
import { openPosition, type PagePositionContext, sealPosition } from '#http/v2/page-position.ts';
import { readKnown, readPageNumber, readPageSize } from '#http/v2/parameters.ts';
import { replyWith } from '#http/v2/v2-reply.ts';
import type { AssigneeStart } from './assignee.store.ts';

/** A list in the order of ids. */
export interface AssigneeList<Row> {
  /** The last part of its path. */
  readonly name: 'users' | 'groups';
  /** A parameter that the list takes beside those of paging. */
  readonly extra?: 'filter';
  count(accountId: string, filter: string | undefined): Promise<number>;
  list(
    accountId: string,
    start: AssigneeStart,
    limit: number,
    filter: string | undefined,
  ): Promise<readonly Row[]>;
  toItem(row: Row, base: string): unknown;
}

/** Returns the requested page of a list, with the same paging as /v2/formz. */
export async function replyWithPage<Row extends { readonly id: string }>(
  { seal, publicUrl }: Pick<FormsDeps, 'seal' | 'publicUrl'>,
  request: Request<UserPrincipal>,
  { name, extra, count, list, toItem }: AssigneeList<Row>,
): Promise<Reply> {
  const parameters = readKnown(request.query, ['pageNumber', 'pageSize', 'after', 'filter']);
  const pageNumber = readPageNumber(parameters);
  const pageSize = readPageSize(parameters);
  const filter = extra === 'filter' ? parameters.get('filter') : undefined;
  checkQueryLength(request.query);
  const { accountId, userId } = request.principal;
  const contextAt = (page: number): PagePositionContext => ({
    list: name,
    accountId,
    userId,
    pageNumber: page,
    terms: [pageSize, filter ?? ''],
  });
  const after = parameters.get('after');
  const start: AssigneeStart =
    after === undefined
      ? { offset: (pageNumber - 1) * pageSize }
      : { after: openPosition(seal, contextAt(pageNumber), after)[1] };
  const total = await count(accountId, filter);
  const beyond = 'offset' in start && start.offset > 0 && start.offset >= total;
  const rows = beyond ? [] : await list(accountId, start, pageSize + 1, filter);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  const next = last && sealPosition(seal, contextAt(pageNumber + 1), ['', last.id]);
  const base = publicUrl();
  return replyWith(
    request,
    page.map((row) => toItem(row, base)),
    pageHeaders(`${base}/v2/${name}`, request.query, { pageNumber, pageSize, total, next }),
  );
}
