import type { Database } from '#db/database.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { csvLine } from '#kernel/csv.ts';
import { LogFilters } from '#provisioning/log/log.shapes.ts';
import { toLogFilter } from '#provisioning/log/log-filter.ts';
import {
  type LogFilter,
  type LogLine,
  selectLines,
} from '#provisioning/log/provisioning-log.store.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';

const PAGE = 500;
const COLUMNS = [
  'at',
  'method',
  'path',
  'status',
  'outcome',
  'code',
  'detail',
  'resource_type',
  'resource_id',
  'resource_name',
  'credential_id',
  'ip',
  'agent',
  'ms',
  'request_id',
] as const satisfies readonly (keyof LogLine)[];

/** GET /app/v1/provisioning/log.csv: all matching entries of the provisioning log as CSV. */
export const exportLog = ({ db }: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/provisioning/log.csv',
    role: 'admin',
    query: LogFilters,
    doc: {
      summary: 'The provisioning log as CSV',
      tag: 'Provisioning',
      responses: { 200: { description: 'Newest first, without bodies.', mediaType: 'text/csv' } },
    },
    async handle({ principal, query }) {
      const filter = toLogFilter(query);
      return {
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="provisioning-log.csv"',
        },
        body: linesOf(db, principal.accountId, filter),
      };
    },
  });

async function* linesOf(db: Database, accountId: string, filter: LogFilter): AsyncIterable<string> {
  yield csvLine(COLUMNS);
  let before: string | undefined;
  for (;;) {
    const rows = await selectLines(db, accountId, filter, { before, limit: PAGE });
    if (rows.length > 0) yield rows.map(toLine).join('');
    if (rows.length < PAGE) return;
    before = rows.at(-1)?.id;
  }
}

const toLine = (row: LogLine): string =>
  csvLine(
    COLUMNS.map((name) =>
      name === 'at' ? new Date(row.at).toISOString() : String(row[name] ?? ''),
    ),
  );
