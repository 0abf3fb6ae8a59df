import { listViews } from '#answer-tables/views/list-views.ts';
import type { AppFormsDeps } from '#forms/index.ts';
import { DEFAULT_LIMIT, openCursor, sealCursor } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { VIEWS_QUERY, ViewList } from './view.shapes.ts';
import { toViewItems } from './view-items.ts';

/** GET /views: returns the saved views of a list, one's own and those that others share. */
export const getViews = ({ db, directory, seal }: AppFormsDeps) =>
  operation({
    method: 'GET',
    path: '/views',
    right: 'forms.read',
    query: VIEWS_QUERY,
    etag: 'content',
    doc: {
      summary: 'List saved views',
      tag: 'Views',
      description:
        'Those of the user, then those that others share with everyone or with a group of the user, each by name.',
      responses: {
        200: { description: 'A page of views.', schema: ViewList },
        304: 'not modified',
        400: 'wrong parameter',
      },
    },
    async handle({ principal, query: asked }) {
      const { list = 'mine', template: templateId, limit = DEFAULT_LIMIT, cursor } = asked;
      const { accountId, userId } = principal;
      const context = { list: 'views', accountId, terms: [userId, list, templateId] };
      const [name, id] = openCursor(seal, context, cursor) ?? [];
      const after = name === undefined || id === undefined ? undefined : { name, id };
      const page = { list, templateId, after, limit };
      const { views, last } = await listViews(db.reader, directory, principal, page);
      const body = {
        items: await toViewItems(db.reader, principal, views),
        ...(last && { next: sealCursor(seal, context, [last.name, last.id]) }),
      };
      return { status: 200, body: body satisfies ViewList };
    },
  });
