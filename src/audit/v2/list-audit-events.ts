import { Type } from 'typebox';
import { AuditItem, toAuditItem } from '#audit/audit-item.ts';
import { type PageStart, selectEvents } from '#audit/audit-list.store.ts';
import { AUDIT_FILTERS, type AuditFilter } from '#audit/audit-list.ts';
import { readAuditFilter } from '#audit/audit-query.ts';
import { readChainState, readUnlinked } from '#audit/chain.store.ts';
import type { Database } from '#db/database.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { checkQueryLength, pageHeaders } from '#http/v2/page-links.ts';
import { openPosition, type PagePositionContext, sealPosition } from '#http/v2/page-position.ts';
import { badParameter, DEFAULT_PAGE_SIZE, readParameters } from '#http/v2/parameters.ts';
import { PAGE_HEADERS, PAGE_PARAMETERS, replyWith } from '#http/v2/v2-reply.ts';
import type { Seal } from '#kernel/seal.ts';

export interface AuditEndpointDeps {
  readonly db: Database;
  readonly seal: Seal;
  /** The setting `base_url`, without a trailing slash. */
  readonly publicUrl: () => string;
}

const QUERY = Type.Object({ ...PAGE_PARAMETERS, ...AUDIT_FILTERS });

/** GET /v2/audit-events: the account's audit log, newest first. */
export const listAuditEvents = ({ db, seal, publicUrl }: AuditEndpointDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/audit-events',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'audit.read', role: 'admin' },
    doc: {
      summary: 'List audit events',
      tag: 'Audit',
      description: [
        'Lists audit events with actor, credential, address and result, newest first, and by descending',
        'id for equal times. Admins only. Filters can be combined. Follow `next` of `Link` to read all',
        'events. `X-Total-Count` and `last` are sent only without filters. Failures of the same kind are',
        'one event per minute, with a `count`. An event carries the time at which its write began, so it',
        'can appear late. To poll for new events, set `from` to a minute before the newest event that you',
        'have.',
      ].join('\n'),
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(AuditItem),
          headers: PAGE_HEADERS,
        },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    async handle(request) {
      const asked = readParameters(QUERY, request.query);
      const { pageNumber = 1, pageSize = DEFAULT_PAGE_SIZE, after, ...conditions } = asked;
      if (after === undefined) requireReachable(pageNumber, pageSize);
      const filter = readAuditFilter(conditions);
      checkQueryLength(request.query);
      const { accountId, userId } = request.principal;
      const contextOf = (page: number): PagePositionContext => ({
        list: 'audit-events',
        accountId,
        userId,
        pageNumber: page,
        terms: [pageSize, ...termsOf(filter)],
      });
      const start: PageStart =
        after === undefined
          ? { offset: (pageNumber - 1) * pageSize }
          : { after: positionOf(openPosition(seal, contextOf(pageNumber), after)) };
      // One event more than the page shows whether there is a next page.
      const rows = await selectEvents(db, accountId, filter, start, pageSize + 1);
      const page = rows.slice(0, pageSize);
      const last = rows.length > pageSize ? page.at(-1) : undefined;
      const next = last && sealPosition(seal, contextOf(pageNumber + 1), [last.at, last.id]);
      const total = isWhole(filter) ? await countAll(db, accountId) : undefined;
      return replyWith(
        request,
        page.map(toAuditItem),
        pageHeaders(`${publicUrl()}/v2/audit-events`, request.query, {
          pageNumber,
          pageSize,
          total,
          next,
        }),
      );
    },
  });

/** Deeper pages are reached by the `next` links, or by `from` and `to`. */
const MAX_OFFSET = 100_000;

function requireReachable(pageNumber: number, pageSize: number): void {
  if ((pageNumber - 1) * pageSize <= MAX_OFFSET) return;
  throw badParameter(
    'pageNumber',
    `the first ${MAX_OFFSET} events can be reached by number. Follow the next links of Link, or narrow the time with from and to.`,
  );
}

function termsOf(filter: AuditFilter): PagePositionContext['terms'] {
  const given = new Map(Object.entries(filter));
  return Object.keys(AUDIT_FILTERS).map((name) => given.get(name));
}

const isWhole = (filter: AuditFilter): boolean =>
  Object.values(filter).every((value) => value === undefined);

const positionOf = ([at, id]: readonly [string | number, string]) => ({ at: Number(at), id });

/** Returns the position of the last linked event plus the number of unlinked ones, so that nothing else is counted. */
async function countAll({ reader }: Database, accountId: string): Promise<number> {
  const { last = 0 } = await readChainState(reader, accountId);
  return last + (await readUnlinked(reader, accountId)).count;
}
