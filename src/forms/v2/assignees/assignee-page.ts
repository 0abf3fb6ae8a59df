import type { Static, Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Reply, Request, UserPrincipal } from '#http/endpoint.ts';
import { checkQueryLength, pageHeaders } from '#http/v2/page-links.ts';
import { openPosition, type PagePositionContext, sealPosition } from '#http/v2/page-position.ts';
import { DEFAULT_PAGE_SIZE } from '#http/v2/parameters.ts';
import { type PAGE_PARAMETERS, replyWith } from '#http/v2/v2-reply.ts';
import type { AssigneeStart } from './assignee.store.ts';

/** A list in the order of ids. */
export interface AssigneeList<Row> {
  /** The last part of its path. */
  readonly name: 'users' | 'groups';
  readonly asked: Static<Type.TObject<typeof PAGE_PARAMETERS>>;
  /** The filter as it was sent. Positions belong to it. */
  readonly filter?: string | undefined;
  count(accountId: string): Promise<number>;
  list(accountId: string, start: AssigneeStart, limit: number): Promise<readonly Row[]>;
  toItem(row: Row, base: string): unknown;
}

/** Returns the requested page of a list, with the same paging as /v2/formz. */
export async function replyWithPage<Row extends { readonly id: string }>(
  { seal, publicUrl }: Pick<FormsDeps, 'seal' | 'publicUrl'>,
  request: Request<UserPrincipal>,
  { name, asked, filter = '', count, list, toItem }: AssigneeList<Row>,
): Promise<Reply> {
  const { pageNumber = 1, pageSize = DEFAULT_PAGE_SIZE, after } = asked;
  checkQueryLength(request.query);
  const { accountId, userId } = request.principal;
  const contextAt = (page: number): PagePositionContext => ({
    list: name,
    accountId,
    userId,
    pageNumber: page,
    terms: [pageSize, filter],
  });
  const start: AssigneeStart =
    after === undefined
      ? { offset: (pageNumber - 1) * pageSize }
      : { after: openPosition(seal, contextAt(pageNumber), after)[1] };
  const total = await count(accountId);
  const beyond = 'offset' in start && start.offset > 0 && start.offset >= total;
  const rows = beyond ? [] : await list(accountId, start, pageSize + 1);
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
