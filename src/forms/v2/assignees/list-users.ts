import { Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { PAGE_HEADERS, PAGE_PARAMETERS } from '#http/v2/v2-reply.ts';
import { countUsers, listUserRows } from './assignee.store.ts';
import { toUserItem, UserItem } from './assignee-items.ts';
import { replyWithPage } from './assignee-page.ts';
import { countFilteredUsers, listFilteredUsers } from './filtered-users.store.ts';
import { parseUserFilter, type UserFilter } from './user-filter.ts';

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
      query: Type.Object({
        ...PAGE_PARAMETERS,
        filter: Type.Optional(
          Type.String({
            description:
              '`username eq "ada"`, `email eq "ada@example.org"` (any of the addresses of a user), `active eq true`, joined by `and`. Texts are compared in any letter case.',
          }),
        ),
      }),
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
    handle: (request) =>
      replyWithPage(deps, request, {
        name: 'users',
        extra: 'filter',
        count: (accountId, filter) => {
          const asked = parseUserFilter(filter);
          return isNarrow(asked)
            ? countFilteredUsers(deps.db, accountId, asked)
            : countUsers(deps.db.reader, accountId);
        },
        list: (accountId, start, limit, filter) => {
          const asked = parseUserFilter(filter);
          return isNarrow(asked)
            ? listFilteredUsers(deps.db, accountId, asked, start, limit)
            : listUserRows(deps.db, accountId, start, limit);
        },
        toItem: toUserItem,
      }),
  });

const isNarrow = (filter: UserFilter): boolean => Object.keys(filter).length > 0;
