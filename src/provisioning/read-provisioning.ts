import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { describeProvisioning } from './describe-provisioning.ts';
import { Provisioning } from './provisioning.shapes.ts';
import type { ProvisioningDeps } from './provisioning-deps.ts';

/** GET /app/v1/provisioning: state, addresses, guard and health of provisioning. */
export const readProvisioning = (deps: ProvisioningDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/provisioning',
    protocol: 'problem',
    access: { session: true, role: 'admin' },
    limit: 'api',
    doc: {
      summary: 'How provisioning stands',
      tag: 'Provisioning',
      responses: { 200: { description: 'State and health.', schema: Provisioning } },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await describeProvisioning(deps, deps.db.reader, accountId) };
    },
  });
