import {
  changeDashboard,
  type DashboardsDeps,
} from '#answer-tables/dashboards/change-dashboards.ts';
import { checkTiles } from '#answer-tables/dashboards/check-tiles.ts';
import { DashboardBody, DashboardDetail } from '#answer-tables/dashboards/dashboard.shapes.ts';
import { requireOwnDashboard } from '#answer-tables/dashboards/find-dashboard.ts';
import { actorOfCall, type FormsDeps } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeDashboard } from './describe-dashboard.ts';

/** PUT /dashboards/:id: changes a dashboard. What the body leaves out stays. */
export const putDashboard = (deps: FormsDeps & DashboardsDeps) =>
  operation({
    method: 'PUT',
    path: '/dashboards/:id',
    right: 'forms.write',
    body: DashboardBody,
    etag: 'none',
    doc: {
      summary: 'Change a dashboard',
      tag: 'Templates',
      description: 'What the body leaves out stays as it is.',
      responses: {
        200: { description: 'The dashboard.', schema: DashboardDetail },
        403: { description: 'The user may see it, but does not own it.' },
        404: 'no dashboard seen',
        412: { description: 'It has changed since the user read it.' },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { db, directory } = deps;
      const before = await requireOwnDashboard(db.reader, directory, by, call.params.id);
      const { name, groupIds = before.groupIds, tiles: given, revision } = call.body;
      const tiles = given
        ? await checkTiles(deps, by, given, before.tiles, () => deps.ids.next())
        : before.tiles;
      const input = { name, groupIds, tiles };
      const changed = await db.transaction((tx) =>
        changeDashboard(deps)(tx, by, before.id, input, revision ?? before.revision),
      );
      const body: DashboardDetail = await describeDashboard(deps, by, changed);
      return { status: 200, body };
    },
  });
