import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { countListedUsers } from '#administration/users/count-users.store.ts';
import { findUsers } from '#administration/users/find-users.ts';
import { readLastSignIns } from '#administration/users/read-last-sign-ins.store.ts';
import { USER_QUERY, UserList } from '#administration/users/user.shapes.ts';
import { toListedUser } from '#administration/users/user-item.ts';
import { selectUsers } from '#administration/users/user-list.store.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/users: the users of the account, for a list or a dropdown. */
export const listUsers = ({ db, seal }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/users',
    role: 'admin',
    query: USER_QUERY,
    doc: {
      summary: 'List or search users',
      tag: 'Users',
      description:
        'Sorted by user name. `q` matches the start of any word of names, user names and email addresses. With several words, all must match. It also finds the users with exactly this `externalId`.',
      responses: { 200: { description: 'A page of users.', schema: UserList } },
    },
    async handle({ principal, query: asked }) {
      const { accountId } = principal;
      const { q = '', limit = DEFAULT_LIMIT, cursor, ...filter } = asked;
      const terms = [q, ...Object.entries(filter).flat()];
      const context: ListContext = { list: 'users', accountId, terms };
      const [key, id] = openCursor(seal, context, cursor) ?? [];
      const after = key === undefined || id === undefined ? undefined : { key, id };
      const found = await findUsers(db, accountId, q);
      const rows = await selectUsers(db, accountId, filter, { found, after, limit: limit + 1 });
      const signIns = await readLastSignIns(
        db.reader,
        accountId,
        rows.map((row) => row.id),
      );
      const page = toPage(seal, context, rows, limit, {
        positionOf: (row) => [row.user_name_key, row.id],
        toItem: (row) => toListedUser(row, signIns.get(row.id)),
      });
      const isWhole = asked.q === undefined && Object.keys(filter).length === 0;
      const total = isWhole ? await countListedUsers(db.reader, accountId) : undefined;
      return { status: 200, body: { ...page, ...(total !== undefined && { total }) } };
    },
  });
