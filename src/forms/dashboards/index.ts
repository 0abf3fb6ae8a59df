/** Dashboards: charts of answers that people put together and share with groups. It owns what the tiles count, not the numbers. */
import type { FormsDeps } from '#forms/forms-deps.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteDashboard } from './app/delete-dashboard.ts';
import { getDashboard } from './app/get-dashboard.ts';
import { listDashboards } from './app/list-dashboards.ts';
import { postDashboard } from './app/post-dashboard.ts';
import { putDashboard } from './app/put-dashboard.ts';
import type { DashboardsDeps } from './change-dashboards.ts';

export type DashboardsEndpointDeps = FormsDeps & DashboardsDeps;

export const dashboardsEndpoints = (deps: DashboardsEndpointDeps): readonly Endpoint[] => [
  listDashboards(deps),
  postDashboard(deps),
  getDashboard(deps),
  putDashboard(deps),
  deleteDashboard(deps),
];
