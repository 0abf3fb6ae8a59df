import { removeView, type ViewsDeps } from '#answer-tables/views/write-view.ts';
import { actorOfCall } from '#form-basics/index.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { operation } from '#http/operation.ts';

/** DELETE /views/:id: deletes a view. */
export const deleteView = (deps: AppFormsDeps & ViewsDeps) =>
  operation({
    method: 'DELETE',
    path: '/views/:id',
    right: 'forms.write',
    etag: 'none',
    doc: {
      summary: 'Delete a view',
      tag: 'Views',
      description: 'One of the user; admins also delete views that others share.',
      responses: {
        204: { description: 'Deleted.' },
        404: 'no view',
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      await deps.db.transaction((tx) => removeView(deps, tx, by, call.params.id));
      return { status: 204 };
    },
  });
