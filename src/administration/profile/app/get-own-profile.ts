import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { readUserDetail } from '#administration/users/read-user-detail.ts';
import { UserDetail } from '#administration/users/user.shapes.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/me: the profile of the signed-in user. */
export const getOwnProfile = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/me',
    doc: {
      summary: 'Read one’s own profile',
      tag: 'Profile',
      responses: { 200: { description: 'The person who is signed in.', schema: UserDetail } },
    },
    async handle({ principal: { accountId, userId } }) {
      return { status: 200, body: await readUserDetail(deps, deps.db.reader, accountId, userId) };
    },
  });
