import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { fold } from '#kernel/text.ts';
import type { SavedView, ViewedList } from './view.ts';

type Row = Selectable<Tables['saved_views']>;

const byId = (db: Reader, accountId: string, id: string) =>
  db.selectFrom('saved_views').selectAll().where('account_id', '=', accountId).where('id', '=', id);

export async function findView(
  db: Reader,
  accountId: string,
  id: string,
): Promise<SavedView | undefined> {
  const [view] = await withGroups(db, accountId, await byId(db, accountId, id).execute());
  return view;
}

/** Returns a view, locked until the transaction ends. */
export async function lockView(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<SavedView | undefined> {
  const query = byId(tx, accountId, id);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const locked = engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
  const [view] = await withGroups(tx, accountId, await locked.execute());
  return view;
}

export async function countViewsOf(tx: Tx, accountId: string, ownerId: string): Promise<number> {
  const row = await tx
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Returns the views of a user for one list, by name. */
export async function listOwnViews(
  db: Reader,
  accountId: string,
  ownerId: string,
  list: ViewedList,
): Promise<readonly SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .where('list', '=', list)
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  return withGroups(db, accountId, rows);
}

/** Returns the views that others share with everyone or with any of the groups, by name. */
export async function listSharedViews(
  db: Reader,
  accountId: string,
  {
    userId,
    groupIds,
    list,
    templateId,
    after,
    limit,
  }: {
    readonly userId: string;
    readonly groupIds: readonly string[];
    readonly list: ViewedList;
    /** Only views of this template; undefined for all. */
    readonly templateId: string | undefined;
    /** The last view of the page before. */
    readonly after: Pick<SavedView, 'id' | 'name'> | undefined;
    readonly limit: number;
  },
): Promise<readonly SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('owner_id', '<>', userId)
    .where('list', '=', list)
    .$if(after !== undefined, (views) =>
      views.where(sql<boolean>`(name_key, id) > (${fold(after?.name ?? '')}, ${after?.id})`),
    )
    .$if(templateId !== undefined, (views) => views.where('template_id', '=', templateId ?? ''))
    .where((eb) =>
      eb.or([
        eb('shared_with', '=', 'everyone'),
        eb.and([
          eb('shared_with', '=', 'groups'),
          eb(
            'id',
            'in',
            eb
              .selectFrom('saved_view_groups')
              .select('saved_view_groups.view_id')
              .where('saved_view_groups.account_id', '=', accountId)
              .where(isIn(db, sql.ref('saved_view_groups.group_id'), groupIds)),
          ),
        ]),
      ]),
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
  return withGroups(db, accountId, rows);
}

export async function insertView(tx: Tx, view: SavedView): Promise<void> {
  await tx
    .insertInto('saved_views')
    .values({
      account_id: view.accountId,
      id: view.id,
      owner_id: view.ownerId,
      list: view.list,
      created_at: view.createdAt,
      ...changingColumns(view),
    })
    .execute();
  await insertGroups(tx, view);
}

/** Stores all properties of a view that can change. */
export async function updateView(tx: Tx, view: SavedView): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set(changingColumns(view))
    .where('account_id', '=', view.accountId)
    .where('id', '=', view.id)
    .execute();
  await deleteGroups(tx, view);
  await insertGroups(tx, view);
}

export async function deleteViewRow(
  tx: Tx,
  view: Pick<SavedView, 'accountId' | 'id'>,
): Promise<void> {
  await deleteGroups(tx, view);
  await tx
    .deleteFrom('saved_views')
    .where('account_id', '=', view.accountId)
    .where('id', '=', view.id)
    .execute();
}

/** Deletes the views of a user that are not shared. */
export async function deletePrivateViews(
  tx: Tx,
  accountId: string,
  ownerId: string,
): Promise<void> {
  await tx
    .deleteFrom('saved_views')
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .where('shared_with', '=', 'nobody')
    .execute();
}

async function insertGroups(tx: Tx, { accountId, id, sharing }: SavedView): Promise<void> {
  if (sharing.groupIds.length === 0) return;
  await tx
    .insertInto('saved_view_groups')
    .values(
      sharing.groupIds.map((group) => ({ account_id: accountId, group_id: group, view_id: id })),
    )
    .execute();
}

async function deleteGroups(
  tx: Tx,
  { accountId, id }: Pick<SavedView, 'accountId' | 'id'>,
): Promise<void> {
  await tx
    .deleteFrom('saved_view_groups')
    .where('account_id', '=', accountId)
    .where('view_id', '=', id)
    .execute();
}

async function withGroups(
  db: Reader,
  accountId: string,
  rows: readonly Row[],
): Promise<readonly SavedView[]> {
  const shared = rows.filter((row) => row.shared_with === 'groups').map(({ id }) => id);
  const groups =
    shared.length === 0
      ? []
      : await db
          .selectFrom('saved_view_groups')
          .select(['view_id', 'group_id'])
          .where('account_id', '=', accountId)
          .where(isIn(db, sql.ref('view_id'), shared))
          .orderBy('view_id')
          .orderBy('group_id')
          .execute();
  return rows.map((row) => ({
    accountId,
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    list: row.list,
    templateId: row.template_id ?? undefined,
    state: JSON.parse(row.state),
    sharing: {
      with: row.shared_with,
      groupIds: groups.flatMap((group) => (group.view_id === row.id ? [group.group_id] : [])),
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}

function changingColumns(view: SavedView) {
  return {
    name: view.name,
    name_key: fold(view.name),
    template_id: view.templateId ?? null,
    state: JSON.stringify(view.state),
    shared_with: view.sharing.with,
    updated_at: view.updatedAt,
  };
}
