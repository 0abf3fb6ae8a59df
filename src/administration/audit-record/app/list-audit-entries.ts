import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { AUDIT_QUERY, AuditPage } from '#administration/audit-record/audit.shapes.ts';
import { toAuditEntries } from '#administration/audit-record/to-audit-entry.ts';
import { readAuditFilter, readChainState, readUnlinked, selectEvents } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/audit-events: the account's audit log, newest first. */
export const listAuditEntries = ({ db, directory, seal }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/audit-events',
    role: 'admin',
    query: AUDIT_QUERY,
    doc: {
      summary: 'List audit events for the web app',
      tag: 'Audit',
      description: 'Newest first, and by descending id for equal times.',
      responses: { 200: { description: 'A page of events.', schema: AuditPage } },
    },
    async handle({ principal, query }) {
      const { accountId } = principal;
      const { limit = DEFAULT_LIMIT, cursor, ...asked } = query;
      const filter = readAuditFilter(asked);
      const context = { list: 'audit', accountId, terms: Object.entries(asked).flat() };
      const [at, id] = openCursor(seal, context, cursor) ?? [];
      const start =
        at === undefined || id === undefined ? { offset: 0 } : { after: { at: Number(at), id } };
      const rows = await selectEvents(db, accountId, filter, start, limit + 1);
      const { items, next } = toPage(seal, context, rows, limit, {
        positionOf: (row) => [String(row.at), row.id],
        toItem: (row) => row,
      });
      const body: AuditPage = {
        items: await toAuditEntries(db.reader, directory, principal, items),
        ...(next !== undefined && { next }),
        ...(cursor === undefined && { chain: await readChain(db.reader, accountId) }),
      };
      return { status: 200, body };
    },
  });

async function readChain(db: Reader, accountId: string): Promise<NonNullable<AuditPage['chain']>> {
  const { last = 0 } = await readChainState(db, accountId);
  const { count, oldestAt } = await readUnlinked(db, accountId);
  return {
    linked: last,
    waiting: count,
    ...(oldestAt !== undefined && { waitingSince: new Date(oldestAt).toISOString() }),
  };
}
