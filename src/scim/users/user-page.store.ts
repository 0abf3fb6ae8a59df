import type { Database } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { type User, type UserView, userColumns } from '#directory/index.ts';
import { isObject, member } from '#kernel/json.ts';
import { ENTERPRISE_USER, includes, type Projection } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';

/** Returns the users of a page in the given order: one query for one user, at most three for any larger number. */
export async function readUsers(
  { db, directory }: Pick<ScimDeps, 'directory'> & { readonly db: Pick<Database, 'reader'> },
  accountId: string,
  ids: readonly string[],
  projection: Projection,
): Promise<readonly UserView[]> {
  const [first] = ids;
  if (first === undefined) return [];
  if (ids.length === 1) {
    const user = await directory.readUser(db.reader, accountId, first, 'provisioning');
    return user ? [user] : [];
  }
  const rows = await db.reader
    .selectFrom('users')
    .select(userColumns)
    .where('account_id', '=', accountId)
    .where((eb) => isIn(db.reader, eb.ref('id'), ids))
    .where('protected', '=', 0)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Users that were deleted after the page was found are left out.
  const users = ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [directory.toUser(row)] : [];
  });
  if (!showsDerived(projection)) return users.map((user) => ({ ...user, groups: [] }));
  const texts = new Set(users.flatMap((user) => managerText(user) ?? []));
  const [links, managers] = await Promise.all([
    directory.readGroupLinks(db.reader, accountId, ids),
    directory.findManagers(db.reader, accountId, [...texts]),
  ]);
  return users.map((user) => {
    const view = { ...user, groups: links.get(user.id) ?? [] };
    const manager = managers.get(managerText(user) ?? '');
    return manager ? { ...view, manager } : view;
  });
}

/** Returns whether the projection shows a derived value; `meta.version` depends on derived values too. */
function showsDerived(projection: Projection): boolean {
  return (
    includes(projection, 'groups') ||
    includes(projection, 'meta', 'version') ||
    includes(projection, ENTERPRISE_USER, 'manager', 'displayName') ||
    includes(projection, ENTERPRISE_USER, 'manager', '$ref')
  );
}

/** Returns the manager's `value` as the client sent it. */
export function managerText({ attributes }: Pick<User, 'attributes'>): string | undefined {
  const extension = member(attributes, ENTERPRISE_USER);
  const manager = isObject(extension) ? member(extension, 'manager') : undefined;
  const value = isObject(manager) ? member(manager, 'value') : undefined;
  return typeof value === 'string' ? value : undefined;
}
