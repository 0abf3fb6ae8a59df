import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { readStatus } from '#administration/status/read-status.ts';
import { Status } from '#administration/status/status.shapes.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/status: the state of the service, for admins. */
export const getStatus = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/status',
    role: 'admin',
    doc: {
      summary: 'Read the state of the service',
      tag: 'Account',
      description:
        'Tells versions, the storage, the last backup, when a backup was last verified, and what waits in the queues of the organisation. Other organisations of the service are not in it.',
      responses: { 200: { description: 'The state.', schema: Status } },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await readStatus(deps, accountId) };
    },
  });
