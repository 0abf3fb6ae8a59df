import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeProvisioning } from '#provisioning/describe-provisioning.ts';
import { Provisioning } from '#provisioning/provisioning.shapes.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';

/** GET /app/v1/provisioning: state, addresses, guard and health of provisioning. */
export const getProvisioning = (deps: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/provisioning',
    role: 'admin',
    doc: {
      summary: 'Read the state of provisioning',
      tag: 'Provisioning',
      responses: { 200: { description: 'State and health.', schema: Provisioning } },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await describeProvisioning(deps, accountId) };
    },
  });
