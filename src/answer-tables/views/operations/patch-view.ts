import { changeView, type ViewsDeps } from '#answer-tables/views/write-view.ts';
import { actorOfCall } from '#form-basics/index.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { operation } from '#http/operation.ts';
import { ViewChange, ViewItem } from './view.shapes.ts';
import { toViewItems } from './view-items.ts';

/** PATCH /views/:id: renames, replaces or shares a view of one's own. */
export const patchView = (deps: AppFormsDeps & ViewsDeps) =>
  operation({
    method: 'PATCH',
    path: '/views/:id',
    right: 'forms.write',
    body: ViewChange,
    etag: 'none',
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
    async handle(call) {
      const { sharing, ...changes } = call.body;
      const by = actorOfCall(call);
      const body = await deps.db.transaction(async (tx) => {
        const shared = sharing && { groupIds: [], ...sharing };
        const given = { ...changes, ...(shared && { sharing: shared }) };
        const view = await changeView(deps, tx, by, call.params.id, given);
        const [item] = await toViewItems(tx, by, [{ view, isGone: false }]);
        return item;
      });
      return { status: 200, body };
    },
  });
