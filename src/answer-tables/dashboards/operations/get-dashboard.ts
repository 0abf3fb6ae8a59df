import { DashboardDetail } from '#answer-tables/dashboards/dashboard.shapes.ts';
import { requireDashboard } from '#answer-tables/dashboards/find-dashboard.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeDashboard } from './describe-dashboard.ts';

/** GET /dashboards/:id: returns a dashboard, without its numbers, which each tile asks for. */
export const getDashboard = (deps: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/dashboards/:id',
    right: 'forms.read',
    etag: 'content',
    doc: {
      summary: 'Read a dashboard',
      tag: 'Templates',
      description:
        'Its numbers are those of the summary of each template: everybody sees those of the forms that they may see.',
      responses: {
        200: { description: 'The dashboard.', schema: DashboardDetail },
        304: 'not modified',
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
