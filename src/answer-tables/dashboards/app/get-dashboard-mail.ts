import type { DashboardMailsDeps } from '#answer-tables/dashboards/dashboard-mails-deps.ts';
import { requireDashboard } from '#answer-tables/dashboards/find-dashboard.ts';
import { DashboardMailDetail } from '#answer-tables/dashboards/mails/mail.shapes.ts';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeMail } from './describe-mail.ts';

/** GET /app/v1/dashboards/:id/mail: returns when the user gets mails with the link of a dashboard. */
export const getDashboardMail = (deps: DashboardMailsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/dashboards/:id/mail',
    doc: {
      summary: 'Read one’s mails of a dashboard',
      tag: 'Templates',
      responses: {
        200: { description: 'The mails, if there are any.', schema: DashboardMailDetail },
        404: 'no dashboard seen',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const { db, directory } = deps;
      const { id } = await requireDashboard(db.reader, directory, by, request.params.id);
      const body: DashboardMailDetail = await describeMail(deps, by, id);
      return { status: 200, body };
    },
  });
