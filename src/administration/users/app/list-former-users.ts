import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { FORMER_USER_QUERY, FormerUserList } from '#administration/users/user.shapes.ts';
import { type FormerUser, selectFormerUsers } from '#directory/index.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** GET /app/v1/former-users: deleted users who are not erased yet. */
export const listFormerUsers = ({ db, seal }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/former-users',
    role: 'admin',
    query: FORMER_USER_QUERY,
    doc: {
      summary: 'List or search deleted users',
      tag: 'Users',
      description:
        'Last deleted first. Forms and logs show the names of these users until they are erased. `q` matches a part of the user name or display name.',
      responses: { 200: { description: 'A page of deleted users.', schema: FormerUserList } },
    },
    async handle({ principal: { accountId }, query }) {
      const { q, limit = DEFAULT_LIMIT, cursor } = query;
      const context: ListContext = { list: 'former-users', accountId, terms: [q] };
      const [deletedAt, id] = openCursor(seal, context, cursor) ?? [];
      const after = id === undefined ? undefined : { deletedAt: Number(deletedAt), id };
      const people = await selectFormerUsers(db, accountId, { q, after, limit: limit + 1 });
      const body = toPage(seal, context, people, limit, {
        positionOf: (person) => [String(person.deletedAt), person.id],
        toItem,
      });
      return { status: 200, body };
    },
  });

const toItem = ({ id, userName, displayName, deletedAt }: FormerUser) => ({
  id,
  userName,
  ...(displayName !== undefined && { displayName }),
  deletedAt: new Date(deletedAt).toISOString(),
});
