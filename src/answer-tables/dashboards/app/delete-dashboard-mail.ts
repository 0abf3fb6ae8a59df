import type { DashboardMailsDeps } from '#answer-tables/dashboards/dashboard-mails-deps.ts';
import { endMails } from '#answer-tables/dashboards/mails/change-mails.ts';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/dashboards/:id/mail: sends the user no more mails of a dashboard. */
export const deleteDashboardMail = (deps: DashboardMailsDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/dashboards/:id/mail',
    doc: {
      summary: 'Get no more mails of a dashboard',
      tag: 'Templates',
      responses: {
        204: { description: 'There are none, or no more.' },
        404: 'no dashboard seen',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      await deps.db.transaction((tx) => endMails(deps)(tx, by, request.params.id));
      return { status: 204 };
    },
  });
