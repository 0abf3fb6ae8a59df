import { DASHBOARD_QUERY, DashboardList } from '#answer-tables/dashboards/dashboard.shapes.ts';
import { nameKeyOf, selectDashboards } from '#answer-tables/dashboards/dashboard.store.ts';
import { seenBy } from '#answer-tables/dashboards/find-dashboard.ts';
import { type FormsDeps, readNames } from '#form-basics/index.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { toItem } from './describe-dashboard.ts';

/** GET /dashboards: returns the dashboards that the user may see, by name. */
export const listDashboards = ({ db, directory, seal }: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/dashboards',
    right: 'forms.read',
    query: DASHBOARD_QUERY,
    etag: 'content',
    doc: {
      summary: 'List dashboards',
      tag: 'Templates',
      description: 'One’s own, and those shared with a group of the user; for admins all.',
      responses: {
        200: { description: 'A page of dashboards.', schema: DashboardList },
        304: 'not modified',
      },
    },
    async handle({ principal, query: asked }) {
      const { accountId, userId } = principal;
      const { q = '', editable = false, limit = DEFAULT_LIMIT, cursor } = asked;
      const known = await seenBy(db.reader, directory, principal);
      // Those of groups are shared by others, who alone may change them.
      const seen = editable ? { ...known, groupIds: [] } : known;
      const context = { list: 'dashboards', accountId, terms: [userId, seen.seesAll, q, editable] };
      const [nameKey, id] = openCursor(seal, context, cursor) ?? [];
      const after =
        nameKey === undefined || id === undefined ? undefined : ([nameKey, id] as const);
      const rows = await selectDashboards(db.reader, { ...seen, q }, after, limit + 1);
      const names = await readNames(
        db.reader,
        accountId,
        rows.map(({ ownerId }) => ownerId),
      );
      const body = toPage(seal, context, rows, limit, {
        positionOf: (row) => [nameKeyOf(row), row.id],
        toItem: (row) => toItem(principal, row, names),
      });
      return { status: 200, body: body satisfies DashboardList };
    },
  });
