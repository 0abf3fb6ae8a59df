import { queryOptions } from '@tanstack/react-query';
import type {
  DashboardDetail,
  DashboardList,
  DashboardMailBody,
  DashboardMailDetail,
  TileSettings,
  WorkTile,
} from '#answer-tables/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';

export const DASHBOARDS = '/app/v1/dashboards';

export const dashboardQuery = (id: string) =>
  queryOptions({
    queryKey: [DASHBOARDS, id],
    queryFn: () => get<DashboardDetail>(`${DASHBOARDS}/${id}`),
  });

/** The dashboards that the start screen leads to. */
export const shownDashboardsQuery = queryOptions({
  queryKey: [DASHBOARDS, 'shown'],
  queryFn: () => get<DashboardList>(DASHBOARDS, { limit: 5 }),
});

/** A tile as it is sent: with settings or work it is new or changed, with only its id it stays. */
export interface SentTile {
  readonly id?: string;
  readonly settings?: TileSettings;
  readonly work?: WorkTile;
}

export interface DashboardChange {
  readonly name: string;
  readonly groupIds?: readonly string[];
  readonly tiles?: readonly SentTile[];
  readonly revision?: number;
}

export const createDashboard = (dashboard: DashboardChange) =>
  changed(call<DashboardDetail>('POST', DASHBOARDS, dashboard));

export const changeDashboard = (id: string, change: DashboardChange) =>
  changed(call<DashboardDetail>('PUT', `${DASHBOARDS}/${id}`, change));

export const deleteDashboard = (id: string) => changed(call('DELETE', `${DASHBOARDS}/${id}`));

const mailOf = (id: string) => `${DASHBOARDS}/${id}/mail`;

/** When the reader gets mails with the link of a dashboard. */
export const dashboardMailQuery = (id: string) =>
  queryOptions({
    queryKey: [DASHBOARDS, id, 'mail'],
    queryFn: () => get<DashboardMailDetail>(mailOf(id)),
  });

export const startMails = (id: string, schedule: DashboardMailBody) =>
  changed(call<DashboardMailDetail>('PUT', mailOf(id), schedule));

export const endMails = (id: string) => changed(call('DELETE', mailOf(id)));

/** Adds a tile at the end of a dashboard, as it is stored now. */
export async function addTile(id: string, tile: SentTile): Promise<DashboardDetail> {
  const { name, tiles, revision } = await get<DashboardDetail>(`${DASHBOARDS}/${id}`);
  const kept = tiles.map((tile) => ({ id: tile.id }));
  return changeDashboard(id, { name, revision, tiles: [...kept, tile] });
}

/** Reads dashboards again. */
async function changed<T>(act: Promise<T>): Promise<T> {
  const output = await act;
  await queryClient.invalidateQueries({ queryKey: [DASHBOARDS] });
  return output;
}
