import { Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { readParameters } from '#http/v2/parameters.ts';
import { PAGE_HEADERS, PAGE_PARAMETERS } from '#http/v2/v2-reply.ts';
import { countUsers, listUserRows } from './assignee.store.ts';
import { toUserItem, UserItem } from './assignee-items.ts';
import { replyWithPage } from './assignee-page.ts';
import { countFilteredUsers, listFilteredUsers } from './filtered-users.store.ts';
import { parseUserFilter } from './user-filter.ts';

const QUERY = Type.Object({
  ...PAGE_PARAMETERS,
  filter: Type.Optional(
    Type.String({
      description:
        '`username eq "ada"`, `email eq "ada@example.org"` (any of the addresses of a user), `active eq true`, joined by `and`. Texts are compared in any letter case.',
    }),
  ),
});

/** GET /v2/users: returns the users that forms can be assigned to. */
export const listUsers = (deps: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/users',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'directory.read' },
    doc: {
      summary: 'List users',
      tag: 'Users and groups',
      description:
        'Lists all users of the account, sorted by id, with the fields that an assignment needs. The complete records are at /scim/v2/Users.',
      query: QUERY,
      responses: {
        200: {
          description: 'A bare array.',
          schema: Type.Array(UserItem),
          headers: PAGE_HEADERS,
        },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    async handle(request) {
      const asked = readParameters(QUERY, request.query);
      const wanted = parseUserFilter(asked.filter);
      const isNarrow = Object.keys(wanted).length > 0;
      return replyWithPage(deps, request, {
        name: 'users',
        asked,
        filter: asked.filter,
        count: (accountId) =>
          isNarrow
            ? countFilteredUsers(deps.db, accountId, wanted)
            : countUsers(deps.db.reader, accountId),
        list: (accountId, start, limit) =>
          isNarrow
            ? listFilteredUsers(deps.db, accountId, wanted, start, limit)
            : listUserRows(deps.db, accountId, start, limit),
        toItem: toUserItem,
      });
    },
  });
