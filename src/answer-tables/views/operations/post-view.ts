import { NOT_SHARED } from '#answer-tables/views/view.ts';
import { createView, type ViewsDeps } from '#answer-tables/views/write-view.ts';
import { actorOfCall } from '#form-basics/index.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { operation } from '#http/operation.ts';
import { NewViewBody, ViewItem } from './view.shapes.ts';
import { toViewItems } from './view-items.ts';

/** POST /views: saves a list with its filters and its order under a name. */
export const postView = (deps: AppFormsDeps & ViewsDeps) =>
  operation({
    method: 'POST',
    path: '/views',
    right: 'forms.write',
    body: NewViewBody,
    etag: 'none',
    doc: {
      summary: 'Save a view',
      tag: 'Views',
      description:
        'Members share views with groups that they belong to; designers and admins with any group, and with everyone.',
      responses: {
        201: { description: 'The view.', schema: ViewItem },
        403: { description: 'Members do not share views with everyone.' },
        400: { description: 'The user has too many views, or the view is not valid.' },
      },
    },
    async handle(call) {
      const { sharing, ...input } = call.body;
      const by = actorOfCall(call);
      const body = await deps.db.transaction(async (tx) => {
        const shared = sharing ? { groupIds: [], ...sharing } : NOT_SHARED;
        const view = await createView(deps, tx, by, { ...input, sharing: shared });
        const [item] = await toViewItems(tx, by, [{ view, isGone: false }]);
        return item;
      });
      return { status: 201, body };
    },
  });
