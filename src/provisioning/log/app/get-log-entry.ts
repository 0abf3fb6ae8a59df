import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { selectHolders } from '#provisioning/log/holders.store.ts';
import { LogDetail } from '#provisioning/log/log.shapes.ts';
import { selectEntry } from '#provisioning/log/provisioning-log.store.ts';
import { toLogDetail } from '#provisioning/log/to-log-item.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';

/** GET /app/v1/provisioning/log/:id: one request with its body and its response. */
export const getLogEntry = ({ db }: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/provisioning/log/:id',
    role: 'admin',
    doc: {
      summary: 'One request of the provisioning log',
      tag: 'Provisioning',
      responses: {
        200: { description: 'Returns both bodies, without secrets.', schema: LogDetail },
      },
    },
    async handle({ principal, params }) {
      const row = await selectEntry(db.reader, principal.accountId, params.id);
      if (row === undefined) {
        throw fail('not-found', 'There is no such entry. Old entries are deleted.');
      }
      const holders = await selectHolders(db.reader, principal.accountId, [row]);
      return { status: 200, body: toLogDetail(row, holders) satisfies LogDetail };
    },
  });
