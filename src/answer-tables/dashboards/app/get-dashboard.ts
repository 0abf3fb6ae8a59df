import { DashboardDetail } from '#answer-tables/dashboards/dashboard.shapes.ts';
import { requireDashboard } from '#answer-tables/dashboards/find-dashboard.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeDashboard } from './describe-dashboard.ts';

/** GET /app/v1/dashboards/:id: returns a dashboard, without its numbers, which each tile asks for. */
export const getDashboard = (deps: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/dashboards/:id',
    doc: {
      summary: 'Read a dashboard',
      tag: 'Templates',
      description:
        'Its numbers are those of GET /app/v1/templates/{id}/summary: everybody sees those of the forms that they may see.',
      responses: {
        200: { description: 'The dashboard.', schema: DashboardDetail },
        404: 'no dashboard seen',
      },
    },
    async handle({ principal, params }) {
      const { db, directory } = deps;
      const dashboard = await requireDashboard(db.reader, directory, principal, params.id);
      const body: DashboardDetail = await describeDashboard(deps, principal, dashboard);
      return { status: 200, body };
    },
  });
