import { seenTiles } from '#answer-tables/dashboards/check-tiles.ts';
import type { DashboardDetail, DashboardList } from '#answer-tables/dashboards/dashboard.shapes.ts';
import type { Dashboard, Tile } from '#answer-tables/dashboards/dashboard.ts';
import { mayEdit } from '#answer-tables/dashboards/find-dashboard.ts';
import { type FormsDeps, named, readNames, timeOf, type Viewer } from '#form-basics/index.ts';

export const toItem = (
  viewer: Viewer,
  dashboard: Dashboard,
  names: ReadonlyMap<string, string>,
): DashboardList['items'][number] => ({
  id: dashboard.id,
  name: dashboard.name,
  owner: named(dashboard.ownerId, names),
  mayEdit: mayEdit(viewer, dashboard),
  tileCount: dashboard.tiles.length,
  updatedAt: timeOf(dashboard.updatedAt),
});

/** Returns a dashboard as its page shows it to somebody: tiles of what they may not see have no settings. */
export async function describeDashboard(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  dashboard: Dashboard,
): Promise<DashboardDetail> {
  const { ownerId, groupIds, tiles, revision } = dashboard;
  const seen = await seenTiles(deps, viewer, tiles);
  const templates = [...seen].flatMap(
    ({ settings, work }) => settings?.template ?? work?.template ?? [],
  );
  const ids = [ownerId, ...groupIds, ...templates];
  const names = await readNames(deps.db.reader, dashboard.accountId, ids);
  return {
    ...toItem(viewer, dashboard, names),
    revision,
    groups: groupIds.map((id) => named(id, names)),
    tiles: tiles.map((tile) => (seen.has(tile) ? toTile(tile, names) : { id: tile.id })),
  };
}

function toTile(
  { id, settings, work }: Tile,
  names: ReadonlyMap<string, string>,
): DashboardDetail['tiles'][number] {
  const name = names.get(settings?.template ?? work?.template ?? '');
  const named = name !== undefined && { templateName: name };
  return work ? { id, work: { ...work, ...named } } : { id, settings, ...named };
}
