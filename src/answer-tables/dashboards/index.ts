/** Dashboards: charts of answers that people put together and share with groups. It owns what the tiles count, not the numbers. */
import type { Endpoint } from '#http/endpoint.ts';
import { deleteDashboardMail } from './app/delete-dashboard-mail.ts';
import { getDashboardMail } from './app/get-dashboard-mail.ts';
import { putDashboardMail } from './app/put-dashboard-mail.ts';
import type { DashboardMailsDeps } from './dashboard-mails-deps.ts';
import { deleteDashboard } from './operations/delete-dashboard.ts';
import { getDashboard } from './operations/get-dashboard.ts';
import { listDashboards } from './operations/list-dashboards.ts';
import { postDashboard } from './operations/post-dashboard.ts';
import { putDashboard } from './operations/put-dashboard.ts';

export type DashboardsEndpointDeps = DashboardMailsDeps;

export const dashboardsEndpoints = (deps: DashboardsEndpointDeps): readonly Endpoint[] => [
  ...listDashboards(deps),
  ...postDashboard(deps),
  ...getDashboard(deps),
  ...putDashboard(deps),
  ...deleteDashboard(deps),
  getDashboardMail(deps),
  putDashboardMail(deps),
  deleteDashboardMail(deps),
];
