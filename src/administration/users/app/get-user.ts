import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { readUserDetail } from '#administration/users/read-user-detail.ts';
import { UserDetail } from '#administration/users/user.shapes.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/users/:id: one user. */
export const getUser = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/users/:id',
    role: 'admin',
    doc: {
      summary: 'Read a user',
      tag: 'Users',
      responses: {
        200: { description: 'The user.', schema: UserDetail },
        404: 'no user',
      },
    },
    async handle({ principal, params }) {
      const id = params.id;
      const body = await readUserDetail(deps, deps.db.reader, principal.accountId, id);
      return { status: 200, body };
    },
  });
