import {
  createDashboard,
  type DashboardsDeps,
} from '#answer-tables/dashboards/change-dashboards.ts';
import { checkTiles } from '#answer-tables/dashboards/check-tiles.ts';
import { DashboardBody, DashboardDetail } from '#answer-tables/dashboards/dashboard.shapes.ts';
import { actorOfCall, type FormsDeps } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeDashboard } from './describe-dashboard.ts';

/** POST /dashboards: creates a dashboard that the user owns. */
export const postDashboard = (deps: FormsDeps & DashboardsDeps) =>
  operation({
    method: 'POST',
    path: '/dashboards',
    right: 'forms.write',
    body: DashboardBody,
    etag: 'none',
    doc: {
      summary: 'Create a dashboard',
      tag: 'Templates',
      responses: {
        201: { description: 'The dashboard.', schema: DashboardDetail },
        400: { description: 'A value is not valid, or the user owns too many. `at` names it.' },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { name, groupIds = [], tiles: given = [] } = call.body;
      const tiles = await checkTiles(deps, by, given, [], () => deps.ids.next());
      const dashboard = await deps.db.transaction((tx) =>
        createDashboard(deps)(tx, by, { name, groupIds, tiles }),
      );
      const body: DashboardDetail = await describeDashboard(deps, by, dashboard);
      return { status: 201, body };
    },
  });
