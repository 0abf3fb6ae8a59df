import {
  type DashboardsDeps,
  removeDashboard,
} from '#answer-tables/dashboards/change-dashboards.ts';
import { actorIn, type FormsDeps } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/dashboards/:id: deletes a dashboard. The forms that it counts stay. */
export const deleteDashboard = (deps: FormsDeps & DashboardsDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/dashboards/:id',
    doc: {
      summary: 'Delete a dashboard',
      tag: 'Templates',
      responses: {
        204: { description: 'It is deleted.' },
        403: { description: 'The user may see it, but does not own it.' },
        404: 'no dashboard seen',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      await deps.db.transaction((tx) => removeDashboard(deps)(tx, by, request.params.id));
      return { status: 204 };
    },
  });
