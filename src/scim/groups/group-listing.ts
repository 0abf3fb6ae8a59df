import { groupScope } from '#scim/filter/group-scope.ts';
import type { ScopeContext } from '#scim/filter/scope-context.ts';
import { selectionOf } from '#scim/filter/selection.ts';
import { sortKeyOf } from '#scim/filter/sort-key.ts';
import type { Listing } from '#scim/list/listing.ts';
import type { Filter, ResolvedAttribute } from '#scim/protocol/index.ts';

/** Returns the sorted listing of the groups that a filter selects. @throws ScimError `invalidFilter`, `invalidValue` */
export function groupListing(
  context: ScopeContext,
  filter: Filter | undefined,
  sortBy: ResolvedAttribute | undefined,
): Listing {
  const scope = groupScope(context);
  return {
    type: 'Group',
    table: 'groups',
    key: 'sqlite_autoindex_groups_1',
    accountId: context.accountId,
    selection: filter && selectionOf(filter, scope),
    sort: sortBy && sortKeyOf(sortBy, scope),
  };
}
