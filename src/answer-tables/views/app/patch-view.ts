import { changeView, type ViewsDeps } from '#answer-tables/views/write-view.ts';
import { actorIn } from '#form-basics/index.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { ViewChange, ViewItem } from './view.shapes.ts';
import { toViewItems } from './view-items.ts';

/** PATCH /app/v1/views/:id: renames, replaces or shares a view of one's own. */
export const patchView = (deps: AppFormsDeps & ViewsDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/views/:id',
    body: ViewChange,
    doc: {
      summary: 'Change a view',
      tag: 'Views',
      description: 'What is left out stays as it is.',
      responses: {
        200: { description: 'As it is now.', schema: ViewItem },
        403: { description: 'Members do not share views with everyone.' },
        404: 'no view',
      },
    },
    async handle(request) {
      const { sharing, ...changes } = request.body;
      const by = actorIn(request);
      const body = await deps.db.transaction(async (tx) => {
        const shared = sharing && { groupIds: [], ...sharing };
        const given = { ...changes, ...(shared && { sharing: shared }) };
        const view = await changeView(deps, tx, by, request.params.id, given);
        const [item] = await toViewItems(tx, by, [{ view, isGone: false }]);
        return item;
      });
      return { status: 200, body };
    },
  });
