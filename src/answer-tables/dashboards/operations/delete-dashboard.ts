import {
  type DashboardsDeps,
  removeDashboard,
} from '#answer-tables/dashboards/change-dashboards.ts';
import { actorOfCall, type FormsDeps } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';

/** DELETE /dashboards/:id: deletes a dashboard. The forms that it counts stay. */
export const deleteDashboard = (deps: FormsDeps & DashboardsDeps) =>
  operation({
    method: 'DELETE',
    path: '/dashboards/:id',
    right: 'forms.write',
    etag: 'none',
    doc: {
      summary: 'Delete a dashboard',
      tag: 'Templates',
      responses: {
        204: { description: 'It is deleted.' },
        403: { description: 'The user may see it, but does not own it.' },
        404: 'no dashboard seen',
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      await deps.db.transaction((tx) => removeDashboard(deps)(tx, by, call.params.id));
      return { status: 204 };
    },
  });
