import type { Reader } from '#db/database.ts';
import { timeOf } from '#forms/app/describe.ts';
import type { Viewer } from '#forms/form.ts';
import type { FormsDeps } from '#forms/forms-deps.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { find } from '#search/index.ts';
import { TEMPLATE_QUERY, type TemplateItem, TemplateList } from './template.shapes.ts';
import {
  selectGroupsOf,
  selectNumbers,
  selectTemplates,
  type TemplateRow,
} from './template-list.store.ts';

/** GET /app/v1/templates: returns all templates for designers and admins; for members, those that they may use. */
export const listAppTemplates = ({ db, directory, seal }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates',
    doc: {
      summary: 'List templates for the web app',
      tag: 'Templates',
      description:
        'Sorted by name. Members see the published templates that they may use. Designers and admins see all.',
      query: TEMPLATE_QUERY,
      responses: { 200: { description: 'A page of templates.', schema: TemplateList } },
    },
    async handle({ principal, query }) {
      const { accountId, userId, role } = principal;
      const asked = parseQueryInput(TEMPLATE_QUERY, query);
      const { q = '', status, usable = false, limit = DEFAULT_LIMIT, cursor } = asked;
      const onlyUsable = usable || role === 'member';
      const context: ListContext = {
        list: 'templates',
        accountId,
        terms: [userId, role, q, status, usable],
      };
      const after = openCursor(seal, context, cursor);
      const groupIds =
        role === 'member' ? await directory.groupIdsOf(db.reader, accountId, userId) : undefined;
      const isEmpty = onlyUsable && status !== undefined && status !== 'published';
      const wanted = onlyUsable ? ('published' as const) : status;
      const found = await find(db, { accountId, kind: 'template' }, q);
      const selection = { accountId, groupIds, status: wanted, found };
      const rows = isEmpty ? [] : await selectTemplates(db.reader, selection, after, limit + 1);
      const toItem = await itemsFor(db.reader, principal, rows);
      const body = toPage(seal, context, rows, limit, {
        positionOf: (row) => [row.name_key, row.id],
        toItem,
      });
      return { status: 200, body: body satisfies TemplateList };
    },
  });

/** Reads the additional data of the items. */
async function itemsFor(
  db: Reader,
  { accountId, role }: Viewer,
  rows: readonly TemplateRow[],
): Promise<(row: TemplateRow) => TemplateItem> {
  const isDesigner = role !== 'member';
  const versionIds = rows.flatMap((row) => row.current_version_id ?? []);
  const numbers = await selectNumbers(db, accountId, versionIds);
  const ids = rows.map(({ id }) => id);
  const groups = isDesigner ? await selectGroupsOf(db, accountId, ids) : undefined;
  return (row) => {
    const number = numbers.get(row.current_version_id ?? '');
    return {
      id: row.id,
      name: row.name,
      ...(row.description !== null && { description: row.description }),
      status: row.status,
      openToAll: row.open_to_all === 1,
      ...(number !== undefined && { currentVersion: number }),
      hasChanges: row.has_changes === 1,
      updatedAt: timeOf(row.updated_at),
      ...(groups && { groupIds: [...(groups.get(row.id) ?? [])], formCount: row.form_count }),
    };
  };
}
