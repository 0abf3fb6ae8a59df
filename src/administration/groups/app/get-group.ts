import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { GroupDetail } from '#administration/groups/group.shapes.ts';
import { readGroupDetail } from '#administration/groups/group-item.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/groups/:id: one group without its members. */
export const getGroup = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/groups/:id',
    role: 'admin',
    doc: {
      summary: 'Read a group',
      tag: 'Groups',
      responses: {
        200: { description: 'The group.', schema: GroupDetail },
        404: 'no group',
      },
    },
    async handle({ principal, params }) {
      const body = await readGroupDetail(deps, deps.db.reader, principal.accountId, params.id);
      return { status: 200, body };
    },
  });
