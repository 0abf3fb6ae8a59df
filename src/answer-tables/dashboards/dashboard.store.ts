import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { containsText, isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { fold } from '#kernel/text.ts';
import type { Dashboard, Tile } from './dashboard.ts';

/** Whose dashboards are read: their own, those shared with one of the groups, or all of the account. */
export interface SeenBy {
  readonly accountId: string;
  readonly userId: string;
  readonly groupIds: readonly string[];
  readonly seesAll: boolean;
}

/** The name key and the id of the last dashboard of a page. */
export type DashboardPosition = readonly [nameKey: string, id: string];

/** Returns the dashboards that somebody sees and whose names contain `q`, by name, then by id. */
export async function selectDashboards(
  db: Reader,
  { accountId, userId, groupIds, seesAll, q }: SeenBy & { readonly q: string },
  after: DashboardPosition | undefined,
  limit: number,
): Promise<readonly Dashboard[]> {
  const rows = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(!seesAll, (query) =>
      query.where((eb) =>
        eb.or([
          eb('owner_id', '=', userId),
          eb.exists(
            eb
              .selectFrom('dashboard_groups as g')
              .select('g.group_id')
              .whereRef('g.account_id', '=', 'dashboards.account_id')
              .whereRef('g.dashboard_id', '=', 'dashboards.id')
              .where(isIn(db, sql.ref('g.group_id'), groupIds)),
          ),
        ]),
      ),
    )
    .$if(q !== '', (query) => query.where(containsText(db, sql.ref('name_key'), fold(q))))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(name_key, id) > (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
  return withGroups(db, accountId, rows);
}

export async function findDashboard(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Dashboard | undefined> {
  const rows = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return (await withGroups(db, accountId, rows))[0];
}

/** Returns how many dashboards a user owns. */
export async function countOwned(db: Reader, accountId: string, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom('dashboards')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

export async function insertDashboard(tx: Tx, dashboard: Dashboard): Promise<void> {
  await tx
    .insertInto('dashboards')
    .values({
      account_id: dashboard.accountId,
      id: dashboard.id,
      owner_id: dashboard.ownerId,
      created_at: dashboard.createdAt,
      ...columnsOf(dashboard),
    })
    .execute();
  await insertGroups(tx, dashboard);
}

/** Stores a dashboard in place of the revision before it. Returns false if that is not the stored one any more. */
export async function updateDashboard(tx: Tx, dashboard: Dashboard): Promise<boolean> {
  const { accountId, id, revision } = dashboard;
  const result = await tx
    .updateTable('dashboards')
    .set(columnsOf(dashboard))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('revision', '=', revision - 1)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await deleteGroups(tx, accountId, id);
  await insertGroups(tx, dashboard);
  return true;
}

export async function deleteDashboardRow(tx: Tx, accountId: string, id: string): Promise<void> {
  await deleteGroups(tx, accountId, id);
  await tx
    .deleteFrom('dashboards')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export const nameKeyOf = ({ name }: Pick<Dashboard, 'name'>): string => fold(name);

const columnsOf = (dashboard: Dashboard) => ({
  name: dashboard.name,
  name_key: nameKeyOf(dashboard),
  tiles: JSON.stringify(dashboard.tiles.map(toStored)),
  revision: dashboard.revision,
  updated_at: dashboard.updatedAt,
});

/** As a node of an older version keeps it, which shows that it may not be seen. */
const toStored = ({ id, settings, work }: Tile) =>
  work
    ? { id, settings: { template: work.template ?? '', field: '', show: 'number', work } }
    : { id, settings };

function tilesIn(text: string): readonly Tile[] {
  const stored: readonly ReturnType<typeof toStored>[] = JSON.parse(text);
  return stored.map(({ id, settings }) =>
    'work' in settings ? { id, work: settings.work } : { id, settings },
  );
}

async function insertGroups(tx: Tx, { accountId, id, groupIds }: Dashboard): Promise<void> {
  if (groupIds.length === 0) return;
  await tx
    .insertInto('dashboard_groups')
    .values(
      groupIds.map((groupId) => ({ account_id: accountId, dashboard_id: id, group_id: groupId })),
    )
    .execute();
}

async function deleteGroups(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('dashboard_groups')
    .where('account_id', '=', accountId)
    .where('dashboard_id', '=', id)
    .execute();
}

async function withGroups(
  db: Reader,
  accountId: string,
  rows: readonly Selectable<Tables['dashboards']>[],
): Promise<readonly Dashboard[]> {
  const ids = rows.map(({ id }) => id);
  const groups = await db
    .selectFrom('dashboard_groups')
    .select(['dashboard_id', 'group_id'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('dashboard_id'), ids))
    .orderBy('group_id')
    .execute();
  const groupsOf = Map.groupBy(groups, (row) => row.dashboard_id);
  return rows.map((row) => ({
    id: row.id,
    accountId,
    name: row.name,
    ownerId: row.owner_id,
    groupIds: (groupsOf.get(row.id) ?? []).map((each) => each.group_id),
    tiles: tilesIn(row.tiles),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}
