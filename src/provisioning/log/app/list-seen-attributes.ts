import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { SeenAttributes } from '#provisioning/log/log.shapes.ts';
import { selectAttributes } from '#provisioning/log/seen-attributes.store.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';

/** GET /app/v1/provisioning/attributes: the attributes that identity providers sent, and whether they are stored. */
export const listSeenAttributes = ({ db, isStored }: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/provisioning/attributes',
    role: 'admin',
    doc: {
      summary: 'The attributes that identity providers sent',
      tag: 'Provisioning',
      responses: {
        200: { description: 'By type and name; 1,000 at most.', schema: SeenAttributes },
      },
    },
    async handle({ principal }) {
      const seen = await selectAttributes(db.reader, principal.accountId);
      const items = seen.map(({ lastSeenAt, ...rest }) => ({
        ...rest,
        lastSeenAt: new Date(lastSeenAt).toISOString(),
        stored: isStored(rest.resourceType, rest.path),
      }));
      return { status: 200, body: { items } satisfies SeenAttributes };
    },
  });
