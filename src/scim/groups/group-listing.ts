import { groupScope } from '#scim/filter/group-scope.ts';
import type { ScopeContext } from '#scim/filter/scope-context.ts';
import { selectionOf } from '#scim/filter/selection.ts';
import type { Listing } from '#scim/list/page-query.ts';
import type { Filter } from '#scim/protocol/index.ts';

/** The groups that a filter selects. @throws ScimError `invalidFilter` */
export const groupListing = (context: ScopeContext, filter: Filter | undefined): Listing => ({
  table: 'groups',
  accountId: context.accountId,
  selection: filter && selectionOf(filter, groupScope(context)),
});
