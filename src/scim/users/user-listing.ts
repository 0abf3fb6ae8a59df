import { sql } from 'kysely';
import type { ScopeContext } from '#scim/filter/scope-context.ts';
import { selectionOf } from '#scim/filter/selection.ts';
import { userScope } from '#scim/filter/user-scope.ts';
import type { Listing } from '#scim/list/page-query.ts';
import type { Filter } from '#scim/protocol/index.ts';

/** The users that a filter selects; break-glass users do not exist. @throws ScimError `invalidFilter` */
export const userListing = (context: ScopeContext, filter: Filter | undefined): Listing => ({
  table: 'users',
  accountId: context.accountId,
  visible: sql<boolean>`r.protected = 0`,
  hidden: sql<{ id: string }>`select id from users
    where account_id = ${context.accountId} and protected = 1`,
  selection: filter && selectionOf(filter, userScope(context)),
});
