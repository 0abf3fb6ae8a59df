import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { nameForms } from '#form-records/index.ts';

/** The target of an audit event, as it is called now. */
export interface NamedTarget {
  readonly id: string;
  readonly name: string;
  /** Whether the page of the target can be opened. */
  readonly isOpen: boolean;
}

type Select = (
  db: Reader,
  viewer: Viewer,
  ids: readonly string[],
  directory: GroupsOfUser,
) => Promise<readonly NamedTarget[]>;

/** A kind of target whose rows have a name. */
const byName =
  (table: 'templates' | 'dashboards' | 'lists' | 'saved_views' | 'sso_connections'): Select =>
  async (db, { accountId }, ids) => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .where(isIn(db, sql.ref('id'), ids))
      .execute();
    return rows.map((row) => ({ ...row, isOpen: true }));
  };

const selectWebhooks: Select = async (db, { accountId }, ids) => {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'description', 'target_url'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return rows.map(({ id, description, target_url: url }) => ({
    id,
    name: description ?? url,
    isOpen: true,
  }));
};

const selectUsers: Select = async (db, { accountId }, ids) => {
  const rows = await db
    .selectFrom('users')
    .select((eb) => ['id', eb.fn.coalesce('display_name', 'user_name').as('name')])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return rows.map((row) => ({ ...row, isOpen: true }));
};

const selectGroups: Select = async (db, { accountId }, ids) => {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'display_name as name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return rows.map((row) => ({ ...row, isOpen: true }));
};

/** The kinds of targets whose names are read here. Admins, who alone read the log, see all of them but forms. */
const KINDS: ReadonlyMap<string, Select> = new Map([
  ['User', selectUsers],
  ['Group', selectGroups],
  ['Template', byName('templates')],
  ['Form', (db, viewer, ids, directory) => nameForms(db, directory, viewer, ids)],
  ['Dashboard', byName('dashboards')],
  ['List', byName('lists')],
  ['View', byName('saved_views')],
  ['SsoConnection', byName('sso_connections')],
  ['Webhook', selectWebhooks],
]);

/** Returns the names of the targets of audit events by id, with one query per kind. Deleted targets have none. */
export async function selectTargetNames(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  targets: readonly { readonly type: string; readonly id: string }[],
): Promise<ReadonlyMap<string, NamedTarget>> {
  const found = new Map<string, NamedTarget>();
  for (const [kind, select] of KINDS) {
    const ids = new Set(targets.flatMap(({ type, id }) => (type === kind ? [id] : [])));
    if (ids.size === 0) continue;
    for (const each of await select(db, viewer, [...ids], directory)) found.set(each.id, each);
  }
  return found;
}
