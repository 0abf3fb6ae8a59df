import { sql } from 'kysely';
import type { ScopeContext } from '#scim/filter/scope-context.ts';
import { selectionOf } from '#scim/filter/selection.ts';
import { sortKeyOf } from '#scim/filter/sort-key.ts';
import { userScope } from '#scim/filter/user-scope.ts';
import type { Listing } from '#scim/list/listing.ts';
import type { Filter, ResolvedAttribute } from '#scim/protocol/index.ts';

/**
 * Returns the sorted listing of the users that a filter selects; break-glass users are hidden.
 * @throws ScimError `invalidFilter`, `invalidValue`
 */
export function userListing(
  context: ScopeContext,
  filter: Filter | undefined,
  sortBy: ResolvedAttribute | undefined,
): Listing {
  const scope = userScope(context);
  return {
    type: 'User',
    table: 'users',
    key: 'sqlite_autoindex_users_1',
    accountId: context.accountId,
    visible: sql<boolean>`r.protected = 0`,
    hidden: sql<{ id: string }>`select id from users
      where account_id = ${context.accountId} and protected = 1`,
    selection: filter && selectionOf(filter, scope),
    sort: sortBy && sortKeyOf(sortBy, scope),
  };
}
