import { removeView, type ViewsDeps } from '#answer-tables/views/write-view.ts';
import { actorIn } from '#form-basics/index.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** DELETE /app/v1/views/:id: deletes a view. */
export const deleteView = (deps: AppFormsDeps & ViewsDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/views/:id',
    doc: {
      summary: 'Delete a view',
      tag: 'Views',
      description: 'One of the user; admins also delete views that others share.',
      responses: {
        204: { description: 'Deleted.' },
        404: 'no view',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      await deps.db.transaction((tx) => removeView(deps, tx, by, request.params.id));
      return { status: 204 };
    },
  });
