import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { selectHolders } from '#provisioning/log/holders.store.ts';
import { LogPage, LogQuery } from '#provisioning/log/log.shapes.ts';
import { toLogFilter } from '#provisioning/log/log-filter.ts';
import { selectEntries } from '#provisioning/log/provisioning-log.store.ts';
import { toLogItem } from '#provisioning/log/to-log-item.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';

/** GET /app/v1/provisioning/log: the requests of identity providers and their responses. */
export const listLogEntries = ({ db, seal }: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/provisioning/log',
    role: 'admin',
    query: LogQuery,
    doc: {
      summary: 'The provisioning log',
      tag: 'Provisioning',
      description:
        'Lists every SCIM request of callers who may provision, including rejected ones, about a second after its answer. Requests without valid credentials are only counted (`unproven24h` at /app/v1/provisioning).',
      responses: { 200: { description: 'Newest first.', schema: LogPage } },
    },
    async handle({ principal: { accountId }, query }) {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
      const context = {
        list: 'provisioning-log',
        accountId,
        terms: Object.entries(filters).flat(),
      };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const rows = await selectEntries(db, accountId, toLogFilter(filters), {
        before,
        limit: limit + 1,
      });
      const holders = await selectHolders(db.reader, accountId, rows);
      const page = toPage(seal, context, rows, limit, {
        positionOf: ({ id }) => [id],
        toItem: (row) => toLogItem(row, holders),
      });
      return { status: 200, body: page satisfies LogPage };
    },
  });
