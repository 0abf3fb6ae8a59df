import type { DashboardMailsDeps } from '#answer-tables/dashboards/dashboard-mails-deps.ts';
import { startMails } from '#answer-tables/dashboards/mails/change-mails.ts';
import {
  DashboardMailBody,
  DashboardMailDetail,
} from '#answer-tables/dashboards/mails/mail.shapes.ts';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { describeMail } from './describe-mail.ts';

/** PUT /app/v1/dashboards/:id/mail: sends the user the link of a dashboard on a schedule. */
export const putDashboardMail = (deps: DashboardMailsDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/dashboards/:id/mail',
    body: DashboardMailBody,
    doc: {
      summary: 'Get the link of a dashboard by mail',
      tag: 'Templates',
      description:
        'The mails go to the user alone and hold the name and the link, no numbers. They end when the user may not see the dashboard any more.',
      responses: {
        200: { description: 'The mails.', schema: DashboardMailDetail },
        400: {
          description: 'A value is not valid, or the user gets too many mails. `at` names it.',
        },
        404: 'no dashboard seen',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const { id } = request.params;
      const { dashboardId } = await deps.db.transaction((tx) =>
        startMails(deps)(tx, by, id, request.body),
      );
      const body: DashboardMailDetail = await describeMail(deps, by, dashboardId);
      return { status: 200, body };
    },
  });
