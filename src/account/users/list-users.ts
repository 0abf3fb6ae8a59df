import type { AccountDeps } from '#account/account-deps.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { fold, isStorable } from '#kernel/text.ts';
import { countUsers } from './count-users.store.ts';
import { readLastSignIns } from './read-last-sign-ins.store.ts';
import { USER_QUERY, UserList, type UserQuery } from './user.shapes.ts';
import { toUserItem } from './user-item.ts';
import {
  type ListedUserRow,
  listByDisplayName,
  listByEmail,
  listByUserName,
} from './user-list.store.ts';

/** GET /app/v1/users: the people of the account, for a list or a drop-down. */
export const listUsers = ({ db, seal }: AccountDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/users',
    protocol: 'problem',
    access: { session: true, role: 'admin' },
    limit: 'api',
    doc: {
      summary: 'List or search users',
      tag: 'Users',
      description:
        'By user name. With `q`: first whose user name starts so, then whose display name does, then whose e-mail address does.',
      query: USER_QUERY,
      responses: { 200: { description: 'A page of users.', schema: UserList } },
    },
    async handle({ principal, query }) {
      const { accountId } = principal;
      const asked = parseQueryInput(USER_QUERY, query);
      const { q = '', active, origin, role, limit = DEFAULT_LIMIT, cursor } = asked;
      const context: ListContext = { list: 'users', accountId, terms: [q, active, origin, role] };
      const filter = { accountId, active, origin, role };
      const prefix = fold(q.trim());
      const found = isStorable(prefix)
        ? await collect(
            prefix,
            limit + 1,
            openCursor(seal, context, cursor),
            (tier, after, count) =>
              TIERS[tier]?.(db, filter, { prefix, after, limit: count }) ?? Promise.resolve([]),
          )
        : [];
      const signIns = await readLastSignIns(
        db.reader,
        accountId,
        found.map(({ row }) => row.id),
      );
      const page = toPage(seal, context, found, limit, {
        placeOf: ({ tier, row }) => [String(tier), row.sort_key, row.id],
        toItem: ({ row }) => toUserItem(row, signIns.get(row.id)),
      });
      const total = isFiltered(asked) ? undefined : await countUsers(db.reader, accountId);
      return { status: 200, body: { ...page, ...(total !== undefined && { total }) } };
    },
  });

const isFiltered = ({ q, active, origin, role }: UserQuery): boolean =>
  [q, active, origin, role].some((term) => term !== undefined);

const TIERS = [listByUserName, listByDisplayName, listByEmail];

interface Found {
  readonly tier: number;
  readonly row: ListedUserRow;
}

type Read = (
  tier: number,
  after: { readonly key: string; readonly id: string } | undefined,
  limit: number,
) => Promise<readonly ListedUserRow[]>;

/** Rows of one way of finding after the other, until there are enough. */
async function collect(
  prefix: string,
  wanted: number,
  place: readonly string[] | undefined,
  read: Read,
): Promise<readonly Found[]> {
  const [first = '0', key, id] = place ?? [];
  const found: Found[] = [];
  const last = prefix === '' ? 0 : TIERS.length - 1;
  for (let tier = Number(first); tier <= last && found.length < wanted; tier += 1) {
    const after =
      tier === Number(first) && key !== undefined && id !== undefined ? { key, id } : undefined;
    for (const row of await read(tier, after, wanted - found.length)) found.push({ tier, row });
  }
  return found;
}
